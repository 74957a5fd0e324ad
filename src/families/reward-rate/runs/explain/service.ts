import { J_PER_KJ } from '../../../../../models/units.js';
import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';

/** Reasons why a plan serves little or nothing of a task type's arrivals. */
export interface ServiceExplanation {
  readonly taskType: string;
  readonly arrivingPerS: number;
  readonly completedPerS: number;
  /** For each node type, what a core earns if it runs the task type by itself in the best P-state. */
  readonly earns: readonly Earning[];
  /**
   * Lowest reward per kJ of the task types that the plan serves, each in its most efficient P-state. Null if it serves
   * none.
   */
  readonly servedPerKJ: number | null;
  /**
   * Largest reward per task tried at which a new plan still does not serve the type. Null if it is served at its
   * present reward, or no reward was tried.
   */
  readonly notServedAt: number | null;
  /** Smallest reward per task tried at which a new plan serves the type; null if none does. */
  readonly servedAt: number | null;
  readonly message: string;
}

/** What a task type earns on one node type: reward per core and per energy. */
export interface Earning {
  readonly nodeType: string;
  /** Why the task type cannot run there: no execution times, or it misses its deadline. Absent if it can run. */
  readonly cannot?: 'noTimes' | 'deadline';
  /** Reward of one core in the best P-state, reward/s; null if the task type cannot run there. */
  readonly perCore: number | null;
  /** Reward per kJ above idle in the most efficient P-state. Null if the task type cannot run or draws no power. */
  readonly perKJ: number | null;
}

/** A task type counts as served if at least this fraction of its arrivals is completed. */
export const SERVED_SHARE = 0.01;

/** Returns true if a task type (its index) with this completion rate counts as served. */
export function isServed({ workload }: RewardRateInstance, task: number, completedPerS: number): boolean {
  return completedPerS >= SERVED_SHARE * workload.taskTypes[task]!.arrivalRatePerS && completedPerS > 0;
}

/** Returns what the task type with index `task` earns per core and per energy on each node type. */
export function earningsOf({ facility, workload }: RewardRateInstance, task: number): Earning[] {
  const { name, rewardPerTask, deadlineS } = workload.taskTypes[task]!;
  return facility.nodeTypes.map((type) => {
    const nodeType = type.name;
    const times = type.tasks.find(({ taskType }) => taskType === name);
    if (times === undefined) return { nodeType, cannot: 'noTimes', perCore: null, perKJ: null };
    const { timeS, powerW } = pStateTable(type, times);
    const meeting = [...timeS.keys()].filter((p) => timeS[p]! < deadlineS);
    if (meeting.length === 0) return { nodeType, cannot: 'deadline', perCore: null, perKJ: null };
    const drawing = meeting.filter((p) => powerW[p]! > 0);
    return {
      nodeType,
      perCore: Math.max(...meeting.map((p) => rewardPerTask / timeS[p]!)),
      perKJ:
        drawing.length === 0
          ? null
          : Math.max(...drawing.map((p) => (J_PER_KJ * rewardPerTask) / (timeS[p]! * powerW[p]!))),
    };
  });
}

/** Returns the largest reward per kJ over the node types; null if the task type can run on none. */
export function bestPerKJ(earns: readonly Earning[]): number | null {
  return earns.reduce<number | null>((most, { perKJ }) => (perKJ === null ? most : Math.max(most ?? 0, perKJ)), null);
}

/** Maximum number of runs in the search for the reward per task at which a task type is served. */
const MAX_RUNS = 5;
/** Largest multiple of a task type's present reward that is tried. */
const MAX_MULTIPLE = 64;
/** The search ends when the smallest sufficient reward is at most this multiple of the largest insufficient one. */
const NEAR = 1.05;

/**
 * Searches for the reward per task from which plans serve a task type, as a multiple of its stated reward. Returns the
 * largest multiple tried without service (`not`) and the smallest with service (`from`; null if none). Both come from
 * plans found, not from proofs.
 *
 * @param guess first multiple to try
 * @param served solves with a multiple of the reward and returns true if the plan serves the type; null if no more runs
 * are allowed. It must be false for multiple 1.
 */
export async function servedFrom(
  guess: number,
  served: (multiple: number) => Promise<boolean | null>,
): Promise<{ readonly not: number; readonly from: number | null }> {
  let [not, from]: [number, number | null] = [1, null];
  let multiple = Math.min(MAX_MULTIPLE, Math.max(NEAR, guess));
  for (let n = 0; n < MAX_RUNS; n++) {
    const isIt = await served(multiple);
    if (isIt === null) break;
    if (isIt) from = multiple;
    else not = multiple;
    if (from === null && multiple === MAX_MULTIPLE) break;
    if (from !== null && from / not <= NEAR) break;
    multiple = from === null ? Math.min(MAX_MULTIPLE, 2 * multiple) : Math.sqrt(not * from);
  }
  return { not, from };
}
