import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/problems/reward-rate/outcome.js';
import { naiveProblem } from '../../../../models/problems/reward-rate/naive.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../models/problems/reward-rate/plan.js';
import type { PlanConstraint } from '../../../../models/problems/reward-rate/plan-constraint.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { hasStandby, withStandby } from '../../../../models/problems/reward-rate/standby.js';
import { checkPlan } from '../check/check-plan.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import type { RunControl } from '../../../methods/control.js';
import type { Method } from '../methods/registry.js';
import { configurationBound } from '../methods/config-lp.js';
import { idleConflict, withIdleRoom } from '../methods/infeasibility.js';
import { type Certificate, type MethodOutcome, placementOf, type WarmStart } from '../methods/outcome.js';
import { idleNodes } from '../methods/rounding/node-plan.js';
import { rewardScale } from '../methods/reward-scale.js';
import { randomStream } from '../../../random/stream.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { loadLpEngine, type LpEngineName } from '../../../solvers/linear/load.js';
import { ownViolations } from './constraints.js';
import { type Driver, type Limits, runDriver, timeIsUp } from '../../../runs/control.js';
import { type OpenedProblem, openProblem } from './open.js';
import { type Refused } from '../../../instances/problem.js';
import { emptyResult, resultOf } from './result-of.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import type { RunRecord } from './result.js';
import type { RunResult } from './result.js';
import { bestOfSiblings } from './siblings.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';

/** Choices of how to solve; the instance comes beside it. */
export interface RunRequest {
  readonly method: Method;
  /** Flag, true to solve without co-location (NERR, Eq. 23); the plan is judged with it all the same. */
  readonly naive: boolean;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** Flag, true if a method without a bound of its own is followed by the bound of the configuration LP. */
  readonly withBound: boolean;
  /** Start from the end of a neighbouring problem's run. */
  readonly start?: WarmStart;
  /** LP engine `engine`, started already: for many runs in a row. */
  readonly started?: LpEngine;
  /** Limits of the user's own: every plan is checked against them, and methods that can search under them. */
  readonly constraints?: readonly PlanConstraint[];
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Test, true once the user has asked twice to end: then no cheaper method is asked, nor let go on. */
  readonly interruptedTwice?: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface SolveRequest extends RunRequest {
  readonly file: string;
}

export interface Solved {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
  /** The proof behind the record's bound. */
  readonly certificate: Certificate | null;
  /** Start for the run of a neighbouring problem. */
  readonly next: WarmStart | null;
}

export type SolveAnswer = { readonly ok: true; readonly solved: Solved } | Refused;

/** Solution of an instance file: load, model, search, bound, check. The one path of every solve; writes nothing. */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const driver = runDriver(request);
  const opened = openProblem(request.file, clock, timeIsUp(request));
  if (!opened.ok) return opened;
  return { ok: true, solved: await search(request, opened, driver, clock, timeS) };
}

/** Run of a method on a problem already opened, e.g. one of many with the same air. */
export async function solveOpened(request: RunRequest, opened: OpenedProblem): Promise<Solved> {
  const timeS: Record<string, number> = {};
  return search(request, opened, runDriver(request), phases(request.nowS, timeS), timeS);
}

async function search(
  request: RunRequest,
  opened: OpenedProblem,
  driver: Driver,
  clock: (phase: string) => void,
  timeS: Record<string, number>,
): Promise<Solved> {
  const { instance, matrix, warnings } = opened;
  const problem = withStandby(opened.problem);
  const conflict = idleConflict(problem);
  if (conflict !== null) {
    const idlePlan = planOf(
      request,
      {
        plan: { setPointsC: conflict.setPointsC, ...placementOf(problem, idleNodes(problem)) },
        claimedRewardPerS: 0,
      },
      opened,
    );
    const { evaluation } = judged({ ...request, constraints: [] }, instance, matrix, idlePlan!);
    clock('check');
    const result: RunResult = {
      ...emptyResult(request, instance, matrix, problem),
      termination: 'infeasible',
      gapReason: 'there is no feasible plan',
      infeasibility: conflict,
      warnings,
      timeS: withTotal(timeS),
    };
    const idle = evaluation === null ? {} : { idle: { plan: idlePlan!, evaluation } };
    const record = { result, evaluation: null, ...idle, trajectory: [] };
    return { instance, matrix, plan: null, record, certificate: null, next: null };
  }

  const roomy = withIdleRoom(problem);
  const engine = request.started ?? (await loadLpEngine(request.engine));
  const start = request.start ?? null;
  const allOn = withAllOn(opened.problem, roomy);
  const solveBy = async (method: Method, control: RunControl): Promise<MethodOutcome> => {
    const given = method.usesStandby === true ? roomy : allOn;
    if (given === null) return notWithAllOn(method);
    const scale = rewardScale(given);
    return scale.outcome(
      await method.solve({
        problem: request.naive ? naiveProblem(scale.problem) : scale.problem,
        engine,
        control: scale.control(control),
        random: randomStream(request.seed, method.name),
        start,
        constraints: request.constraints ?? [],
      }),
    );
  };
  const own = await solveBy(request.method, driver);
  const outcome = request.naive ? own : await orSibling(request, own, solveBy, opened, driver);
  // A sibling may have been cut although the method came to its end.
  const wasHurried = request.interruptedTwice?.() === true;
  clock('method');
  const methodEndS = withTotal(timeS)['total']!;
  const certificate = await certificateFor(request, outcome, roomy, driver, engine);
  clock('bound');
  const plan = planOf(request, outcome, opened);
  const { evaluation, notJudged } = plan === null ? NO_PLAN : judged(request, instance, matrix, plan);
  clock('check');

  const result = resultOf({
    request,
    instance,
    matrix,
    problem,
    outcome,
    certificate,
    plan,
    evaluation,
    driver,
    wasHurried,
  });
  const record: RunRecord = {
    result: {
      ...result,
      ...(notJudged === null ? {} : { gapReason: 'the plan was not judged: the checker cannot finish exactly' }),
      warnings: [
        ...warnings,
        ...outcome.warnings,
        ...(notJudged === null ? [] : [`The plan was not judged, so it counts as infeasible. ${notJudged}`]),
        ...result.warnings,
      ],
      timeS: withTotal(timeS),
    },
    evaluation,
    trajectory: trajectoryOf(driver, outcome === own ? null : result, methodEndS),
  };
  return { instance, matrix, plan, record, certificate, next: outcome.next ?? null };
}

/**
 * Problem for methods that keep all nodes on, with room for idling; null where idling alone breaks a limit that standby keeps.
 * `roomy`: the problem with standby, the same where all nodes stay on anyway.
 */
function withAllOn(problem: RewardRateProblem, roomy: RewardRateProblem): RewardRateProblem | null {
  if (!hasStandby(roomy)) return roomy;
  return idleConflict(problem) === null ? withIdleRoom(problem) : null;
}

/** Outcome of a method that keeps all nodes on where only plans with nodes on standby keep the limits. */
function notWithAllOn({ name }: Method): MethodOutcome {
  const warning = `Method ${name} keeps all nodes on, and with all nodes idle a limit is broken: use a method that puts nodes on standby, e.g. config-lp.`;
  return {
    plan: null,
    claimedRewardPerS: null,
    certificate: null,
    stoppedEarly: false,
    warnings: [warning],
    work: {},
  };
}

/**
 * Time that a sibling has however short the time limit, s: in most rooms enough for its end, and then the run's steps
 * repeat its answer. Ours.
 */
const MIN_SIBLING_S = 10;

/**
 * Control of one sibling: the run's time limit over again, so that it finds all that it finds when asked itself, and
 * the second Ctrl-C. Its steps are no steps of the run: a limit of the run's work means the same whether siblings are
 * asked or not.
 */
function siblingControl({ limits: { timeLimitS }, nowS, interruptedTwice = never }: RunRequest): RunControl {
  const limits = { timeLimitS: timeLimitS === null ? null : Math.max(timeLimitS, MIN_SIBLING_S), workLimit: null };
  return runDriver({ limits, nowS, interrupted: interruptedTwice, onProgress: () => undefined });
}

const never = (): boolean => false;

/** Trajectory with the plan of a sibling, where there is one, as its last point. */
function trajectoryOf(
  { trajectory, steps }: Driver,
  adopted: RunResult | null,
  endS: number,
): readonly TrajectoryPoint[] {
  if (adopted?.planFrom === undefined) return trajectory;
  const { bound, objective, planFrom } = adopted;
  return [...trajectory, { timeS: endS, work: steps, phase: planFrom, bound, incumbent: objective }];
}

/** Outcome itself, or with the plan of a cheaper method where that earns more by the checker. */
async function orSibling(
  request: RunRequest,
  own: MethodOutcome,
  solveBy: (method: Method, control: RunControl) => Promise<MethodOutcome>,
  opened: OpenedProblem,
  driver: Driver,
): Promise<MethodOutcome> {
  if (request.method.siblings === undefined) return own;
  const rate = (outcome: MethodOutcome): number | null => {
    const plan = planOf(request, outcome, opened);
    const evaluation = plan === null ? null : judged(request, opened.instance, opened.matrix, plan).evaluation;
    return evaluation === null || evaluation.violations.length > 0 ? null : evaluation.rewardPerS;
  };
  return bestOfSiblings(
    request.method,
    { outcome: own, rewardPerS: rate(own) },
    {
      solve: (sibling) => solveBy(sibling, siblingControl(request)),
      rate,
      wasStopped: driver.stopReason !== null,
      isHurried: request.interruptedTwice ?? never,
    },
  );
}

interface Judgement {
  readonly evaluation: PlanEvaluation | null;
  /** Reason why there is a plan but no evaluation. */
  readonly notJudged: string | null;
}

/** Judgement of a run without a plan. */
const NO_PLAN: Judgement = { evaluation: null, notJudged: null };

/**
 * Evaluation by the checker, with the user's own limits among the violations; or the reason why an exact one is out of
 * its reach.
 */
function judged(
  { constraints = [] }: RunRequest,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
): Judgement {
  try {
    const evaluation = checkPlan(instance, matrix, plan);
    const own = ownViolations(matrix, plan.assignments, constraints);
    return { evaluation: { ...evaluation, violations: [...evaluation.violations, ...own] }, notJudged: null };
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    return { evaluation: null, notJudged: error.message.replaceAll('\n', ' ') };
  }
}

async function certificateFor(
  request: RunRequest,
  outcome: MethodOutcome,
  problem: RewardRateProblem,
  driver: Driver,
  engine: Awaited<ReturnType<typeof loadLpEngine>>,
): Promise<Certificate | null> {
  // A bound found without co-location is one on another problem.
  const own = request.naive ? null : outcome.certificate;
  if (own !== null || !request.withBound || driver.stopReason !== null) return own;
  const incumbent = request.naive ? null : outcome.claimedRewardPerS;
  return configurationBound({ problem, engine, control: driver, start: request.start ?? null }, incumbent);
}

function planOf(
  request: RunRequest,
  outcome: Pick<MethodOutcome, 'plan' | 'claimedRewardPerS' | 'planFrom'>,
  { instance, matrix, sha256 }: OpenedProblem,
): RewardRatePlan | null {
  if (outcome.plan === null) return null;
  const { setPointsC, assignments, standby } = outcome.plan;
  const maker = (request.naive ? undefined : outcome.planFrom) ?? request.method.name;
  return {
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256 },
    method: request.naive ? `${maker} --naive` : maker,
    claimedRewardPerS: outcome.claimedRewardPerS ?? 0,
    setPointsC: Object.fromEntries(matrix.cracNames.map((name, c) => [name, setPointsC[c]!])),
    assignments,
    ...(standby === undefined ? {} : { standby }),
  };
}
