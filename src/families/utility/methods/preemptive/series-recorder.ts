import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { EventSeries } from '../outcome.js';

/** Values recorded at one event. */
export interface SeriesPoint {
  readonly timeS: number;
  /** Number of waiting tasks, including preempted ones. */
  readonly waiting: number;
  /** Number of tasks that run. */
  readonly running: number;
  readonly consumedJ: number;
  readonly committedJ: number;
  /** Price of energy in force, utility/J; NaN if there is none. */
  readonly price: number;
  /** Number of idle nodes by pool. */
  readonly idle: Int32Array;
}

export interface SeriesRecorder {
  /** Records a dropped task for the event that is recorded next. */
  readonly drop: (task: number) => void;
  readonly record: (event: number, point: SeriesPoint) => void;
  readonly series: () => EventSeries;
}

/** Returns an empty recorder. @param events number of events E */
export function seriesRecorder({ pools, tasks }: UtilityModel, events: number): SeriesRecorder {
  const series = {
    timeS: new Float64Array(events),
    waiting: new Int32Array(events),
    postponed: new Int32Array(events),
    fixed: new Int32Array(events),
    running: new Int32Array(events),
    dropped: new Int32Array(events),
    consumedJ: new Float64Array(events),
    committedJ: new Float64Array(events),
    price: new Float64Array(events),
    busyNodes: new Int32Array(events * pools.length),
    droppedByType: new Int32Array(tasks.type.reduce((greatest, type) => Math.max(greatest, type + 1), 0)),
  };
  let dropped = 0;
  return {
    drop(task) {
      dropped++;
      series.droppedByType[tasks.type[task]!]!++;
    },
    record(event, { timeS, waiting, running, consumedJ, committedJ, price, idle }) {
      series.timeS[event] = timeS;
      series.waiting[event] = waiting;
      series.running[event] = running;
      series.consumedJ[event] = consumedJ;
      series.committedJ[event] = committedJ;
      series.price[event] = price;
      series.dropped[event] = dropped;
      dropped = 0;
      for (const [j, { nodes }] of pools.entries()) series.busyNodes[event * pools.length + j] = nodes - idle[j]!;
    },
    series: () => series,
  };
}
