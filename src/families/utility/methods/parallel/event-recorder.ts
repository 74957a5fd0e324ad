import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { EventSeries } from '../outcome.js';
import type { MappingEvent, Policy } from '../policy.js';
import type { FixedWork } from './fixed-work.js';

/** Records counts and sums of each mapping event. */
export interface EventRecorder {
  /** Records a dropped task for the event that is recorded next. */
  readonly drop: (task: number) => void;
  /** Records an event after its decisions. */
  readonly event: (event: MappingEvent, day: number, waiting: number) => void;
  readonly series: () => EventSeries;
}

export function eventRecorder(model: UtilityModel, policy: Policy, fixed: FixedWork): EventRecorder {
  const { endS, eventIntervalS, pools, tasks } = model;
  const events = Math.ceil(endS / eventIntervalS);
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
  let e = 0;
  return {
    drop(task) {
      series.dropped[e]!++;
      series.droppedByType[tasks.type[task]!]!++;
    },
    event({ nowS, consumedJ }, day, waiting) {
      const counts = fixed.census(nowS, series.busyNodes, e * pools.length);
      series.timeS[e] = nowS;
      series.waiting[e] = waiting;
      series.fixed[e] = counts.fixed;
      series.running[e] = counts.running;
      series.consumedJ[e] = consumedJ;
      series.committedJ[e] = fixed.chargedJ[day]!;
      series.price[e] = policy.price?.() ?? NaN;
      e++;
    },
    series: () => series,
  };
}
