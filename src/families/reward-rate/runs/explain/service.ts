import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';

/** Reasons why a plan serves little or nothing of a task type. */
export interface ServiceExplanation {
  readonly taskType: string;
  readonly arrivingPerS: number;
  readonly completedPerS: number;
  /** Earnings by node type, alone on a core and in its best P-state. */
  readonly earns: readonly Earning[];
  /** Reward per kJ that the served types earn at least, each at its best; null if none is served. */
  readonly servedPerKJ: number | null;
  /**
   * Largest reward per task tried at which a plan found anew serves none; null if one does at the stated reward, or
   * none was tried.
   */
  readonly notServedAt: number | null;
  /** Least reward per task tried at which a plan found anew serves some; null if there was none. */
  readonly servedAt: number | null;
  readonly message: string;
}

/** Earning of a task type on a node type. */
export interface Earning {
  readonly nodeType: string;
  /** Reason why it cannot run there; absent if it can. */
  readonly cannot?: 'noTimes' | 'deadline';
  /** Reward/s of a core, in the P-state that is best for it; null if it cannot run. */
  readonly perCore: number | null;
  /**
   * Reward per kJ that the core draws beyond idle, in the P-state that is best for that; null if it cannot run or draws
   * nothing.
   */
  readonly perKJ: number | null;
}

/** Share of what arrives from which on a task type counts as served. */
export const SERVED_SHARE = 0.01;

/** Returns true if a completion rate counts as service of a task type, by its index. */
export function isServed({ workload }: RewardRateInstance, task: number, completedPerS: number): boolean {
  return completedPerS >= SERVED_SHARE * workload.taskTypes[task]!.arrivalRatePerS && completedPerS > 0;
}

/** Returns the earnings of a task type, by its index, on every node type. */
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
          : Math.max(...drawing.map((p) => (1000 * rewardPerTask) / (timeS[p]! * powerW[p]!))),
    };
  });
}

/** Returns the largest of the earnings per kJ; null if there is none. */
export function bestPerKJ(earns: readonly Earning[]): number | null {
  return earns.reduce<number | null>((most, { perKJ }) => (perKJ === null ? most : Math.max(most ?? 0, perKJ)), null);
}

/** Maximum number of runs for the reward at which a task type is served. */
const MAX_RUNS = 5;
/** Largest multiple of a reward that is tried. */
const MAX_MULTIPLE = 64;
/** Factor between both ends at which the answer is accurate enough. */
const NEAR = 1.05;

/**
 * Returns the multiples of a task type's reward between which plans begin to serve it, by runs. `served` tells whether
 * the plan of a run at a multiple does, null once no more runs are allowed. At 1 it does not. Runs find plans, so
 * neither end is a proof.
 * @param guess first multiple to try.
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
