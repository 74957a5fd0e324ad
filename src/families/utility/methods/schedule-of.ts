import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';

/**
 * Returns the schedule of a simulation in which no task was preempted.
 *
 * @param option option (pool and P-state) of each task; -1 if it never ran
 * @param startS start of each task, s
 * @param droppedS moment at which each task was dropped, s; NaN if it was not dropped
 * @param nodeOf returns the index, in its pool, of a task's first node; absent if nodes are not distinguished
 */
export function scheduleOf(
  { options }: Pick<UtilityModel, 'options'>,
  option: Int32Array,
  startS: Float64Array,
  droppedS: Float64Array,
  nodeOf: (task: number) => number = () => -1,
): Schedule {
  const task = option.map((_, n) => n).filter((n) => option[n] !== -1);
  const dropped = option.map((_, n) => n).filter((n) => !Number.isNaN(droppedS[n]));
  return {
    task,
    option: task.map((n) => option[n]!),
    firstPiece: Int32Array.from({ length: task.length + 1 }, (_, r) => r),
    pieceStartS: Float64Array.from(task, (n) => startS[n]!),
    pieceEndS: Float64Array.from(task, (n) => startS[n]! + options.timeS[option[n]!]!),
    node: task.map(nodeOf),
    dropped,
    droppedS: Float64Array.from(dropped, (n) => droppedS[n]!),
    unfinished: new Int32Array(0),
  };
}
