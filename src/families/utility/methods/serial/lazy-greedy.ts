import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import type { Policy } from '../policy.js';
import type { BestCandidate, CandidateLimits, Ready } from './best-candidate.js';
import type { Machines } from './machines.js';
import { TaskHeap } from '../task-heap.js';
import type { Placing } from './placing.js';

/** Limits for a search that ignores limits which change during a day: any start, any energy (s, J). */
const UNLIMITED = { dayEndS: Infinity, day: Infinity, budgetJ: Infinity, committedJ: new Float64Array(0) };
/** Relative allowance of upper bounds for rounding. Our choice: some thousand spacings, generously. */
const SLACK = 1e-12;

/**
 * Two-stage greedy mapping in which the task with the best candidate of all takes it, again and again, without
 * examining everything. Keys only fall, so an old key is an upper bound. Heap `day` orders waiting tasks by a bound on
 * their best key given only fixed tasks and no changing limits; it stays valid. Heap `event` has the tasks examined in
 * this event, by their best candidate at that time, virtual queues included. The better of the two tops is next. N
 * tasks.
 */
export class LazyGreedy {
  private readonly day: TaskHeap;
  private readonly event: TaskHeap;
  /** Length N each: keys by which the two heaps are ordered. */
  private readonly dayKey: Float64Array;
  private readonly eventKey: Float64Array;
  private readonly isInDay: Uint8Array;
  /**
   * Length N: key of the best candidate given only fixed tasks. The next arrays hold its option and the epoch of the
   * key; both are -1 if the task was never examined.
   */
  private readonly baseKey: Float64Array;
  private readonly baseOption: Int32Array;
  private readonly baseStartS: Float64Array;
  private readonly baseMachine: Int32Array;
  private readonly baseEpoch: Int32Array;
  /** Length N: best candidate within this event; its key is in the heap. */
  private readonly option: Int32Array;
  private readonly startS: Float64Array;
  private readonly machine: Int32Array;

  private readonly touched: Int32Array;
  private touchedCount = 0;
  /** Number of changes of the policy's keys. */
  private epoch = 0;
  /** Sum of the largest rises of keys since all tasks were examined. */
  private risen = 0;

  private readonly base: CandidateLimits;
  private readonly baseReady: Ready;
  private readonly ready: Ready;

  constructor(
    private readonly model: UtilityModel,
    private readonly policy: Policy,
    private readonly machines: Machines,
    private readonly best: BestCandidate,
    /** Length O: 1 if the policy considers the option. */
    usable: Uint8Array,
    /** Earliest completion in this event by kind of work, given only fixed tasks, s. */
    private readonly earliestS: Float64Array,
  ) {
    const { count } = model.tasks;
    this.baseKey = new Float64Array(count);
    this.baseOption = new Int32Array(count).fill(-1);
    this.baseStartS = new Float64Array(count);
    this.baseMachine = new Int32Array(count);
    this.baseEpoch = new Int32Array(count).fill(-1);
    this.option = new Int32Array(count);
    this.startS = new Float64Array(count);
    this.machine = new Int32Array(count);
    this.isInDay = new Uint8Array(count);
    this.touched = new Int32Array(count);
    this.base = { ...UNLIMITED, allowed: usable };
    this.baseReady = { startS: machines.baseS, machine: machines.baseTop };
    this.ready = { startS: machines.topS, machine: machines.top };
    const { timeS } = model.options;
    const shorter = (a: number, b: number, option: Int32Array): number => timeS[option[a]!]! - timeS[option[b]!]!;
    const dayKey = new Float64Array(count).fill(Infinity);
    this.dayKey = dayKey;
    this.day = new TaskHeap(count, (a, b) => {
      if (dayKey[a] !== dayKey[b]) return dayKey[a]! > dayKey[b]!;
      // What was never looked at comes first: its key is unknown.
      if (this.baseOption[a] === -1 || this.baseOption[b] === -1) return this.baseOption[a]! < this.baseOption[b]!;
      return shorter(a, b, this.baseOption) < 0;
    });
    const { pool, pState } = model.options;
    const eventKey = new Float64Array(count);
    this.eventKey = eventKey;
    this.event = new TaskHeap(count, (a, b) => {
      if (eventKey[a] !== eventKey[b]) return eventKey[a]! > eventKey[b]!;
      const byTime = shorter(a, b, this.option);
      if (byTime !== 0) return byTime < 0;
      if (this.startS[a] !== this.startS[b]) return this.startS[a]! < this.startS[b]!;
      const [one, other] = [this.option[a]!, this.option[b]!];
      if (pool[one] !== pool[other]) return pool[one]! < pool[other]!;
      return pState[one] === pState[other] ? a < b : pState[one]! < pState[other]!;
    });
  }

  /** Adds tasks that start to wait, or wait again. */
  addAll(waiting: Int32Array, count: number): void {
    for (let k = 0; k < count; k++) {
      const task = waiting[k]!;
      if (this.isInDay[task] === 1) continue;
      this.isInDay[task] = 1;
      // What rose while it was away is not known.
      if (this.policy.keyFalls !== 'ever') this.dayKey[task] = Infinity;
      this.day.push(task);
    }
  }

  /** Decides an event: places tasks until none can be fixed any more. */
  map(placing: Placing, waiting: Int32Array, waitingCount: number): void {
    this.refresh(waiting, waitingCount);
    const { event, machines, best, policy } = this;
    const { limits } = placing;
    const least = policy.refusesWorthless ? 0 : -Infinity;
    while (placing.goesOn()) {
      if (this.dayComesFirst()) {
        this.lookAtDay(placing, least);
        continue;
      }
      const task = event.top();
      if (task === -1 || !(this.eventKey[task]! > least)) {
        if (!this.dayMayExceed(least)) break;
        this.lookAtDay(placing, least);
        continue;
      }
      const option = this.option[task]!;
      const pool = this.model.options.pool[option]!;
      const startS = this.startS[task]!;
      if (
        machines.topS[pool] === startS &&
        machines.top[pool] === this.machine[task] &&
        best.keeps(limits, option, startS)
      ) {
        event.pop();
        placing.take(task, option, this.machine[task]!, startS);
        continue;
      }
      if (best.find(task, this.ready, limits, option)) {
        this.option[task] = best.option;
        this.startS[task] = best.startS;
        this.machine[task] = best.machine;
        this.eventKey[task] = best.key;
        event.lowered();
      } else event.pop();
    }
    this.giveBack(placing);
  }

  /** Adds the rise of keys since the last event; if it is unknown, all tasks are examined again. */
  private refresh(waiting: Int32Array, count: number): void {
    const { keyFalls, mayRise } = this.policy;
    if (keyFalls === 'ever') return;
    this.epoch++;
    const rise = mayRise?.() ?? Infinity;
    if (rise < Infinity) {
      this.risen += rise * (1 + SLACK);
      return;
    }
    const { day } = this;
    this.risen = 0;
    day.size = 0;
    this.isInDay.fill(0);
    for (let k = 0; k < count; k++) {
      const task = waiting[k]!;
      this.isInDay[task] = 1;
      this.lookAt(task);
      day.append(task);
    }
    day.order();
  }

  /** Finds the best candidate of a task given only fixed tasks, without changing limits. */
  private lookAt(task: number): void {
    const { best, model } = this;
    const { tasks, functions } = model;
    const ageS = this.earliestS[tasks.kind[task]!]! - tasks.arrivalS[task]!;
    best.mostUtility[task] = utilityAt(functions, tasks.utility[task]!, ageS);
    best.find(task, this.baseReady, this.base, this.baseOption[task]!);
    this.baseKey[task] = best.key;
    this.baseOption[task] = best.option;
    this.baseStartS[task] = best.startS;
    this.baseMachine[task] = best.machine;
    this.baseEpoch[task] = this.epoch;
    this.dayKey[task] = best.key - this.risen;
  }

  /** Returns an upper bound on the key of the task on top of heap `day`. */
  private dayBound(): number {
    const task = this.day.top();
    if (task === -1) return -Infinity;
    const key = this.dayKey[task]!;
    if (this.policy.keyFalls === 'ever' || key === Infinity) return key;
    return key + this.risen + SLACK * (Math.abs(key) + this.risen);
  }

  private dayMayExceed(least: number): boolean {
    return this.day.top() !== -1 && this.dayBound() > least;
  }

  private dayComesFirst(): boolean {
    const inDay = this.day.top();
    const inEvent = this.event.top();
    if (inDay === -1 || inEvent === -1) return false;
    const bound = this.dayBound();
    const key = this.eventKey[inEvent]!;
    if (bound !== key) return bound > key;
    if (this.policy.keyFalls !== 'ever' || this.baseOption[inDay] === -1) return true;
    const { timeS } = this.model.options;
    return timeS[this.baseOption[inDay]!]! <= timeS[this.option[inEvent]!]!;
  }

  /**
   * Examines the task on top of heap `day`: corrects its key, moves it to heap `event`, or removes it if it no longer
   * waits.
   */
  private lookAtDay(placing: Placing, least: number): void {
    const { day, event } = this;
    const task = day.top();
    if (!placing.waits(task)) {
      day.pop();
      this.isInDay[task] = 0;
      return;
    }
    const option = this.baseOption[task]!;
    const { baseS, baseTop } = this.machines;
    const pool = option === -1 ? -1 : this.model.options.pool[option]!;
    if (
      this.baseEpoch[task] !== this.epoch ||
      baseS[pool] !== this.baseStartS[task] ||
      baseTop[pool] !== this.baseMachine[task]
    ) {
      this.lookAt(task);
      day.lowered();
      return;
    }
    day.pop();
    this.isInDay[task] = 0;
    this.touched[this.touchedCount++] = task;
    if (!(this.baseKey[task]! > least)) return;
    this.eventKey[task] = this.baseKey[task]!;
    this.option[task] = option;
    this.startS[task] = this.baseStartS[task]!;
    this.machine[task] = this.baseMachine[task]!;
    event.push(task);
  }

  /** Moves examined tasks that still wait back to heap `day`. */
  private giveBack(placing: Placing): void {
    const { day, touched } = this;
    const isMost = this.touchedCount > day.size / 4;
    for (let k = 0; k < this.touchedCount; k++) {
      const task = touched[k]!;
      if (!placing.waits(task)) continue;
      this.isInDay[task] = 1;
      if (isMost) day.append(task);
      else day.push(task);
    }
    if (isMost) day.order();
    this.touchedCount = 0;
    this.event.size = 0;
  }
}
