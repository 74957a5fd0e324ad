import { memory, type Memory, profiles, solve, type Solved } from '../../library/index.js';
import { accepted, alteredInstance, bundledFile, keptFolder } from '../library-calls.js';

/** Platform of a trial, which consists of equal nodes. */
export interface Platform {
  readonly nodes: number;
  readonly coresPerNode: number;
}

/** Maximum number of search-tree nodes of an exact search for one Pareto front. The first trials need far fewer. */
const NODE_LIMIT = 3_000_000;
/**
 * Platform for which profiles are computed. Profiles are the same on the other platforms, because no job has more tasks
 * than a node has cores.
 */
const PROFILE_PLATFORM: Platform = { nodes: 3, coresPerNode: 10 };

/** The parts of a bundled month instance that a trial changes. */
interface MonthShape {
  readonly seed: number;
  readonly platform: { readonly nodeTypes: readonly object[] };
  readonly overheads: object;
}

/**
 * Writes the month of a trial on a platform to a file and returns its path. A trial has the same jobs on every
 * platform.
 *
 * @param changeLevelS overhead of a move that changes levels, s
 */
export async function monthFor(
  { nodes, coresPerNode }: Platform,
  trial: number,
  folder: string,
  changeLevelS = 0,
): Promise<string> {
  return alteredInstance<MonthShape>(await bundledFile('jobs/month-3x10'), folder, (month) => ({
    ...month,
    name: `month-${nodes}x${coresPerNode}-trial${trial}`,
    seed: month.seed + trial - 1,
    platform: {
      ...month.platform,
      nodeTypes: month.platform.nodeTypes.map((type) => ({ ...type, nodes, coresPerNode })),
    },
    overheads: { ...month.overheads, changeLevelS },
    // Checkpoints are the readings' and settings' matter.
    checkpointIntervalS: undefined,
    knownOptimum: undefined,
  }));
}

/**
 * Profiles (trade-offs of time and energy) of a trial's job types: path of the database, and a cache of what was read
 * from it.
 */
export interface TrialProfiles {
  readonly database: string;
  readonly memory: Memory;
  readonly types: readonly { readonly name: string; readonly tasks: number }[];
}

/**
 * Returns a version of `make` that keeps its last result and returns it again if the arguments are equal, as in
 * consecutive trials.
 */
function keptLast<T>(make: (...key: readonly number[]) => Promise<T>): (...key: readonly number[]) => Promise<T> {
  let last: { readonly key: string; readonly value: Promise<T> } | null = null;
  return (...key) => {
    const text = key.join(' ');
    if (last?.key !== text) last = { key: text, value: make(...key) };
    return last.value;
  };
}

async function built(
  trial: number,
  name: string,
  effort: { nodeLimit?: number; goal?: 'product' },
): Promise<TrialProfiles> {
  const folder = keptFolder(name);
  const database = `${folder}/profiles.sqlite`;
  const month = await monthFor(PROFILE_PLATFORM, trial, folder);
  const { record } = accepted(await profiles.build(month, { out: database, workers: 1, ...effort }));
  return { database, memory: memory(), types: record.details['types'] as TrialProfiles['types'] };
}

/**
 * Computes the points with the least product of time and energy for a trial's job types, by branch and bound. The
 * paper's methods use no other points of a Pareto front.
 */
export const productsOf = keptLast((trial) => built(trial, 'products', { nodeLimit: NODE_LIMIT, goal: 'product' }));

/** Computes the whole Pareto fronts of time and energy for a trial's job types, as `solve` does. */
export const frontsOf = keptLast((trial) => built(trial, 'fronts', {}));

/** Upper bounds on the value of all schedules of a month, in which jobs may move. */
export interface TrialBounds {
  readonly malleableBound: number;
  /**
   * Upper bounds on the value at the energy that a schedule draws, one for each of several dual values of energy
   * (`pricePerMJ`). For every schedule:
   *
   * value <= bound + pricePerMJ * energy in MJ
   */
  readonly frontier: readonly { readonly pricePerMJ: number; readonly bound: number }[];
}

/** Computes the bounds of a trial on a platform with this number of nodes and cores per node. */
export const boundsOf = keptLast(async (trial, nodes, coresPerNode): Promise<TrialBounds> => {
  const month = await monthFor({ nodes, coresPerNode }, trial, keptFolder('bounds'));
  const { database, memory: known } = await frontsOf(trial);
  const { record } = accepted(await solve(month, { method: 'price', profiles: database, memory: known }));
  return record.details as unknown as TrialBounds;
});

/** The part of a run's `details` that a trial records (docs/jobs/results.md). */
export interface JobsDetails {
  readonly energyJ: number;
  readonly startingValue: number;
  readonly jobs: number;
  readonly outcomes: Readonly<Record<'inTime' | 'late' | 'worthless' | 'dropped', number>>;
  readonly moves: number;
}

/**
 * Returns the details of a schedule.
 *
 * @throws RangeError with what the checker finds, if the schedule is not feasible
 */
export function judgedDetails({ record: { feasible, violations, details } }: Solved): JobsDetails {
  if (feasible !== true) {
    const broken = (violations ?? []).map(({ constraint }) => constraint);
    throw new RangeError(`The checker refuses the schedule: ${broken.join(', ')}`);
  }
  return details as unknown as JobsDetails;
}
