import type { Pool } from '../../../../../models/families/utility/model.js';

/**
 * Machines with their queues, numbered pool by pool. A machine has a running task, fixed tasks that follow, and during
 * an event a virtual queue of tasks placed behind them, which is emptied at the next event. M machines, J pools, N
 * tasks.
 */
export class Machines {
  readonly count: number;
  /** Length J + 1: first machine of each pool. */
  readonly first: Int32Array;
  /** Length M: pool of each machine. */
  readonly pool: Int32Array;
  /** Length M: end of the machine's last fixed task, s. */
  readonly freeS: Float64Array;
  /** Length M: moment at which a task placed now would start, virtual queue included, s. */
  readonly readyS: Float64Array;
  /**
   * Length M: 1 if the next task placed is fixed, i.e. no queued task starts after the next event and one may still
   * start today.
   */
  readonly isOpen: Uint8Array;
  /** Length J: number of open machines of each pool. */
  readonly open: Int32Array;
  /**
   * Length J: machine that is ready first. The next arrays hold that moment, s, and both as they were at the start of
   * the event.
   */
  readonly top: Int32Array;
  readonly topS: Float64Array;
  readonly baseTop: Int32Array;
  readonly baseS: Float64Array;

  /** Length M: machines of each pool as a heap ordered by ready time, then index. */
  private readonly heap: Int32Array;
  /**
   * Length M: first fixed task that has not started, -1 if none; next array: the last one. Length N: next task on the
   * same machine.
   */
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private readonly behind: Int32Array;
  /** Number of fixed tasks that have not started. */
  queued = 0;
  private nextS = 0;
  private dayEndS = 0;

  /** Creates machines without tasks. @param startS by task: planned start of fixed tasks, s */
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
   * Begins an event with empty virtual queues: each machine is ready when its fixed tasks are done, but not before now.
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
   * Returns the places a task behind all others on a machine; returns true if it is fixed. `top` stays right only if
   * this machine was the first to be ready.
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

  /** Adds a fixed task to its machine's queue. */
  enqueue(machine: number, task: number): void {
    if (this.head[machine] === -1) this.head[machine] = task;
    else this.behind[this.tail[machine]!] = task;
    this.tail[machine] = task;
    this.queued++;
  }

  /** Removes and returns the first fixed task that has not started from a machine's queue; -1 if there is none. */
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
