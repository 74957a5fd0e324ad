import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';

/** Relative tolerance for rounding in sums of energy; well below the checker's. */
const ROUNDING = 1e-10;

/** Option and start of a task, with what it is worth there. */
export interface Place {
  option: number;
  /** Start as a number of mapping events since the beginning. */
  start: number;
  /** Utility earned in the measured time. */
  value: number;
  /** Value minus the cost of its energy in the measured time at the given price. */
  net: number;
}

export const noPlace = (): Place => ({ option: -1, start: 0, value: 0, net: 0 });

/**
 * Runs of parallel tasks that start at mapping events, with the free nodes of each pool between events and the energy
 * by day. A run occupies its nodes until the first event after its end, so a timetable always keeps all limits. Only
 * runs that earn something in the measured time are included. N tasks, J pools, B events.
 */
export class Timetable {
  /** Length N: option of each run, -1 for tasks without one. */
  readonly option: Int32Array;
  /** Length N: start of each run as a number of events. */
  readonly start: Int32Array;
  /** Utility earned in the measured time. */
  value = 0;
  /** Energy by day, J. */
  readonly energyJ: Float64Array;
  /** Length N: first event at which a task may start. */
  readonly first: Int32Array;
  /** Length J: tasks with a run in each pool, in arbitrary order. */
  readonly inPool: readonly number[][];
  /** Length O: number of event intervals that an option takes. */
  readonly lasts: Int32Array;

  /** Number of events. */
  readonly events: number;
  /** Length J x B: busy nodes. */
  private readonly busy: Int32Array;
  private readonly valueOf: Float64Array;
  /** Length N: index of each run in the list of its pool. */
  private readonly at: Int32Array;

  constructor(
    readonly model: UtilityModel,
    /** Price of energy in the measured time, utility/J, with which places are compared; may be changed at any time. */
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

  /** Returns the number of free nodes of a pool between an event and the next one. */
  free(pool: number, event: number): number {
    return this.model.pools[pool]!.nodes - this.busy[pool * this.events + event]!;
  }

  /** Returns the number of nodes that an option lacks if it starts at an event: 0 if it has enough. */
  missing(option: number, start: number): number {
    const { options } = this.model;
    const pool = options.pool[option]!;
    const end = Math.min(this.events, start + this.lasts[option]!);
    let least = Infinity;
    for (let at = start; at < end; at++) least = Math.min(least, this.free(pool, at));
    return Math.max(0, options.nodes[option]! - least);
  }

  /**
   * Returns the earliest event, from `from` up to but not including `until`, at which enough nodes are free for an
   * option; -1 if there is none.
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

  /** Returns the utility in the measured time of a run from an event on. */
  worth(task: number, option: number, start: number): number {
    const { tasks, functions, options, eventIntervalS, measuredFromS, endS } = this.model;
    const startS = start * eventIntervalS;
    const timeS = options.timeS[option]!;
    const insideS = overlapS(startS, startS + timeS, measuredFromS, endS);
    if (!(insideS > 0)) return 0;
    const utility = utilityAt(functions, tasks.utility[task]!, startS + timeS - tasks.arrivalS[task]!);
    return (utility * insideS) / timeS;
  }

  /** Returns true if the budgets of all days have enough energy left for a run. */
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

  /** Returns the worth of a run minus the cost of its energy in the measured time. */
  net(task: number, option: number, start: number): number {
    const { options, eventIntervalS, measuredFromS, endS } = this.model;
    const startS = start * eventIntervalS;
    const insideS = overlapS(startS, startS + options.timeS[option]!, measuredFromS, endS);
    return this.worth(task, option, start) - this.energyPrice * options.powerW[option]! * insideS;
  }

  /**
   * Finds the free place of greatest net worth for a task and writes it to `best`; returns false if none is worth
   * anything. On each option only the earliest start overall and the earliest in the measured time are tried, because
   * later ones earn no more.
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

  /** Adds a run whose nodes are free. */
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

  /** Removes a run. */
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
