import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { startingUtility } from '../../../../models/families/utility-function.js';
import { DROP_REASONS, type DropReason } from '../methods/drop-reason.js';
import type { EventSeries } from '../methods/outcome.js';

/**
 * Reasons for which a task did not run to its end. Those besides `DROP_REASONS`: `preempted`, it ran in part and was not
 * resumed; `waiting`, it was neither started nor dropped by the end; `leftOut`, the method simulates no mapping events
 * (a search that knows all arrivals).
 */
export type NotRunReason = DropReason | 'preempted' | 'waiting' | 'leftOut';
/** All reasons, in the order in which they are shown. */
export const NOT_RUN_REASONS: readonly NotRunReason[] = [...DROP_REASONS, 'preempted', 'waiting', 'leftOut'];

/** Tasks that arrive in the measured time and do not run to their end. Every one of them has one reason. */
export interface NotRun {
  readonly tasks: number;
  /** Sum of the starting utilities of these tasks. */
  readonly startingUtility: number;
  /** Tasks by reason, without reasons that no task has. */
  readonly reasons: readonly ReasonCount[];
}

export interface ReasonCount {
  readonly reason: NotRunReason;
  readonly tasks: number;
  readonly startingUtility: number;
}

/** Tasks of one type that arrive in the measured time, and how many did not run to their end. */
export interface TypeNotRun extends NotRun {
  readonly name: string;
  /** Number of tasks of the type that arrive in the measured time. */
  readonly arrived: number;
}

/**
 * Returns for each task the reason for which it did not run to its end, as index into `NOT_RUN_REASONS`; -1 for tasks
 * that did.
 *
 * @param series time series of the simulation; null if the method simulates no mapping events
 */
function reasonsOf({ tasks }: UtilityModel, schedule: Schedule, series: EventSeries | null): Int8Array {
  const index = (reason: NotRunReason): number => NOT_RUN_REASONS.indexOf(reason);
  const reasons = new Int8Array(tasks.count).fill(index(series === null ? 'leftOut' : 'waiting'));
  if (series !== null) for (const task of schedule.dropped) reasons[task] = series.dropReason[task]!;
  for (const task of schedule.task) reasons[task] = -1;
  for (const task of schedule.unfinished) reasons[task] = index('preempted');
  return reasons;
}

/** Returns the tasks of the measured time that did not run to their end: of all types together, and of each type. */
export function notRun(
  model: UtilityModel,
  schedule: Schedule,
  series: EventSeries | null,
  typeNames: readonly string[] = [],
): { readonly all: NotRun; readonly types: readonly TypeNotRun[] } {
  const { tasks, functions, measuredFromS } = model;
  const width = NOT_RUN_REASONS.length;
  const reasons = reasonsOf(model, schedule, series);
  const rows = typeNames.length + 1;
  const [counts, sums] = [new Int32Array(rows * width), new Float64Array(rows * width)];
  const arrived = new Int32Array(rows);
  for (let task = 0; task < tasks.count; task++) {
    if (tasks.arrivalS[task]! < measuredFromS) continue;
    const utility = startingUtility(functions, tasks.utility[task]!);
    for (const row of [0, tasks.type[task]! + 1]) {
      if (row >= rows) continue;
      arrived[row]!++;
      if (reasons[task] === -1) continue;
      counts[row * width + reasons[task]!]!++;
      sums[row * width + reasons[task]!]! += utility;
    }
  }
  const ofRow = (row: number): NotRun => {
    const found = NOT_RUN_REASONS.map((reason, r) => {
      return { reason, tasks: counts[row * width + r]!, startingUtility: sums[row * width + r]! };
    }).filter((one) => one.tasks > 0);
    const sum = (of: (one: ReasonCount) => number): number => found.reduce((total, one) => total + of(one), 0);
    return { tasks: sum((one) => one.tasks), startingUtility: sum((one) => one.startingUtility), reasons: found };
  };
  return {
    all: ofRow(0),
    types: typeNames.map((name, type) => ({ name, arrived: arrived[type + 1]!, ...ofRow(type + 1) })),
  };
}
