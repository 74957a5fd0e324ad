import type { RobustInstance } from '../../../models/families/robust/instance.js';
import type { RobustGoal } from '../../../models/families/robust/plan.js';
import { robustModel } from '../../../models/families/robust/model.js';
import type { TaskTimes } from '../../../models/families/robust/times.js';
import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { bundledInstance } from '../../instances/bundled.js';
import { timesOf } from '../../families/robust/instances/load.js';
import { trialOf } from '../../families/robust/instances/trial.js';
import { robustMethodNamed } from '../../families/robust/methods/registry.js';
import { type RobustMethod } from '../../families/robust/methods/registry.js';
import { geneticMethod, PRINTED_ROBUST_GA, PRINTED_ROBUST_GALS } from '../../families/robust/methods/genetic/ga.js';
import { PENALTY_WEIGHT } from '../../families/robust/methods/handling.js';
import { PRINTED } from '../../families/robust/methods/outcome.js';
import { PRINTED_TABU, tabuMethod } from '../../families/robust/methods/tabu/tabu.js';
import { monotonicS } from '../../runs/clock.js';
import { digestOf } from '../../runs/digest.js';
import type { OpenedRobust } from '../../families/robust/runs/open.js';
import { solveOpenedRobust, type SolvedRobust } from '../../families/robust/runs/solve.js';
import {
  foundingSteps,
  handlingOf,
  isSearch,
  LAST_HOUR,
  methodOf,
  PER_STEP,
  progressValue,
  type Search,
  secondsOf,
  shareOfWork,
  sizeOf,
  stepsKey,
} from './budgets.js';
import { hoursOf } from './data.js';

/** Number of significant digits recorded: enough for every statement, without the noise of the last digits. */
const DIGITS = 9;

/** Values of a trial by the checker; a record's values, beside the progress where the design asks for it. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan' | 'infeasible' | 'no plan' | 'breaks limits';
  /** Probabilities of meeting the deadline and the budget, and their quantiles; +-1e308 is infinite. */
  readonly psi: number | null;
  readonly psiZ: number | null;
  readonly phi: number | null;
  readonly phiZ: number | null;
  readonly energyMeanJ: number | null;
  /** Proven bound on the goal's quantile; from lagrange alone. */
  readonly boundZ: number | null;
  readonly iterations: number | null;
  readonly generations: number | null;
  readonly longHops: number | null;
}

/**
 * Trial of one method on one instance, printed behaviour, with the cell's limits: a function of its input alone. It
 * keeps the times drawn last only to save time.
 */
export async function robustTrial(input: TrialRequest): Promise<TrialOutput> {
  const startS = monotonicS();
  const { cell, seed, settings } = input;
  const { method: name } = methodOf(cell['method']!);
  const method = methodFor(name, cell);
  const opened = openedFor(cell, seed);
  const size = sizeOf(cell);
  const steps = settings[stepsKey(cell['method']!, size)] ?? null;
  if (steps === null && isSearch(name)) throw new RangeError(`The design gives ${cell['method']!} no steps`);
  const solve = (workLimit: number | null, watch: Watch): Promise<SolvedRobust> =>
    solveOpenedRobust(
      {
        method,
        goal: cell['problem'] as RobustGoal,
        handling: handlingOf(cell['handling']!).handling,
        improvements: PRINTED,
        seed,
        limits: { timeLimitS: null, workLimit },
        withBound: false,
        nowS: monotonicS,
        interrupted: () => false,
        onProgress: watch,
      },
      opened,
    );
  if (!isSearch(name)) {
    const solved = await solve(steps === null ? null : Number(steps), () => undefined);
    const nothing = Object.fromEntries(hoursOf(input).map((hour) => [progressValue(hour), null]));
    return { values: { ...valuesOf(solved), ...nothing }, times: { solve: monotonicS() - startS } };
  }
  const founding = await foundingOf(name, cell, solve);
  const own = Math.max(0, Number(steps) - founding.stepsAhead);
  const seconds = secondsOf(cell['method']!, size, settings);
  const work = (hour: number): number =>
    founding.steps + Math.round(own * shareOfWork(hour / LAST_HOUR, seconds, name, size));
  const watched = watchAt(hoursOf(input).map((hour) => ({ hour, work: work(hour) })));
  const solved = await solve(work(LAST_HOUR), watched.watch);
  return { values: { ...valuesOf(solved), ...watched.values() }, times: { solve: monotonicS() - startS } };
}

type Watch = (point: { readonly work: number; readonly incumbent: number | null }) => void;

/** Record of the incumbent's quantile after the steps of each moment; hour 0 is the founded population. */
function watchAt(moments: readonly { readonly hour: number; readonly work: number }[]): {
  readonly watch: Watch;
  readonly values: () => Values;
} {
  const marks = moments.map((moment) => ({ ...moment, z: null as number | null }));
  return {
    watch: ({ work, incumbent }) => {
      for (const mark of marks) if (work <= mark.work) mark.z = incumbent;
    },
    values: () => Object.fromEntries(marks.map(({ hour, z }) => [progressValue(hour), rounded(z)])),
  };
}

interface Founding {
  readonly steps: number;
  /** Number of steps' worth of generations in the last of them. */
  readonly stepsAhead: number;
}

/** Founding of a method that has no founders. */
const NO_FOUNDERS: Founding = { steps: 0, stepsAhead: 0 };

/**
 * Founding of a population. Founders that are turned away cost steps, too: under "limit" a short run tells how many
 * there are.
 */
async function foundingOf(
  name: Search,
  { handling }: Cell,
  solve: (workLimit: number, watch: Watch) => Promise<SolvedRobust>,
): Promise<Founding> {
  if (name === 'tabu') return NO_FOUNDERS;
  const { foundingTries, foundersPerStep, populationSize } = PRINTED_ROBUST_GA;
  if (handling !== 'limit') return { steps: foundingSteps(name), stepsAhead: 0 };
  const short = await solve(foundingTries * foundingSteps(name), () => undefined);
  const founders = short.record.result.work['fullEvaluations'] ?? populationSize;
  const steps = Math.ceil(founders / foundersPerStep);
  return { steps, stepsAhead: (steps * foundersPerStep - founders) / PER_STEP[name] };
}

/** Method as printed, with Appendix B's criterion, and without our stop rules, because it is to use its budget. */
function methodFor(name: string, { stallHops, handling }: Cell): RobustMethod {
  const method = robustMethodNamed(name);
  if (method === undefined) throw new RangeError(`There is no method "${name}"`);
  const penaltyWeight = handlingOf(handling!).weight ?? PENALTY_WEIGHT;
  switch (name) {
    case 'tabu': {
      const options = { ...PRINTED_TABU, penaltyWeight, stallHops: Number(stallHops), idleLongHops: Infinity };
      return { ...method, solve: (input) => tabuMethod(input, options) };
    }
    case 'ga':
      return {
        ...method,
        solve: (input) => geneticMethod(input, { ...PRINTED_ROBUST_GA, penaltyWeight, stallGenerations: Infinity }),
      };
    case 'gals':
      return {
        ...method,
        solve: (input) => geneticMethod(input, { ...PRINTED_ROBUST_GALS, penaltyWeight, stallGenerations: Infinity }),
      };
    default:
      return method;
  }
}

/** The trial's instance with the cell's limits. */
export function instanceFor(cell: Cell, seed: number): RobustInstance {
  const bundled = bundledInstance('robust', cell['instance']!) as RobustInstance;
  const { tasks } = bundled.workload;
  // Tiny instances have given times: every trial of them is the same.
  const instance = tasks.source === 'generated' ? trialOf(bundled, seed) : bundled;
  const own = { deadlineS: Number(cell['deadlineS']), energyBudgetJ: 1e6 * Number(cell['budgetMJ']) };
  return { ...instance, limits: { ...instance.limits, ...own } };
}

/**
 * Times drawn last, kept because cells of one trial follow each other and times do not depend on limits: a function of
 * its key.
 */
let drawn: { readonly key: string; readonly times: TaskTimes } | null = null;

function openedFor(cell: Cell, seed: number): OpenedRobust {
  const instance = instanceFor(cell, seed);
  const key = `${cell['instance']!} ${seed}`;
  if (drawn?.key !== key) {
    const read = timesOf(instance, '');
    if (!read.ok) throw new RangeError(`The instance ${instance.name} has no times`);
    drawn = { key, times: read.times };
  }
  const { times } = drawn;
  return { ok: true, instance, times, model: robustModel(instance, times), sha256: digestOf(instance), warnings: [] };
}

function valuesOf({ mapping, record: { result, evaluation } }: SolvedRobust): TrialValues {
  const { work, termination, feasible, boundZ } = result;
  const count = (name: string): number | null => work[name] ?? null;
  return {
    outcome:
      termination === 'infeasible' ? 'infeasible' : mapping === null ? 'no plan' : feasible ? 'plan' : 'breaks limits',
    psi: rounded(evaluation?.psi.probability),
    psiZ: rounded(evaluation?.psi.z),
    phi: rounded(evaluation?.phi.probability),
    phiZ: rounded(evaluation?.phi.z),
    energyMeanJ: rounded(evaluation?.energyMeanJ),
    boundZ: rounded(boundZ),
    iterations: count('iterations'),
    generations: count('generations'),
    longHops: count('longHops'),
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}
