import type { Month } from '../../../models/families/jobs/month.js';
import type { MonthSchedule } from '../../../models/families/jobs/month-schedule.js';
import { jobsPlanOf } from '../../../models/families/jobs/plan-of.js';
import { formatFaults } from '../../instances/fault.js';
import { checkMonth } from '../../families/jobs/check/check-month.js';
import { monthInstance } from '../../families/jobs/instances/month-instance.js';
import { type LoadedJobs, loadJudgedJobs } from '../../families/jobs/instances/load.js';
import { trialOf } from '../../families/jobs/instances/trial.js';
import {
  energyForValue,
  type MonthBound,
  type ValueFrontier,
  valueAtEnergy,
} from '../../families/jobs/methods/bound/month-bound.js';
import { boundPoints } from '../../families/jobs/methods/bound/bound-points.js';
import { proveFrontier } from '../../families/jobs/methods/bound/prove-frontier.js';
import { proveMonth } from '../../families/jobs/methods/bound/prove-months.js';
import {
  buildProfiles,
  DEFAULT_NODE_LIMIT,
  type ProfileSet,
} from '../../families/jobs/methods/profiles/build-profiles.js';
import { exactFront } from '../../families/jobs/methods/profiles/exact-fronts.js';

/** Platform of a trial: equal nodes. */
export interface Platform {
  readonly nodes: number;
  readonly coresPerNode: number;
}

/** Nodes of the exact search per front: a limit that none of the first trials comes near. */
const NODE_LIMIT = 3_000_000;
/** Platform on which profiles are made: jobs have no more tasks than a node has cores, so they are the same on all. */
const PROFILE_PLATFORM: Platform = { nodes: 3, coresPerNode: 10 };
/** Jobs of a trial on a platform: trial n of the bundled months, of the same jobs whatever the platform. @throws RangeError for jobs that are not sound */
export function openedFor({ nodes, coresPerNode }: Platform, trial: number): LoadedJobs {
  const loaded = loadJudgedJobs(trialOf(monthInstance(nodes, coresPerNode), trial), '', new Uint8Array());
  if (!loaded.ok) throw new RangeError(formatFaults(loaded.faults));
  return loaded;
}

/** Profiles of a trial's types on the one node type: the point of least product on each number of cores, and whether it is proven. */
export interface TrialProfiles {
  readonly set: ProfileSet;
  /** Flags by type, then cores - 1. */
  readonly isProven: readonly (readonly boolean[])[];
}

/** Profiles of least products by branch and bound: the methods of the paper use no other points of a front. */
export function leastProducts({
  types,
  nodeTypes,
  levelsOf,
}: Pick<Month, 'types' | 'nodeTypes' | 'levelsOf'>): TrialProfiles {
  const { power, coresPerNode } = nodeTypes[0]!;
  const found = types.map(({ graphs: [graph] }) =>
    Array.from({ length: Math.min(graph!.tasks, coresPerNode) }, (_, k) =>
      exactFront(graph!, power, k + 1, { goal: 'product', levelsOf, nodeLimit: NODE_LIMIT }),
    ),
  );
  return {
    set: { effort: { nodeLimit: NODE_LIMIT, seed: 0 }, profiles: found.map((fronts) => [{ fronts }]) },
    isProven: found.map((fronts) => fronts.map(({ complete }) => complete)),
  };
}

/** Keeper of the value made last, which the cells of a trial share: a function of its key. */
function keptLast<T>(make: (...key: readonly number[]) => T): (...key: readonly number[]) => T {
  let last: { readonly key: string; readonly value: T } | null = null;
  return (...key) => {
    const text = key.join(' ');
    if (last?.key !== text) last = { key: text, value: make(...key) };
    return last.value;
  };
}

/** Least products of a trial's types. */
export const productsOf = keptLast((trial) => leastProducts(openedFor(PROFILE_PLATFORM, trial).month));

/** Whole fronts of a trial's types, as `solve` makes them. */
export const frontsOf = keptLast((trial) =>
  buildProfiles(openedFor(PROFILE_PLATFORM, trial).month, { nodeLimit: DEFAULT_NODE_LIMIT, seed: 1 }),
);

/** Bounds on all schedules of a month. */
export interface TrialBounds {
  readonly rigid: MonthBound;
  readonly malleable: MonthBound;
  /** Bounds by price of energy, for jobs that may move. */
  readonly frontier: ValueFrontier;
}

/** Bounds of a trial on so many nodes of so many cores. */
export const boundsOf = keptLast(async (trial, nodes, coresPerNode): Promise<TrialBounds> => {
  const { month } = openedFor({ nodes: nodes, coresPerNode: coresPerNode }, trial);
  const control = { step: () => Promise.resolve(false) };
  const points = boundPoints(month, frontsOf(trial));
  const { rigid, malleable } = await proveMonth(month, points, control);
  return { rigid, malleable, frontier: await proveFrontier(month, points, control, malleable) };
});

/** Bounds as a record has them beside a schedule's value and energy. */
export function boundFigures(
  { rigid, malleable, frontier }: TrialBounds,
  { ledger: { value, energyJ } }: MonthSchedule,
): { readonly bound: number; readonly rigidBound: number; readonly frontierValue: number; readonly leastJ: number } {
  return {
    bound: malleable.bound,
    rigidBound: rigid.bound,
    frontierValue: valueAtEnergy(frontier, energyJ),
    leastJ: energyForValue(frontier, value),
  };
}

/** Judgement of a schedule by the checker, which shares no code with what made it. @throws RangeError naming what it refuses */
export function judge(
  { instance, workload, month, names, sha256 }: LoadedJobs,
  schedule: MonthSchedule,
  method: string,
  checkpointIntervalS: number | undefined,
): void {
  const made = { instance: { name: instance.name, sha256 }, method };
  const plan = jobsPlanOf(month, names, schedule, {
    ...made,
    ...(checkpointIntervalS === undefined ? {} : { checkpointIntervalS }),
  });
  const { violations } = checkMonth(instance, workload, plan, null);
  if (violations.length > 0)
    throw new RangeError(
      `The checker refuses the schedule: ${violations.map(({ constraint }) => constraint).join(', ')}`,
    );
}
