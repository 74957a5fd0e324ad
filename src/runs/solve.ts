import { join } from 'node:path';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../models/problems/reward-rate/instance.js';
import type { PlanEvaluation } from '../../models/problems/reward-rate/outcome.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../models/problems/reward-rate/plan.js';
import type { RewardRateProblem } from '../../models/problems/reward-rate/problem.js';
import { checkPlan } from '../check/check-plan.js';
import type { Method } from '../methods/registry.js';
import { configurationBound } from '../methods/reward-rate/config-lp.js';
import { idleConflict } from '../methods/reward-rate/infeasibility.js';
import { boundScope } from '../methods/reward-rate/certificate.js';
import type { Certificate, MethodOutcome } from '../methods/reward-rate/outcome.js';
import { loadLpEngine, type LpEngineName } from '../solvers/linear/load.js';
import { bindingConstraints } from './binding.js';
import { type Driver, type Limits, runDriver } from './control.js';
import { openProblem, type Refused } from './open.js';
import type { RunRecord, RunResult, Termination, TrajectoryPoint } from './result.js';

export interface SolveRequest {
  readonly file: string;
  readonly method: Method;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** Whether a method that gives no bound of its own is followed by the configuration LP's. */
  readonly withBound: boolean;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface Solved {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
}

export type SolveAnswer = { readonly ok: true; readonly solved: Solved } | Refused;

export const OBJECTIVE_UNIT = 'reward/s';

/** Load, model, search, bound, check: the one path every solve takes. Writes nothing. */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const driver = runDriver(request);
  const opened = openProblem(request.file, clock);
  if (!opened.ok) return opened;
  const { instance, matrix, problem, sha256, warnings } = opened;

  const conflict = idleConflict(problem);
  if (conflict !== null) {
    const result: RunResult = {
      ...emptyResult(request, instance, matrix, problem),
      termination: 'infeasible',
      gapReason: 'there is no feasible plan',
      infeasibility: conflict,
      warnings,
      timeS: withTotal(timeS),
    };
    return { ok: true, solved: { instance, matrix, plan: null, record: { result, evaluation: null, trajectory: [] } } };
  }

  const engine = await loadLpEngine(request.engine);
  const outcome = await request.method.solve({ problem, engine, control: driver });
  clock('method');
  const certificate = await certificateFor(request, outcome, problem, driver, engine);
  clock('bound');
  const plan = planOf(request, outcome, instance, matrix, sha256);
  const evaluation = plan === null ? null : checkPlan(instance, matrix, plan);
  clock('check');

  const result = resultOf({ request, instance, matrix, problem, outcome, certificate, plan, evaluation, driver });
  const record: RunRecord = {
    result: {
      ...result,
      warnings: [...warnings, ...outcome.warnings, ...result.warnings],
      timeS: withTotal(timeS),
    },
    evaluation,
    trajectory: driver.trajectory,
  };
  return { ok: true, solved: { instance, matrix, plan, record } };
}

async function certificateFor(
  request: SolveRequest,
  outcome: MethodOutcome,
  problem: RewardRateProblem,
  driver: Driver,
  engine: Awaited<ReturnType<typeof loadLpEngine>>,
): Promise<Certificate | null> {
  if (outcome.certificate !== null || !request.withBound || driver.stopReason !== null) return outcome.certificate;
  return configurationBound({ problem, engine, control: driver }, outcome.claimedRewardPerS);
}

function planOf(
  request: SolveRequest,
  outcome: MethodOutcome,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  sha256: string,
): RewardRatePlan | null {
  if (outcome.plan === null) return null;
  const { setPointC, assignments } = outcome.plan;
  return {
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256 },
    method: request.method.name,
    claimedRewardPerS: outcome.claimedRewardPerS ?? 0,
    setPointsC: Object.fromEntries(matrix.cracNames.map((name) => [name, setPointC])),
    assignments,
  };
}

interface ResultParts {
  readonly request: SolveRequest;
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly problem: RewardRateProblem;
  readonly outcome: MethodOutcome;
  readonly certificate: Certificate | null;
  readonly plan: RewardRatePlan | null;
  readonly evaluation: PlanEvaluation | null;
  readonly driver: Driver;
}

function resultOf(parts: ResultParts): RunResult {
  const { request, instance, matrix, problem, outcome, certificate, evaluation, driver } = parts;
  const feasible = evaluation !== null && evaluation.violations.length === 0;
  const objective = evaluation === null ? null : evaluation.rewardPerS;
  const bound = certificate?.boundRewardPerS ?? null;
  const gap = feasible && objective !== null && bound !== null ? relativeGap(bound, objective) : null;
  return {
    ...emptyResult(request, instance, matrix, problem),
    termination: termination(outcome, driver, gap),
    feasible,
    objective,
    claimedObjective: outcome.claimedRewardPerS,
    bound,
    gap,
    ...(gap === null ? { gapReason: gapReason(evaluation, bound, feasible, driver) } : {}),
    binding: evaluation === null ? [] : bindingConstraints(instance, matrix, evaluation, certificate?.marginal ?? null),
    violations: evaluation?.violations ?? [],
    warnings: [...planWarnings(request, outcome, driver), ...boundWarnings(objective, bound, feasible)],
    work: {
      steps: driver.steps,
      ...(certificate === null || certificate.relaxationGap === null
        ? {}
        : { relaxationGap: certificate.relaxationGap }),
      ...certificate?.work,
      ...outcome.work,
    },
  };
}

/** |bound - objective| / |bound|; 0 when both are 0, null when only the bound is. */
export function relativeGap(bound: number, objective: number): number | null {
  const difference = Math.abs(bound - objective);
  if (difference === 0) return 0;
  const gap = difference / Math.abs(bound);
  return Number.isFinite(gap) ? gap : null;
}

function termination(outcome: MethodOutcome, driver: Driver, gap: number | null): Termination {
  if (outcome.failure !== undefined) return 'failed';
  if (driver.stopReason !== null && outcome.stoppedEarly) return driver.stopReason;
  if (gap !== null && gap <= 1e-9) return 'optimal';
  return driver.stopReason ?? 'finished';
}

function gapReason(evaluation: PlanEvaluation | null, bound: number | null, feasible: boolean, driver: Driver): string {
  if (evaluation === null) return 'the run ended without a plan';
  if (!feasible) return 'the plan does not pass the checker';
  if (bound === null && driver.stopReason !== null) return 'the run was stopped before a bound was proven';
  return bound === null ? 'no bound was computed' : 'the bound is 0 and the objective is not';
}

/** A method may end without a plan although one exists: idling passes `idleConflict`. */
function planWarnings({ method }: SolveRequest, outcome: MethodOutcome, driver: Driver): string[] {
  if (outcome.plan !== null || driver.stopReason !== null) return [];
  return [`Method ${method.name} found no plan, although leaving every node idle is one: try another method.`];
}

/** A plan above its bound would mean that one of the two is wrong: said loudly, never hidden in an absolute value. */
function boundWarnings(objective: number | null, bound: number | null, feasible: boolean): string[] {
  if (objective === null || bound === null || !feasible || objective <= bound * (1 + 1e-9) + 1e-12) return [];
  return [
    `The plan earns ${objective} reward/s, more than the proven bound of ${bound}: one of them is wrong. Please report this instance.`,
  ];
}

function emptyResult(
  request: SolveRequest,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  problem: RewardRateProblem,
): RunResult {
  return {
    instance: instance.name,
    family: 'reward-rate',
    method: request.method.name,
    seed: request.seed,
    termination: 'finished',
    feasible: false,
    objective: null,
    claimedObjective: null,
    objectiveUnit: OBJECTIVE_UNIT,
    bound: null,
    gap: null,
    boundScope: boundScope(problem),
    binding: [],
    violations: [],
    warnings: [],
    matrixProvenance: matrix.provenance.summary,
    timeS: {},
    work: {},
    files: {},
  };
}

function withTotal(timeS: Readonly<Record<string, number>>): Record<string, number> {
  return { ...timeS, total: Object.values(timeS).reduce((sum, seconds) => sum + seconds, 0) };
}

/** A stop-watch that books the time since its last call under a name. */
function phases(nowS: () => number, timeS: Record<string, number>): (phase: string) => void {
  let lastS = nowS();
  return (phase) => {
    const now = nowS();
    timeS[phase] = (timeS[phase] ?? 0) + now - lastS;
    lastS = now;
  };
}

/** Where a run's files go. */
export function outputFiles(directory: string): Readonly<Record<'plan' | 'planCsv' | 'result' | 'report', string>> {
  return {
    plan: join(directory, 'plan.json'),
    planCsv: join(directory, 'plan.csv'),
    result: join(directory, 'result.json'),
    report: join(directory, 'report.html'),
  };
}
