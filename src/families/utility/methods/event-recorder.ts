import type { UtilityModel } from '../../../../models/families/utility/model.js';
import { dropReasons, type LastEvent, type ReasonOf } from './drop-reason.js';
import type { EventSeries } from './outcome.js';
import type { Filter, Policy } from './policy.js';

/** State of the simulation after the decisions of a mapping event. */
export interface EventRecord {
  readonly nowS: number;
  readonly waiting: number;
  readonly postponed?: number;
  readonly fixed?: number;
  readonly running: number;
  readonly consumedJ: number;
  readonly committedJ: number;
}

/** Records the time series of a simulation, one mapping event after the other. */
export class EventRecorder {
  /** Number of mapping events. They are at 0, one interval, two intervals, ... before the end. */
  readonly count: number;
  readonly series: EventSeries;
  /** Moment at which each task was dropped, s; NaN for tasks that were not dropped. */
  readonly droppedS: Float64Array;
  private event = 0;
  private readonly reasonOf: ReasonOf;

  /**
   * @param leftJ returns the part of a day's budget that is neither drawn nor committed, J; Infinity without a budget
   * @param last what the environment knows of the last mapping event
   */
  constructor(
    private readonly model: UtilityModel,
    private readonly policy: Policy,
    filter: Filter,
    leftJ: (day: number) => number,
    last: LastEvent = {},
  ) {
    const { tasks, pools, endS, eventIntervalS } = model;
    let count = Math.ceil(endS / eventIntervalS);
    while ((count - 1) * eventIntervalS >= endS) count--;
    this.count = count;
    this.droppedS = new Float64Array(tasks.count).fill(NaN);
    const counts = (): Int32Array => new Int32Array(count);
    const amounts = (): Float64Array => new Float64Array(count);
    this.series = {
      timeS: amounts(),
      waiting: counts(),
      postponed: counts(),
      fixed: counts(),
      running: counts(),
      dropped: counts(),
      consumedJ: amounts(),
      committedJ: amounts(),
      price: amounts(),
      nodePrice: new Float64Array(policy.nodePrice === undefined ? 0 : count * pools.length).fill(NaN),
      busyNodes: new Int32Array(count * pools.length),
      dropReason: new Int8Array(tasks.count).fill(-1),
    };
    const lastEventS = (): number => (this.event === 0 ? -Infinity : this.series.timeS[this.event - 1]!);
    this.reasonOf = dropReasons(model, policy, filter, leftJ, lastEventS, last);
  }

  /**
   * Records a dropped task, and why it was dropped, for the next mapping event that is recorded. The policy must not
   * have learnt of that event yet.
   */
  drop(task: number, nowS: number): void {
    this.droppedS[task] = nowS;
    this.series.dropped[this.event]!++;
    this.series.dropReason[task] = this.reasonOf(task, nowS);
  }

  /** Adds to the number of busy nodes of a pool at the next mapping event that is recorded. */
  busy(pool: number, nodes: number): void {
    this.series.busyNodes[this.event * this.model.pools.length + pool]! += nodes;
  }

  record({ nowS, waiting, postponed = 0, fixed = 0, running, consumedJ, committedJ }: EventRecord): void {
    const { series, event } = this;
    series.timeS[event] = nowS;
    series.waiting[event] = waiting;
    series.postponed[event] = postponed;
    series.fixed[event] = fixed;
    series.running[event] = running;
    series.consumedJ[event] = consumedJ;
    series.committedJ[event] = committedJ;
    series.price[event] = this.policy.price?.() ?? NaN;
    const nodePrice = this.policy.nodePrice?.() ?? null;
    if (nodePrice !== null) series.nodePrice.set(nodePrice, event * nodePrice.length);
    this.event++;
  }
}
