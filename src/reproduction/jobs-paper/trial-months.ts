import { memory, type Memory, profiles, solve, type Solved } from '../../library/index.js';
import { accepted, alteredInstance, bundledFile, keptFolder } from '../library-calls.js';

/** Platform of a trial: equal nodes. */
export interface Platform {
  readonly nodes: number;
  readonly coresPerNode: number;
}

/** Nodes of the exact search per front: a limit that none of the first trials comes near. */
const NODE_LIMIT = 3_000_000;
/** Platform on which profiles are made: jobs have no more tasks than a node has cores, so they are the same on all. */
const PROFILE_PLATFORM: Platform = { nodes: 3, coresPerNode: 10 };

/** What a trial changes of the bundled month. */
interface MonthShape {
  readonly seed: number;
  readonly platform: { readonly nodeTypes: readonly object[] };
}

/** Jobs of a trial on a platform, in a file: trial n of the bundled months, of the same jobs whatever the platform. */
export async function monthFor({ nodes, coresPerNode }: Platform, trial: number, folder: string): Promise<string> {
  return alteredInstance<MonthShape>(await bundledFile('jobs/month-3x10'), folder, (month) => ({
    ...month,
    name: `month-${nodes}x${coresPerNode}-trial${trial}`,
    seed: month.seed + trial - 1,
    platform: {
      ...month.platform,
      nodeTypes: month.platform.nodeTypes.map((type) => ({ ...type, nodes, coresPerNode })),
    },
    // Checkpoints are the readings' and settings' matter.
    checkpointIntervalS: undefined,
    knownOptimum: undefined,
  }));
}

/** Profiles of a trial's types in a database, and what calls have read of it. */
export interface TrialProfiles {
  readonly database: string;
  readonly memory: Memory;
  readonly types: readonly { readonly name: string; readonly tasks: number }[];
}

/** Keeper of the value made last, which the cells of a trial share: a function of its key. */
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

/** Least products of a trial's types by branch and bound: the methods of the paper use no other points of a front. */
export const productsOf = keptLast((trial) => built(trial, 'products', { nodeLimit: NODE_LIMIT, goal: 'product' }));

/** Whole fronts of a trial's types, as `solve` makes them. */
export const frontsOf = keptLast((trial) => built(trial, 'fronts', {}));

/** What bounds all schedules of a month. */
export interface TrialBounds {
  readonly rigidBound: number;
  readonly malleableBound: number;
  /** Bounds by price of energy, for jobs that may move: value <= bound + pricePerMJ for each MJ. */
  readonly frontier: readonly { readonly pricePerMJ: number; readonly bound: number }[];
}

/** Bounds of a trial on so many nodes of so many cores. */
export const boundsOf = keptLast(async (trial, nodes, coresPerNode): Promise<TrialBounds> => {
  const month = await monthFor({ nodes, coresPerNode }, trial, keptFolder('bounds'));
  const { database, memory: known } = await frontsOf(trial);
  const { record } = accepted(await solve(month, { method: 'price', profiles: database, memory: known }));
  return record.details as unknown as TrialBounds;
});

/** Bounds as a record has them beside a schedule's value and energy. */
export function boundFigures(
  { rigidBound, malleableBound, frontier }: TrialBounds,
  { value, energyJ }: { readonly value: number; readonly energyJ: number },
): { readonly bound: number; readonly rigidBound: number; readonly frontierValue: number; readonly leastJ: number } {
  const perJ = (pricePerMJ: number): number => pricePerMJ / 1e6;
  const needs = frontier.map(({ pricePerMJ, bound }) => {
    if (value <= bound) return 0;
    return pricePerMJ > 0 ? (value - bound) / perJ(pricePerMJ) : Infinity;
  });
  return {
    bound: malleableBound,
    rigidBound,
    frontierValue: Math.min(...frontier.map(({ pricePerMJ, bound }) => bound + perJ(pricePerMJ) * energyJ)),
    leastJ: Math.max(0, ...needs),
  };
}

/** What a trial records of the details of a run (docs/jobs/results.md). */
export interface JobsDetails {
  readonly energyJ: number;
  readonly startingValue: number;
  readonly jobs: number;
  readonly outcomes: Readonly<Record<'inTime' | 'late' | 'worthless' | 'dropped', number>>;
  readonly rejectedShare: number;
  readonly moves: number;
  readonly fronts: number;
  readonly provenProducts: number;
}

/** Details of a schedule that the checker passes. @throws RangeError naming what it refuses */
export function judgedDetails({ record: { feasible, violations, details } }: Solved): JobsDetails {
  if (feasible !== true) {
    const broken = (violations ?? []).map(({ constraint }) => constraint);
    throw new RangeError(`The checker refuses the schedule: ${broken.join(', ')}`);
  }
  return details as unknown as JobsDetails;
}
