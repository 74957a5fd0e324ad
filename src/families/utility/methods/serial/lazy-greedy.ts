import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import type { Policy } from '../policy.js';
import type { BestCandidate, CandidateLimits, Ready } from './best-candidate.js';
import type { Machines } from './machines.js';
import { TaskHeap } from '../task-heap.js';
import type { Placing } from './placing.js';

/**
 * Limits without effect, for results that must hold although the real limits on start (s) and energy (J) change during
 * a day.
 */
const UNLIMITED = { dayEndS: Infinity, day: Infinity, budgetJ: Infinity, committedJ: new Float64Array(0) };

/**
 * Greedy mapping: repeatedly, the task with the best candidate (machine, P-state and start) takes it. Most tasks need
 * not be examined, because keys (priorities) only fall, so old keys are upper bounds.
 * - Heap `day` orders waiting tasks by an upper bound on their best key. The bound ignores limits that change during a
 * day and virtual queues (tasks placed only until the next event), so it stays valid.
 * - Heap `event` orders the tasks examined in this mapping event by their best key when last examined, virtual queues
 * included.
 * - The next task is the top of the heap whose top has the larger key.
 */
export class LazyGreedy {
  private readonly day: TaskHeap;
  private readonly event: TaskHeap;
  /** For each task, the key (priority) or upper bound by which heap `day` is ordered. */
  private readonly dayKey: Float64Array;
  /** For each task, the key (priority) by which heap `event` is ordered. */
  private readonly eventKey: Float64Array;
  /** 1 for tasks in heap `day`. */
  private readonly isInDay: Uint8Array;
  /** Key (priority) of each task's best candidate without virtual queues (tasks placed only until the next event). */
  private readonly baseKey: Float64Array;
  /** For each task, option of the candidate whose key is `baseKey`; -1 if the task was never examined. */
  private readonly baseOption: Int32Array;
  /** For each task, start of the candidate whose key is `baseKey`, s. */
  private readonly baseStartS: Float64Array;
  /** For each task, machine of the candidate whose key is `baseKey`. */
  private readonly baseMachine: Int32Array;
  /**
   * Value of `epoch` when each task's `baseKey` was computed; -1 if never. If `epoch` is larger now, the key may have
   * risen.
   */
  private readonly baseEpoch: Int32Array;
  /** For each task, option (pool and P-state) of the candidate whose key is `eventKey`. */
  private readonly option: Int32Array;
  /** For each task, start of the candidate whose key is `eventKey`, s. */
  private readonly startS: Float64Array;
  /** For each task, machine of the candidate whose key is `eventKey`. */
  private readonly machine: Int32Array;

  private readonly touched: Int32Array;
  private touchedCount = 0;
  /** Number of mapping events so far at which keys (priorities) may have risen. */
  private epoch = 0;

  private readonly base: CandidateLimits;
  private readonly baseReady: Ready;
  private readonly ready: Ready;

  constructor(
    private readonly model: UtilityModel,
    private readonly policy: Policy,
    private readonly machines: Machines,
    private readonly best: BestCandidate,
    /** 1 for each option (pool and P-state) that the policy considers, otherwise 0. */
    usable: Uint8Array,
    /**
     * Earliest completion in this mapping event for each kind of work (task type and cores), s. Tasks placed only until
     * the next event are ignored.
     */
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

  /** Adds tasks that begin to wait, or wait again after a postponement. */
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

  /** Decides a mapping event: places tasks until no further start can be final. */
  map(placing: Placing, waiting: Int32Array, waitingCount: number): void {
    this.refresh(waiting, waitingCount);
    const { event, machines, best } = this;
    const { limits } = placing;
    while (placing.goesOn()) {
      if (this.dayComesFirst()) {
        this.lookAtDay(placing);
        continue;
      }
      const task = event.top();
      if (task === -1) {
        if (this.dayBound() === -Infinity) break;
        this.lookAtDay(placing);
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

  /**
   * Examines all waiting tasks again if keys (priorities) may have risen since the last mapping event.
   */
  private refresh(waiting: Int32Array, count: number): void {
    const { keyFalls, haveKeysChanged } = this.policy;
    if (keyFalls === 'ever' || haveKeysChanged?.() === false) return;
    this.epoch++;
    this.best.learnRefusals();
    const { day } = this;
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

  /**
   * Finds the best candidate (machine, P-state and start) of a task, ignoring limits that change during a day and tasks
   * placed only until the next event.
   */
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
    this.dayKey[task] = best.key;
  }

  /** Returns an upper bound on the key (priority) of the task on top of heap `day`. */
  private dayBound(): number {
    const task = this.day.top();
    return task === -1 ? -Infinity : this.dayKey[task]!;
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
   * Examines the task on top of heap `day`: corrects its key (priority), moves it to heap `event`, or removes it if it
   * no longer waits.
   */
  private lookAtDay(placing: Placing): void {
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
    if (this.baseKey[task] === -Infinity) return;
    this.eventKey[task] = this.baseKey[task]!;
    this.option[task] = option;
    this.startS[task] = this.baseStartS[task]!;
    this.machine[task] = this.baseMachine[task]!;
    event.push(task);
  }

  /** Moves the tasks examined in this mapping event that still wait back to heap `day`. */
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
