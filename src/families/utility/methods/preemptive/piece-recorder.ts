import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';

/**
 * Records the pieces of execution of all tasks (intervals in which they run uninterrupted) and the utility earned by
 * day.
 */
export interface PieceRecorder {
  /** Utility earned by day. A task's utility is divided among days in proportion to its execution time in each. */
  readonly utilityByDay: Float64Array;
  readonly begin: (task: number, option: number, nowS: number) => void;
  /** Ends the current piece of a task, and the task if `isComplete`. */
  readonly end: (task: number, nowS: number, isComplete: boolean) => void;
  /**
   * Returns the schedule of all recorded pieces.
   *
   * @param droppedS moment at which each task was dropped, s; NaN for tasks that were not dropped
   */
  readonly schedule: (droppedS: Float64Array) => Schedule;
}

export function pieceRecorder({ tasks, functions, days }: UtilityModel): PieceRecorder {
  const utilityByDay = new Float64Array(days.length);
  const option = new Int32Array(tasks.count).fill(-1);
  const isComplete = new Uint8Array(tasks.count);
  /** Index of the first piece of each task; -1 if there is none. */
  const first = new Int32Array(tasks.count).fill(-1);
  /** Index of the latest piece of each task; -1 if there is none. */
  const latest = new Int32Array(tasks.count).fill(-1);
  /** For each piece, index of the next piece of the same task; -1 for its last one. */
  const next: number[] = [];
  const startS: number[] = [];
  const endS: number[] = [];

  const settle = (task: number, nowS: number): void => {
    const earned = utilityAt(functions, tasks.utility[task]!, nowS - tasks.arrivalS[task]!);
    let wholeS = 0;
    for (let q = first[task]!; q !== -1; q = next[q]!) wholeS += endS[q]! - startS[q]!;
    for (let q = first[task]!; q !== -1; q = next[q]!) {
      for (let d = 0; d < days.length; d++) {
        utilityByDay[d]! += (earned * overlapS(startS[q]!, endS[q]!, days[d]!.startS, days[d]!.endS)) / wholeS;
      }
    }
  };
  return {
    utilityByDay,
    begin(task, o, nowS) {
      option[task] = o;
      const piece = startS.push(nowS) - 1;
      endS.push(NaN);
      next.push(-1);
      if (first[task] === -1) first[task] = piece;
      else next[latest[task]!] = piece;
      latest[task] = piece;
    },
    end(task, nowS, complete) {
      endS[latest[task]!] = nowS;
      if (!complete) return;
      isComplete[task] = 1;
      settle(task, nowS);
    },
    schedule(droppedS) {
      const all = Int32Array.from(option.keys());
      const task = all.filter((n) => option[n] !== -1);
      const firstPiece = new Int32Array(task.length + 1);
      const pieceStartS = new Float64Array(startS.length);
      const pieceEndS = new Float64Array(startS.length);
      let pieces = 0;
      for (let r = 0; r < task.length; r++) {
        for (let q = first[task[r]!]!; q !== -1; q = next[q]!) {
          pieceStartS[pieces] = startS[q]!;
          pieceEndS[pieces++] = endS[q]!;
        }
        firstPiece[r + 1] = pieces;
      }
      const dropped = all.filter((n) => !Number.isNaN(droppedS[n]));
      return {
        task,
        option: task.map((n) => option[n]!),
        firstPiece,
        pieceStartS,
        pieceEndS,
        dropped,
        node: new Int32Array(startS.length).fill(-1),
        droppedS: Float64Array.from(dropped, (n) => droppedS[n]!),
        unfinished: task.filter((n) => isComplete[n] === 0),
      };
    },
  };
}
