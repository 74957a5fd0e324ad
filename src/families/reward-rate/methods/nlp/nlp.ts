import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { isLinear } from '../../../../../models/facility/meter.js';
import { interiorPoint, type NonlinearAnswer } from '../../../../solvers/nonlinear/interior-point.js';
import { largest } from '../../../../solvers/nonlinear/kkt.js';
import { greedyPowerNodes } from '../greedy-power.js';
import { commonSetPointsFor, type NodeConfigurations } from '../rounding/node-plan.js';
import { assignmentsOf, type MethodRequest, type MethodOutcome } from '../outcome.js';
import { brokenPowerRows } from '../room-program/coupling.js';
import { assignmentsOfPlan, type DiscretePlan, judged, type JudgedPlan, roundPStates } from './discrete-plan.js';
import { improvedFractions } from './final-lp.js';
import { type Relaxation, relaxation } from './relaxation.js';
import { nodeClasses, specialisedStart, startFromNodes, uniformStart } from './starts.js';

/** Approximate number of classes of equal nodes in the nonlinear program. All nodes of a class are in one zone. */
const CLASSES = 240;
/** Tolerance on each part of the KKT conditions (first-order optimality) at which the interior-point method ends. */
const TOLERANCE = 1e-6;
/** Maximum number of Newton steps per starting point and round. */
const ITERATIONS = 400;
/** Progress is reported once in this many iterations of the interior-point method. */
const REPORT_EVERY = 10;
/** Number of zones that get a red-line row in the first nonlinear program. These are the hottest zones. */
const FIRST_RED_LINED = 20;
/** Maximum number of red-line rows added to the nonlinear program in one round. */
const RED_LINED_PER_ROUND = 40;
/**
 * Maximum number of rounds per starting point. After each round, red-line rows are added for zones above the red line.
 */
const ROUNDS = 8;
/** Excess over the red line from which a zone counts as too hot, K: the checker's tolerance. */
const HOT_C = 1e-6;
/**
 * Settings of the interior-point method when it continues from the previous round: initial barrier parameter, and least
 * initial distance of variables from their bounds, as a fraction of the range between the bounds.
 */
const WARM = { barrier: 1e-3, push: 1e-4 } as const;
/**
 * Tangents replace the input of a UPS whose efficiency depends on the load, and convex limits on node powers. They are
 * renewed if the answer's node power differs by more than this fraction from that at which they were taken, or if it
 * exceeds a limit by more than this fraction. The error of the input is of second order.
 */
const NEAR_POWER = 1e-4;
/** Rules by which continuous P-states are rounded; the best plan of all is kept. */
const ROUNDINGS = ['carried', 'faster'] as const;
/** Maximum number of LPs in step 3 of method `nlp`, which improve the fractions of core time. */
const PASSES = 12;
/** Step 3 of method `nlp` ends once shares (cores by task type and P-state) may change by less than this, cores. */
const MIN_REACH = 1e-3;
/** An LP's plan in step 3 counts as better only if its reward is larger by more than this fraction. */
const MIN_GAIN = 1e-7;
/**
 * Method `nlp`: Section 3.4.1 and Appendix E of the thesis (docs/reward-rate/nlp.md). (1) An interior-point method
 * solves the continuous relaxation from several starts. (2) P-states are rounded. (3) Linear programs improve the
 * fractions of core time. The greedy plan is returned if nothing better is found or the run is stopped early.
 */
export async function nlp(input: MethodRequest): Promise<MethodOutcome> {
  const { model } = input;
  const greedy = greedyPowerNodes(model);
  const { rewardPerS: incumbent } = greedy;
  const search: Search = { input, incumbent, redLined: firstRedLined(model), stopped: false, iterations: 0 };
  const optima = (await isStopped(search, 'greedy')) ? [] : await localOptima(search, greedy.nodes);
  const best = optima.length === 0 ? null : optima.reduce((first, next) => (better(next, first) ? next : first));
  const plan = best === null ? null : await discretised(search, best);
  const work: Record<string, number> = { starts: optima.length, interiorPointIterations: search.iterations };
  const warnings: string[] = [];
  if (best !== null) {
    const { answer, rewardPerS } = best;
    work['variables'] = best.program.lower.length;
    work['relaxationRewardPerS'] = rewardPerS;
    work['kktStationarity'] = answer.kkt.stationarity;
    work['kktFeasibility'] = answer.kkt.feasibility;
    work['kktComplementarity'] = answer.kkt.complementarity;
    warnings.push(wordsOn(best, optima));
  }
  const own = plan !== null && plan.rewardPerS > greedy.rewardPerS ? plan : null;
  return {
    plan:
      own === null
        ? { setPointsC: commonSetPointsFor(model, greedy.nodes), assignments: assignmentsOf(model, greedy.nodes) }
        : { setPointsC: draftSetPoints(model, own.plan.setPointsC), assignments: assignmentsOfPlan(model, own.plan) },
    claimedRewardPerS: own?.rewardPerS ?? greedy.rewardPerS,
    certificate: null,
    stoppedEarly: search.stopped,
    warnings,
    work,
  };
}

interface Search {
  readonly input: MethodRequest;
  incumbent: number;
  /** Zones with a red-line row in the program. After each round, zones above the red line are added. */
  redLined: number[];
  stopped: boolean;
  iterations: number;
}

function wordsOn({ answer, rewardPerS, start }: Optimum, optima: readonly Optimum[]): string {
  const found = optima.filter((optimum) => optimum.answer.status === 'localOptimum').length;
  const residual = largest(answer.kkt).toExponential(1);
  const word =
    answer.status === 'localOptimum'
      ? `a local optimum (from the ${start} start, KKT residual ${residual})`
      : `no local optimum: the solver ended with "${answer.status}" (${start} start, KKT residual ${residual})`;
  return (
    `nlp: the relaxation's best point earns ${rewardPerS.toPrecision(7)} reward/s and is ${word}; ` +
    `${found} of ${optima.length} starts converged. It is neither a proven optimum nor a bound.`
  );
}

/**
 * Returns the zones that get a red-line row in the first program. They are the hottest when all nodes draw half of
 * their maximum core power.
 */
function firstRedLined(model: RewardRateModel): number[] {
  const full = Float64Array.from(model.zones, (zone) => {
    const { tasks, cores } = model.nodeTypes[zone.type]!;
    return zone.idleW + 0.5 * zone.nodeCount * cores * Math.max(0, ...tasks.map(({ powerW }) => powerW[0]!));
  });
  const riseC = model.thermal.inletRiseC(full);
  return [...riseC.keys()].sort((a, b) => riseC[b]! - riseC[a]!).slice(0, FIRST_RED_LINED);
}

async function localOptima(search: Search, greedyNodes: NodeConfigurations): Promise<Optimum[]> {
  const { model, random } = search.input;
  const classes = nodeClasses(model, CLASSES);
  const starts: [string, (program: Relaxation) => Float64Array][] = [
    ['uniform', uniformStart],
    ['greedy', (program) => startFromNodes(program, greedyNodes)],
    ['random', (program) => specialisedStart(model, program, random.fork('start 0'))],
  ];
  const optima: Optimum[] = [];
  for (const [start, from] of starts) {
    let points: Float64Array[] = [Float64Array.from(model.zones, ({ idleW }) => idleW)];
    let program = relaxation(model, classes, { ...search, points });
    let x = from(program);
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await interiorPoint(program, x, {
        tolerance: TOLERANCE,
        iterationLimit: ITERATIONS,
        ...(round === 0 ? {} : WARM),
        onIteration: async ({ iteration }) => iteration % REPORT_EVERY === 0 && isStopped(search, 'nonlinear program'),
      });
      search.iterations += answer.iterations;
      x = answer.x;
      const powersW = program.zonePowerW(x);
      const hot = hotZones(model, x, powersW).filter((zone) => !search.redLined.includes(zone));
      if ((hot.length === 0 && isNear(model, powersW, points.at(-1)!)) || search.stopped || round === ROUNDS - 1) {
        optima.push({ start, program, answer, rewardPerS: -answer.objective * program.unit.reward });
        break;
      }
      search.redLined = [...search.redLined, ...hot.slice(0, RED_LINED_PER_ROUND)];
      points = [...points, powersW];
      program = relaxation(model, classes, { ...search, points });
    }
    if (search.stopped) break;
  }
  return optima;
}

/** Reports progress. Returns true if the run must end. */
async function isStopped(search: Search, phase: string): Promise<boolean> {
  if (await search.input.control.step({ phase, bound: null, incumbent: search.incumbent })) search.stopped = true;
  return search.stopped;
}

/** Returns true if the tangents of a program (see RowChoice) are near enough to the true limits at an answer's powers. */
function isNear(model: RewardRateModel, powersW: Float64Array, takenAtW: Float64Array): boolean {
  const [drawnW, takenW] = [powersW, takenAtW].map((powers) => powers.reduce((sum, powerW) => sum + powerW, 0));
  const isMeterNear = isLinear(model.budget) || Math.abs(drawnW! - takenW!) <= NEAR_POWER * drawnW!;
  return isMeterNear && brokenPowerRows(model, powersW, NEAR_POWER).length === 0;
}

/** Returns the zones above the red line in the relaxation's answer x, hottest first. */
function hotZones(model: RewardRateModel, x: Float64Array, powersW: Float64Array): number[] {
  const riseC = model.thermal.inletRiseC(powersW);
  const inletC = model.thermal.inletFromSetPointsC(x.subarray(0, model.cracs.length));
  const over = inletC.map((value, b) => value + riseC[b]! - model.redLineC);
  return [...over.keys()].filter((b) => over[b]! > HOT_C).sort((a, b) => over[b]! - over[a]!);
}

/**
 * Returns the plan after steps 2 (rounding) and 3 (linear programs); null if there is none. Every LP's plan is
 * evaluated exactly. It is kept if it earns more, otherwise the next LP may change the shares less.
 */
async function discretised(search: Search, { program, answer }: Optimum): Promise<JudgedPlan | null> {
  const { model, engine } = search.input;
  const roundings = ROUNDINGS.map((rule) => roundPStates(model, program, answer.x, rule));
  const most = Math.max(...model.nodeTypes.map(({ cores }) => cores));
  let best: JudgedPlan | null = null;
  for (const rounded of roundings) {
    const plan = judged(model, rounded);
    if (plan !== null && (best === null || plan.rewardPerS > best.rewardPerS)) best = plan;
  }
  let from: DiscretePlan = best?.plan ?? roundings[0]!;
  let reach = most;
  for (let pass = 0; pass < PASSES && reach > MIN_REACH; pass++) {
    if (best !== null) search.incumbent = Math.max(search.incumbent, best.rewardPerS);
    if (await isStopped(search, 'final LP')) break;
    const improved = improvedFractions({
      model,
      plan: from,
      unit: program.unit,
      redLined: search.redLined,
      points: program.points,
      engine,
      reach,
      reachC: pass === 0 ? 0 : reach / most / 2,
      neighbours: pass > 0,
    });
    const next = improved === null ? null : judged(model, improved);
    if (improved !== null && next !== null && next.rewardPerS > (best?.rewardPerS ?? 0) * (1 + MIN_GAIN)) {
      best = next;
      from = improved;
    } else reach /= 4;
  }
  return best;
}

/**
 * Returns a set-point for each CRAC, C. A failed CRAC gets the warmest set-point of the others, which has no effect.
 */
export function draftSetPoints(model: RewardRateModel, setPointsC: readonly number[]): number[] {
  const all = model.matrix.cracNames.map(() => Math.max(...setPointsC));
  for (const [c, { index }] of model.cracs.entries()) all[index] = setPointsC[c]!;
  return all;
}

/** Answer of the interior-point method from one starting point, with the program that was solved. */
export interface Optimum {
  readonly start: string;
  readonly program: Relaxation;
  readonly answer: NonlinearAnswer;
  /** Reward of the relaxation's answer, reward/s, with time-averaged features and continuous P-states. */
  readonly rewardPerS: number;
}

/** A point counts as feasible if it violates no constraint by more than this, in the program's units. */
const NEAR = 1e-4;

/** Returns true if result a is better than b: by feasibility, then by being a local optimum, then by reward. */
export function better(a: Pick<Optimum, 'answer' | 'rewardPerS'>, b: Pick<Optimum, 'answer' | 'rewardPerS'>): boolean {
  const [near, far] = [a.answer.kkt.feasibility <= NEAR, b.answer.kkt.feasibility <= NEAR];
  if (near !== far) return near;
  const [found, other] = [a.answer.status === 'localOptimum', b.answer.status === 'localOptimum'];
  return found === other ? a.rewardPerS > b.rewardPerS : found;
}
