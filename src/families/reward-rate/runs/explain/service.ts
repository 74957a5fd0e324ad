import { J_PER_KJ } from '../../../../../models/units.js';
import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import type { RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import { inUnit, percent, plain, significant } from '../../../../reports/format.js';
import type { OpenedModel } from '../open.js';
import type { Solved } from '../solve.js';
import { type Asking, runsAfter } from './goal.js';

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
interface Earning {
  readonly nodeType: string;
  /** Why the task type cannot run there: no execution times, or it misses its deadline. Absent if it can run. */
  readonly cannot?: 'noTimes' | 'deadline';
  /** Reward of one core in the best P-state, reward/s; null if the task type cannot run there. */
  readonly perCore: number | null;
  /** Reward per kJ above idle in the most efficient P-state. Null if the task type cannot run or draws no power. */
  readonly perKJ: number | null;
}

/** Largest reward per task that is valid in an instance file. */
const MAX_REWARD = 1e12;
/** Number of significant digits to which the rewards tried are rounded. */
const DIGITS = 6;

/** A task type counts as served if at least this fraction of its arrivals is completed. */
export const SERVED_SHARE = 0.01;

/** Request to explain how a plan serves a task type (its index). `base` is a run of the default method. */
interface ServiceRequest {
  readonly evaluation: PlanEvaluation;
  readonly base: Solved;
  readonly task: number;
  /** True to try larger rewards per task if the default method's plan does not serve the type either. */
  readonly isTried: boolean;
}

/** Explains why a plan serves little or nothing of a task type's arrivals. */
export async function serviceExplanation(
  opened: OpenedModel,
  { evaluation, base, task, isTried }: ServiceRequest,
  asking: Asking,
): Promise<ServiceExplanation> {
  const { instance } = opened;
  // With the greatest times and powers, where plans must be robust to them.
  const kept = opened.model.instance;
  const { name: taskType, arrivalRatePerS: arrivingPerS, rewardPerTask } = instance.workload.taskTypes[task]!;
  const earns = earningsOf(kept, task);
  const served = instance.workload.taskTypes.flatMap((_, i) =>
    isServed(instance, i, evaluation.ratePerS[i]!) ? (bestPerKJ(earningsOf(kept, i)) ?? []) : [],
  );
  const servedPerKJ = served.length === 0 ? null : Math.min(...served);
  const told = { taskType, arrivingPerS, completedPerS: evaluation.ratePerS[task]!, earns, servedPerKJ };
  const isServedBy = ({ record }: Solved): boolean =>
    record.evaluation !== null && isServed(instance, task, record.evaluation.ratePerS[task]!);
  const canRun = earns.some(({ cannot }) => cannot === undefined);
  const isBaseServed = isServedBy(base);
  const rewardAt = (multiple: number): number =>
    Math.min(MAX_REWARD, Number((multiple * rewardPerTask).toPrecision(DIGITS)));
  let at: Pick<ServiceExplanation, 'notServedAt' | 'servedAt'> = {
    notServedAt: null,
    servedAt: isBaseServed ? rewardPerTask : null,
  };
  if (isTried && !isBaseServed && canRun && rewardPerTask > 0 && arrivingPerS > 0) {
    const own = bestPerKJ(earns);
    const guess = own === null || servedPerKJ === null ? 2 : servedPerKJ / own;
    const { not, from } = await servedFrom(guess, async (multiple) => {
      const changed = (one: TaskType, i: number): TaskType =>
        i === task ? { ...one, rewardPerTask: rewardAt(multiple) } : one;
      const taskTypes = instance.workload.taskTypes.map(changed);
      const workload = { ...instance.workload, taskTypes };
      const solved = await runsAfter(opened, base, asking)({ ...instance, workload });
      return solved === null ? null : isServedBy(solved);
    });
    at = { notServedAt: not === 1 ? rewardPerTask : rewardAt(not), servedAt: from === null ? null : rewardAt(from) };
  }
  return { ...told, ...at, message: sentence({ ...told, ...at }, rewardPerTask, isBaseServed) };
}

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
function bestPerKJ(earns: readonly Earning[]): number | null {
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

function sentence(told: Omit<ServiceExplanation, 'message'>, rewardPerTask: number, isBaseServed: boolean): string {
  const { taskType, arrivingPerS, completedPerS, earns, servedPerKJ, notServedAt, servedAt } = told;
  const share = arrivingPerS === 0 ? 0 : Math.min(1, completedPerS / arrivingPerS);
  const tasks = (perS: number): string => plain(inUnit(perS, 'tasks/s', { beside: arrivingPerS }));
  const head = `Of ${taskType} the plan completes ${tasks(completedPerS)} of ${tasks(arrivingPerS)} (${plain(percent(share))})`;
  if (arrivingPerS === 0) return `${head}: none arrive.`;
  if (rewardPerTask === 0) return `${head}: they earn nothing.`;
  if (earns.every(({ cannot }) => cannot !== undefined)) return `${head}: no node type runs it by its deadline.`;
  const own = bestPerKJ(earns);
  const perKJ =
    own === null
      ? ''
      : `; at best it earns ${significant(own)} reward/kJ${servedPerKJ === null ? '' : `, the types served earn at least ${significant(servedPerKJ)}`}`;
  if (isBaseServed) return `${head}${perKJ}. The plan that the default method finds serves it.`;
  if (notServedAt === null) return `${head}${perKJ}.`;
  const from = servedAt === null ? 'nor at any reward tried' : `and at ${significant(servedAt)} they do`;
  return `${head}${perKJ}. At ${significant(notServedAt)} reward per task plans found anew serve none, ${from}.`;
}
