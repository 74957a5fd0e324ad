import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import type { EventSeries } from '../outcome.js';

/** Values recorded at one event. */
export interface EventRecord {
  readonly waiting: number;
  readonly postponed: number;
  readonly fixed: number;
  readonly running: number;
  readonly dropped: number;
  readonly consumedJ: number;
  readonly committedJ: number;
  /** Price of energy in force, utility/J; NaN if there is none. */
  readonly price: number;
  /** Number of busy cores of each node, 0 or 1. */
  readonly busy: Int32Array;
}

/** Returns an empty recorder. @param eventsS moments of the events, s */
export function eventRecorder({ pools }: UtilityModel, eventsS: Float64Array, poolOfNode: Int32Array) {
  const count = eventsS.length;
  const series = {
    timeS: eventsS,
    waiting: new Int32Array(count),
    postponed: new Int32Array(count),
    fixed: new Int32Array(count),
    running: new Int32Array(count),
    dropped: new Int32Array(count),
    consumedJ: new Float64Array(count),
    committedJ: new Float64Array(count),
    price: new Float64Array(count),
    busyNodes: new Int32Array(count * pools.length),
  };
  return {
    record(event: number, { busy, ...rest }: EventRecord): void {
      for (const name of Object.keys(rest) as (keyof typeof rest)[]) series[name][event] = rest[name];
      for (let n = 0; n < busy.length; n++) series.busyNodes[event * pools.length + poolOfNode[n]!]! += busy[n]!;
    },
    series: (droppedByType: Int32Array): EventSeries => ({ ...series, droppedByType }),
  };
}

/**
 * Length N each: option of each task (-1 if it never ran), start (s), machine in its pool, and moment of dropping (s;
 * NaN if not dropped).
 */
export interface Choices {
  readonly option: Int32Array;
  readonly startS: Float64Array;
  readonly node: (task: number) => number;
  readonly droppedS: Float64Array;
}

/** Returns the schedule of uninterrupted runs. */
export function scheduleOf({ tasks, options }: UtilityModel, { option, startS, node, droppedS }: Choices): Schedule {
  let runs = 0;
  let drops = 0;
  for (let n = 0; n < tasks.count; n++) {
    if (option[n] !== -1) runs++;
    if (!Number.isNaN(droppedS[n])) drops++;
  }
  const schedule = {
    task: new Int32Array(runs),
    option: new Int32Array(runs),
    firstPiece: Int32Array.from({ length: runs + 1 }, (_, r) => r),
    pieceStartS: new Float64Array(runs),
    pieceEndS: new Float64Array(runs),
    node: new Int32Array(runs),
    dropped: new Int32Array(drops),
    droppedS: new Float64Array(drops),
    unfinished: new Int32Array(0),
  };
  let run = 0;
  let drop = 0;
  for (let n = 0; n < tasks.count; n++) {
    if (!Number.isNaN(droppedS[n])) {
      schedule.dropped[drop] = n;
      schedule.droppedS[drop++] = droppedS[n]!;
    }
    const o = option[n]!;
    if (o === -1) continue;
    schedule.task[run] = n;
    schedule.option[run] = o;
    schedule.pieceStartS[run] = startS[n]!;
    schedule.pieceEndS[run] = startS[n]! + options.timeS[o]!;
    schedule.node[run++] = node(n);
  }
  return schedule;
}
