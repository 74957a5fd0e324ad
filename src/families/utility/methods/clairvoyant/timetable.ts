import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';

/** Relative tolerance for rounding errors when energy is compared with a budget, well below the checker's tolerance. */
const ROUNDING = 1e-10;

/** A place for a task: option (pool and P-state) and start, with the utility that they give. */
export interface Place {
  option: number;
  /** Number of the mapping event at which the run starts, from 0. */
  start: number;
  /** Utility earned in the measured time. */
  value: number;
  /** Utility minus the cost, at the energy's dual value, of the energy drawn in the measured time. */
  net: number;
}

export const noPlace = (): Place => ({ option: -1, start: 0, value: 0, net: 0 });

/**
 * A schedule of parallel tasks that start at mapping events, with free nodes and energy kept up to date. A run occupies
 * its nodes until the first event after its end, so all limits are kept. Only runs that earn utility in the measured
 * time are included.
 */
export class Timetable {
  /** Option (pool and P-state) of each task; -1 for unscheduled tasks. */
  readonly option: Int32Array;
  /** Number of the mapping event at which each task starts, from 0. */
  readonly start: Int32Array;
  /** Utility earned in the measured time by all runs. */
  value = 0;
  /** Total energy of all runs by day, J. */
  readonly energyJ: Float64Array;
  /** Number of the first mapping event at which each task may start. */
  readonly first: Int32Array;
  /** Tasks that run in each pool, in arbitrary order. */
  readonly inPool: readonly number[][];
  /** For each option (pool and P-state), number of event intervals, rounded up, that a run occupies its nodes. */
  readonly lasts: Int32Array;

  readonly events: number;
  /** Number of busy nodes from each mapping event to the next, [pool][event]. */
  private readonly busy: Int32Array;
  private readonly valueOf: Float64Array;
  /** Position of each task in `inPool` of its pool. */
  private readonly at: Int32Array;

  constructor(
    readonly model: UtilityModel,
    /** Dual value of energy in the measured time, utility/J, used to compare places. It may be changed at any time. */
    public energyPrice: number,
  ) {
    const { tasks, options, endS, eventIntervalS, pools, days } = model;
    this.events = Math.ceil(endS / eventIntervalS);
    while ((this.events - 1) * eventIntervalS >= endS) this.events--;
    this.option = new Int32Array(tasks.count).fill(-1);
    this.start = new Int32Array(tasks.count);
    this.valueOf = new Float64Array(tasks.count);
    this.inPool = pools.map(() => []);
    this.at = new Int32Array(tasks.count);
    this.energyJ = new Float64Array(days.length);
    this.busy = new Int32Array(pools.length * this.events);
    this.lasts = Int32Array.from(options.timeS, (timeS) => Math.max(1, Math.ceil(timeS / eventIntervalS)));
    this.first = Int32Array.from(tasks.arrivalS, (arrivalS) => Math.ceil(arrivalS / eventIntervalS));
  }

  /** Returns the number of free nodes of a pool between a mapping event and the next one. */
  free(pool: number, event: number): number {
    return this.model.pools[pool]!.nodes - this.busy[pool * this.events + event]!;
  }

  /**
   * Returns how many free nodes are missing for an option (pool and P-state) that starts at a mapping event; 0 if there
   * are enough.
   */
  missing(option: number, start: number): number {
    const { options } = this.model;
    const pool = options.pool[option]!;
    const end = Math.min(this.events, start + this.lasts[option]!);
    let least = Infinity;
    for (let at = start; at < end; at++) least = Math.min(least, this.free(pool, at));
    return Math.max(0, options.nodes[option]! - least);
  }

  /**
   * Returns the earliest mapping event in [from, until) from which enough nodes are free for a whole run on an option
   * (pool and P-state); -1 if there is none.
   */
  earliest(option: number, from: number, until: number): number {
    const { options, pools } = this.model;
    const pool = options.pool[option]!;
    const most = pools[pool]!.nodes - options.nodes[option]!;
    if (most < 0) return -1;
    const row = pool * this.events;
    const lasts = this.lasts[option]!;
    const last = Math.min(until, this.events);
    let start = from;
    let at = from;
    while (start < last) {
      const end = Math.min(this.events, start + lasts);
      while (at < end && this.busy[row + at]! <= most) at++;
      if (at >= end) return start;
      start = ++at;
    }
    return -1;
  }

  /** Returns the utility that a run starting at a mapping event earns in the measured time. */
  worth(task: number, option: number, start: number): number {
    const { tasks, functions, options, eventIntervalS, measuredFromS, endS } = this.model;
    const startS = start * eventIntervalS;
    const timeS = options.timeS[option]!;
    const insideS = overlapS(startS, startS + timeS, measuredFromS, endS);
    if (!(insideS > 0)) return 0;
    const utility = utilityAt(functions, tasks.utility[task]!, startS + timeS - tasks.arrivalS[task]!);
    return (utility * insideS) / timeS;
  }

  /** Returns true if every day's remaining budget covers the energy of a run. */
  isAffordable(option: number, start: number): boolean {
    const { days, options, eventIntervalS } = this.model;
    const startS = start * eventIntervalS;
    const endS = startS + options.timeS[option]!;
    for (let d = 0; d < days.length; d++) {
      const { startS: fromS, endS: toS, budgetJ } = days[d]!;
      if (budgetJ === Infinity) continue;
      const more = options.powerW[option]! * overlapS(startS, endS, fromS, toS);
      if (more > 0 && this.energyJ[d]! + more > budgetJ * (1 - ROUNDING)) return false;
    }
    return true;
  }

  /**
   * Returns the utility of a run minus the cost, at the energy's dual value, of the energy that the run draws in the
   * measured time.
   */
  net(task: number, option: number, start: number): number {
    const { options, eventIntervalS, measuredFromS, endS } = this.model;
    const startS = start * eventIntervalS;
    const insideS = overlapS(startS, startS + options.timeS[option]!, measuredFromS, endS);
    return this.worth(task, option, start) - this.energyPrice * options.powerW[option]! * insideS;
  }

  /**
   * Finds the free place (pool, P-state and start) with the largest net utility for a task and writes it to `best`.
   * Returns false if no place has a positive net utility. For each option only the earliest start and the earliest
   * start in the measured time are tried, because later starts earn no more.
   */
  find(task: number, best: Place): boolean {
    const { options, tasks, eventIntervalS, measuredFromS } = this.model;
    const kind = tasks.kind[task]!;
    const arrival = this.first[task]!;
    const measured = Math.ceil(measuredFromS / eventIntervalS);
    best.option = -1;
    best.net = 0;
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      this.offer(task, o, this.earliest(o, Math.max(arrival, measured), this.events), best);
      if (arrival >= measured) continue;
      const from = Math.max(arrival, measured - this.lasts[o]! + 1);
      this.offer(task, o, this.earliest(o, from, measured), best);
    }
    return best.option !== -1;
  }

  /** Adds a run. Its nodes must be free. */
  add(task: number, option: number, start: number): void {
    this.option[task] = option;
    this.start[task] = start;
    this.valueOf[task] = this.worth(task, option, start);
    this.value += this.valueOf[task];
    this.change(option, start, 1);
    const list = this.inPool[this.model.options.pool[option]!]!;
    this.at[task] = list.length;
    list.push(task);
  }

  remove(task: number): void {
    this.change(this.option[task]!, this.start[task]!, -1);
    const list = this.inPool[this.model.options.pool[this.option[task]!]!]!;
    const last = list.pop()!;
    if (last !== task) {
      list[this.at[task]!] = last;
      this.at[last] = this.at[task]!;
    }
    this.value -= this.valueOf[task]!;
    this.option[task] = -1;
  }

  private offer(task: number, option: number, start: number, best: Place): void {
    if (start === -1) return;
    const net = this.net(task, option, start);
    if (net <= best.net || !this.isAffordable(option, start)) return;
    best.option = option;
    best.start = start;
    best.net = net;
    best.value = this.worth(task, option, start);
  }

  private change(option: number, start: number, sign: 1 | -1): void {
    const { options, days, eventIntervalS } = this.model;
    const row = options.pool[option]! * this.events;
    const end = Math.min(this.events, start + this.lasts[option]!);
    const nodes = sign * options.nodes[option]!;
    for (let at = start; at < end; at++) this.busy[row + at]! += nodes;
    const startS = start * eventIntervalS;
    const endS = startS + options.timeS[option]!;
    for (let d = 0; d < days.length; d++) {
      this.energyJ[d]! += sign * options.powerW[option]! * overlapS(startS, endS, days[d]!.startS, days[d]!.endS);
    }
  }
}
