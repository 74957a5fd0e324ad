import type { Pool } from '../../../../../models/families/utility/model.js';

/**
 * Machines with their queues, numbered pool by pool. A machine has a running task and "fixed" tasks, whose start is
 * final. Behind them, a virtual queue holds tasks placed only until the next mapping event.
 */
export class Machines {
  readonly count: number;
  /** Index of the first machine of each pool; the last entry is the number of machines. */
  readonly first: Int32Array;
  /** Pool of each machine. */
  readonly pool: Int32Array;
  /** End of the last task with a final start on each machine, s. */
  readonly freeS: Float64Array;
  /** Start that a task placed now would have on each machine, s: behind all tasks placed there in this event. */
  readonly readyS: Float64Array;
  /**
   * For each machine, 1 if the next task placed on it has a final start. 0 once a task in its queue starts after the
   * next mapping event, or no task can start today any more.
   */
  readonly isOpen: Uint8Array;
  /** Number of machines of each pool whose `isOpen` is 1. */
  readonly open: Int32Array;
  /** The machine of each pool on which a task placed now could start first. */
  readonly top: Int32Array;
  /** Start of a task placed now on the machine in `top`, s, by pool. */
  readonly topS: Float64Array;
  /** The machine of each pool on which a task could start first when the mapping event began. */
  readonly baseTop: Int32Array;
  /** Earliest start that a task could have in each pool when the mapping event began, s. */
  readonly baseS: Float64Array;

  /** Machines of each pool as a binary heap, ordered by when they are ready, then by index. */
  private readonly heap: Int32Array;
  /** For each machine, the first task with a final start that has not started yet; -1 if there is none. */
  private readonly head: Int32Array;
  /** For each machine, the last task with a final start that has not started yet. */
  private readonly tail: Int32Array;
  /** For each task with a final start, the next such task on the same machine; -1 if there is none. */
  private readonly behind: Int32Array;
  /** Number of tasks with a final start that have not started. */
  queued = 0;
  private nextS = 0;
  private dayEndS = 0;

  /** @param startS start of each task whose start is final, s */
  constructor(
    pools: readonly Pool[],
    private readonly startS: Float64Array,
  ) {
    this.first = new Int32Array(pools.length + 1);
    pools.forEach(({ nodes }, j) => (this.first[j + 1] = this.first[j]! + nodes));
    this.count = this.first[pools.length]!;
    this.pool = new Int32Array(this.count);
    pools.forEach((_, j) => this.pool.fill(j, this.first[j], this.first[j + 1]));
    this.freeS = new Float64Array(this.count);
    this.readyS = new Float64Array(this.count);
    this.isOpen = new Uint8Array(this.count);
    this.open = new Int32Array(pools.length);
    this.top = new Int32Array(pools.length);
    this.topS = new Float64Array(pools.length);
    this.baseTop = new Int32Array(pools.length);
    this.baseS = new Float64Array(pools.length);
    this.heap = new Int32Array(this.count);
    this.head = new Int32Array(this.count).fill(-1);
    this.tail = new Int32Array(this.count).fill(-1);
    this.behind = new Int32Array(startS.length).fill(-1);
  }

  /**
   * Begins a mapping event with empty virtual queues. Each machine is ready when its fixed tasks (with a final start)
   * are completed, at the earliest now.
   */
  beginEvent(nowS: number, nextS: number, dayEndS: number): void {
    this.nextS = nextS;
    this.dayEndS = dayEndS;
    this.open.fill(0);
    for (let m = 0; m < this.count; m++) {
      this.readyS[m] = Math.max(nowS, this.freeS[m]!);
      const pending = this.head[m]!;
      const isOpen = (pending === -1 || this.startS[pending]! <= nextS) && this.readyS[m]! < dayEndS;
      this.isOpen[m] = isOpen ? 1 : 0;
      if (isOpen) this.open[this.pool[m]!]!++;
    }
    for (let j = 0; j < this.open.length; j++) {
      const from = this.first[j]!;
      const size = this.first[j + 1]! - from;
      for (let k = 0; k < size; k++) this.heap[from + k] = from + k;
      for (let k = (size >> 1) - 1; k >= 0; k--) this.sink(j, k);
      this.readTop(j);
      this.baseTop[j] = this.top[j]!;
      this.baseS[j] = this.topS[j]!;
    }
  }

  /**
   * Places a task behind all others on a machine; returns true if its start is final. `top` stays correct only if the
   * machine is the one that is ready first.
   */
  place(machine: number, startS: number, endS: number): boolean {
    const pool = this.pool[machine]!;
    const fixed = this.isOpen[machine] === 1;
    this.readyS[machine] = endS;
    if (fixed) {
      this.freeS[machine] = endS;
      if (startS > this.nextS || endS >= this.dayEndS) {
        this.isOpen[machine] = 0;
        this.open[pool]!--;
      }
    }
    if (this.top[pool] === machine) {
      this.sink(pool, 0);
      this.readTop(pool);
    }
    return fixed;
  }

  /** Adds a task with a final start to the queue of its machine. */
  enqueue(machine: number, task: number): void {
    if (this.head[machine] === -1) this.head[machine] = task;
    else this.behind[this.tail[machine]!] = task;
    this.tail[machine] = task;
    this.queued++;
  }

  /**
   * Removes and returns the first task in a machine's queue of tasks that have not started; -1 if the queue is empty.
   */
  dequeue(machine: number): number {
    const task = this.head[machine]!;
    if (task === -1) return -1;
    this.head[machine] = this.behind[task]!;
    this.queued--;
    return task;
  }

  private readTop(pool: number): void {
    const machine = this.heap[this.first[pool]!]!;
    this.top[pool] = machine;
    this.topS[pool] = this.readyS[machine]!;
  }

  private sink(pool: number, at: number): void {
    const { heap } = this;
    const from = this.first[pool]!;
    const size = this.first[pool + 1]! - from;
    const machine = heap[from + at]!;
    let k = at;
    for (;;) {
      let child = 2 * k + 1;
      if (child >= size) break;
      if (child + 1 < size && this.isBefore(heap[from + child + 1]!, heap[from + child]!)) child++;
      if (!this.isBefore(heap[from + child]!, machine)) break;
      heap[from + k] = heap[from + child]!;
      k = child;
    }
    heap[from + k] = machine;
  }

  private isBefore(a: number, b: number): boolean {
    return this.readyS[a]! < this.readyS[b]! || (this.readyS[a] === this.readyS[b] && a < b);
  }
}
