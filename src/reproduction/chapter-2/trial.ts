import { J_PER_MJ } from '../../../models/units.js';
import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { solve, type SolveOptions, type Solved } from '../../library/index.js';
import {
  accepted,
  type Outcome,
  outcomeOf,
  alteredInstance,
  bundledFile,
  inTemporaryFolder,
} from '../library-calls.js';
import {
  FOUNDERS_PER_STEP,
  FOUNDING_TRIES,
  foundingSteps,
  handlingOf,
  isSearch,
  LAST_HOUR,
  methodOf,
  PER_STEP,
  POPULATION,
  progressValue,
  type Search,
  secondsOf,
  shareOfWork,
  sizeOf,
  stepsKey,
} from './budgets.js';
import { hoursOf } from './data.js';

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/**
 * Values that a trial records: what the checker finds about the plan, the search's counts, and its progress if the
 * design asks for it.
 */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: Outcome;
  /** Makespan-robustness: the probability that the core most likely to be late meets the deadline. */
  readonly psi: number | null;
  /** Normal quantile of `psi`; 1e308 or -1e308 if it is infinite. */
  readonly psiZ: number | null;
  /** Energy-robustness: the probability of keeping the energy budget by Eqs. 9 and 10. */
  readonly phi: number | null;
  /** Normal quantile of `phi`; 1e308 or -1e308 if it is infinite. */
  readonly phiZ: number | null;
  readonly energyMeanJ: number | null;
  /** Proven bound on the normal quantile of the maximized probability; null except for the method `lagrange`. */
  readonly boundZ: number | null;
  readonly iterations: number | null;
  readonly generations: number | null;
  readonly longHops: number | null;
}

/**
 * Runs one method, as printed in the thesis, on one instance with the limits of the cell. The recorded values depend
 * only on the input.
 */
export function robustTrial(input: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const { cell, seed } = input;
    const { method } = methodOf(cell['method']!);
    const file = await instanceFor(cell, seed, folder);
    const asked = {
      method,
      problem: cell['problem'] as NonNullable<SolveOptions['problem']>,
      seed,
      bound: false,
      ...(isSearch(method) ? searchOptions(method, cell) : {}),
    };
    return trialBy(input, async (workLimit, watch) =>
      accepted(await solve(file, { ...asked, onProgress: watch, ...(workLimit === null ? {} : { workLimit }) })),
    );
  });
}

/** Solves the instance of a trial within `workLimit` steps; null for no limit. */
type Solve = (workLimit: number | null, watch: Watch) => Promise<Solved>;

async function trialBy(input: TrialRequest, solveWithin: Solve): Promise<TrialOutput> {
  const { cell, settings } = input;
  const { method: name } = methodOf(cell['method']!);
  const size = sizeOf(cell);
  const steps = settings[stepsKey(cell['method']!, size)] ?? null;
  if (!isSearch(name)) {
    const solved = await solveWithin(steps === null ? null : Number(steps), () => undefined);
    const nothing = Object.fromEntries(hoursOf(input).map((hour) => [progressValue(hour), null]));
    return { values: { ...valuesOf(solved), ...nothing }, times: timesOf(solved) };
  }
  if (steps === null) throw new RangeError(`The design gives ${cell['method']!} no steps`);
  const founding = await foundingOf(name, cell, solveWithin);
  const own = Math.max(0, Number(steps) - founding.stepsAhead);
  const seconds = secondsOf(cell['method']!, size, settings);
  const work = (hour: number): number =>
    founding.steps + Math.round(own * shareOfWork(hour / LAST_HOUR, seconds, name, size));
  const watched = watchAt(hoursOf(input).map((hour) => ({ hour, work: work(hour) })));
  const solved = await solveWithin(work(LAST_HOUR), watched.watch);
  return { values: { ...valuesOf(solved), ...watched.values() }, times: timesOf(solved) };
}

function timesOf({ record: { timeS } }: Solved): TrialOutput['times'] {
  return { solve: timeS['total'] ?? 0 };
}

type Watch = (point: { readonly work: number; readonly incumbent: number | null }) => void;

/**
 * Returns a function that observes a run, and one that returns the normal quantile of the run's best plan at each of
 * `moments`. At hour 0 this is the best plan of the initial population.
 */
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
  /**
   * Number of search steps that the last step for the initial population makes after the population is complete. It may
   * be a fraction.
   */
  readonly stepsAhead: number;
}

/** Result of `foundingOf` for a method without an initial population. */
const NO_FOUNDERS: Founding = { steps: 0, stepsAhead: 0 };

/**
 * Returns how many steps a search needs for its initial population, rejected candidates included. With the handling
 * "limit", they are counted in a short run.
 */
async function foundingOf(name: Search, { handling }: Cell, solveWithin: Solve): Promise<Founding> {
  if (name === 'tabu') return NO_FOUNDERS;
  if (handling !== 'limit') return { steps: foundingSteps(name), stepsAhead: 0 };
  const short = await solveWithin(FOUNDING_TRIES * foundingSteps(name), () => undefined);
  const founders = short.record.work['fullEvaluations'] ?? POPULATION;
  const steps = Math.ceil(founders / FOUNDERS_PER_STEP);
  return { steps, stepsAhead: (steps * FOUNDERS_PER_STEP - founders) / PER_STEP[name] };
}

/**
 * Returns the options of a search as printed in the thesis, with the cell's trigger of long-hops. Plenum's own stopping
 * rules are off, because the search must use its whole budget.
 */
function searchOptions(name: Search, { stallHops, handling: level }: Cell): SolveOptions {
  const { handling, weight } = handlingOf(level!);
  return {
    constraint: handling,
    persist: true,
    ...(weight === null ? {} : { penaltyWeight: weight }),
    ...(name === 'tabu' ? { stallHops: Number(stallHops) } : {}),
  };
}

/** The parts of an instance file that a trial changes. */
interface RobustShape {
  readonly workload: { readonly tasks: { readonly source: string; readonly seed?: number } };
  readonly limits: object;
}

/**
 * Writes the trial's instance with the limits of the cell to a file and returns its path. Task times of tiny instances
 * are fixed, so all their trials are equal.
 */
export async function instanceFor(cell: Cell, seed: number, folder: string): Promise<string> {
  const file = await bundledFile(`robust/${cell['instance']!}`);
  const own = { deadlineS: Number(cell['deadlineS']), energyBudgetJ: J_PER_MJ * Number(cell['budgetMJ']) };
  return alteredInstance<RobustShape>(file, folder, (bundled) => {
    const { workload } = bundled;
    const { tasks } = workload;
    const drawn = tasks.source === 'generated' ? { ...tasks, seed: tasks.seed! + seed - 1 } : tasks;
    const limits = { ...bundled.limits, ...own };
    return { ...bundled, limits, workload: { ...workload, tasks: drawn }, knownOptimum: undefined };
  });
}

/** The part of a run's `details` that a trial records (docs/robust/results.md). */
interface RobustDetails {
  readonly psi: { readonly probability: number; readonly z: number } | null;
  readonly phi: { readonly probability: number; readonly z: number } | null;
  readonly energyMeanJ: number | null;
  readonly boundZ: number | null;
}

function valuesOf(solved: Solved): TrialValues {
  const { record } = solved;
  const { work } = record;
  const { psi, phi, energyMeanJ, boundZ } = record.details as unknown as RobustDetails;
  const count = (name: string): number | null => work[name] ?? null;
  return {
    outcome: outcomeOf(solved),
    psi: rounded(psi?.probability),
    psiZ: rounded(psi?.z),
    phi: rounded(phi?.probability),
    phiZ: rounded(phi?.z),
    energyMeanJ: rounded(energyMeanJ),
    boundZ: rounded(boundZ),
    iterations: count('iterations'),
    generations: count('generations'),
    longHops: count('longHops'),
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}
