import { firstWhere } from '../../../../../models/bisection.js';
import type { RunControl } from '../../../../methods/control.js';
import { randomStream } from '../../../../random/stream.js';
import { noPlace, type Timetable } from './timetable.js';

/** Number of moves of the search, per task that may earn utility. */
const TRIALS_PER_TASK = 40;
/** Number of moves in a step. A run can be stopped after each step. */
const TRIALS_PER_STEP = 200;
/** Fraction of moves that make room for an unscheduled task; all other moves reorder runs. */
const ROOM_SHARE = 0.6;
/** For moves that reorder runs: maximum numbers of runs removed and of unscheduled tasks added. */
const [MAX_OUT, MAX_IN] = [12, 24];
/**
 * For moves that make room for a task: maximum numbers of runs removed and of other unscheduled tasks added. One wide
 * task may replace many.
 */
const [MAX_OUT_FOR_ROOM, MAX_IN_BESIDE] = [60, 8];
/**
 * Maximum number of random tasks drawn to find an unscheduled task, and number of random places drawn for that task.
 */
const [TASK_DRAWS, PLACE_DRAWS] = [20, 4];
/**
 * Longest wait of a task for which room is made, s: MAX_WAIT_TIMES execution times plus MORE_WAIT_S, but at most
 * MAX_WAIT_S.
 */
const [MAX_WAIT_S, MAX_WAIT_TIMES, MORE_WAIT_S] = [28_800, 3, 1800];
/** A move adds only tasks that arrived at most this long before the removed runs, s. */
const BEFORE_S = 14_400;
/** Initial and final temperature of simulated annealing, as fractions of the mean utility of a task. */
const [FIRST_HEAT, LAST_HEAT] = [0.1, 0.001];
/**
 * `USED`: fraction of the energy budget above which the budget counts as used up. `PRICE_STEP`: relative change of the
 * energy's dual value per step.
 */
const [USED, PRICE_STEP] = [0.998, 0.03];

/** A schedule: option and start of every task. */
export interface Placement {
  /** Option (pool and P-state) of each task; -1 for an unscheduled task. */
  readonly option: Int32Array;
  /** Number of the mapping event at which each task starts, from 0. */
  readonly start: Int32Array;
}

/**
 * Improves a timetable by simulated annealing with two kinds of random moves. One removes runs near each other and
 * reinserts them in another order, together with unscheduled tasks. The other gives an unscheduled task a place (pool,
 * P-state and start) and moves the runs in its way elsewhere. A move that lowers the objective too much is undone.
 *
 * @param order tasks that may earn utility
 * @param seed seed of all random numbers
 */
export async function localSearch(
  table: Timetable,
  order: Int32Array,
  seed: number,
  control: RunControl,
): Promise<{ readonly best: Placement; readonly trials: number }> {
  const { model } = table;
  const { tasks, options, eventIntervalS } = model;
  const { uniform, integer } = randomStream(seed, 'clairvoyant');
  const byArrival = Int32Array.from(order).sort();
  const best = { option: table.option.slice(), start: table.start.slice(), value: table.value };
  const limit = TRIALS_PER_TASK * order.length;
  const measured = Math.ceil(model.measuredFromS / eventIntervalS);
  const meanWorth = table.value / Math.max(1, order.length);
  const place = noPlace();
  /**
   * A move in three lists. `out`: tasks whose runs it removes. `was`: option and start of each of these runs, in pairs.
   * `into`: tasks that it inserts.
   */
  const [out, was, into] = [[] as number[], [] as number[], [] as number[]];
  const rank = new Float64Array(tasks.count);
  /** Returns the objective of the search: utility minus the cost of energy at its dual value. */
  const worthOfAll = (): number => table.value - table.energyPrice * table.energyJ.at(-1)!;
  let current = worthOfAll();
  let trials = 0;

  const lowerBound = (atS: number): number =>
    firstWhere(byArrival.length, (n) => !(tasks.arrivalS[byArrival[n]!]! < atS));
  const takeOut = (task: number): void => {
    out.push(task);
    was.push(table.option[task]!, table.start[task]!);
    table.remove(task);
  };
  const undo = (): void => {
    for (const task of into) if (table.option[task] !== -1) table.remove(task);
    for (const [k, task] of out.entries()) table.add(task, was[2 * k]!, was[2 * k + 1]!);
  };
  /**
   * Adds up to `count` random unscheduled tasks to those that the move inserts. The tasks arrived at most `BEFORE_S`
   * before the mapping event `from`, and before the mapping event that follows `to`.
   */
  const join = (from: number, to: number, count: number): void => {
    const [first, end] = [lowerBound(from * eventIntervalS - BEFORE_S), lowerBound((to + 1) * eventIntervalS)];
    for (let k = 0; k < count && end > first; k++) {
      const other = byArrival[integer(first, end - 1)]!;
      if (table.option[other] === -1 && !into.includes(other) && !out.includes(other)) into.push(other);
    }
  };
  /**
   * Inserts the tasks of a move one by one at their best places. The order is chosen at random: by net utility per
   * node-second, by net utility, by nodes, or by arrival. It is then slightly shuffled.
   */
  const putIn = (): void => {
    const by = integer(0, 3);
    for (const task of into) {
      let most = 0;
      const kind = tasks.kind[task]!;
      for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
        const net = table.net(task, o, Math.max(table.first[task]!, measured));
        const size = by === 0 ? options.nodes[o]! * options.timeS[o]! : 1;
        most = Math.max(most, by === 2 ? options.nodes[o]! : by === 3 ? 1 / (1 + tasks.arrivalS[task]!) : net / size);
      }
      rank[task] = most * uniform(0.7, 1.3);
    }
    into.sort((a, b) => rank[b]! - rank[a]! || a - b);
    for (const task of into) if (table.find(task, place)) table.add(task, place.option, place.start);
  };

  /**
   * Removes the runs of a pool whose starts are nearest to the start of a random task or, if that task is unscheduled,
   * to its earliest start. Reinserts the runs in another order, together with unscheduled tasks.
   */
  const reorder = (): void => {
    const task = byArrival[integer(0, byArrival.length - 1)]!;
    const option = table.option[task]!;
    const kind = tasks.kind[task]!;
    const drawn = option !== -1 ? option : integer(options.first[kind]!, options.first[kind + 1]! - 1);
    const at = option !== -1 ? table.start[task]! : table.first[task]!;
    const near = table.inPool[options.pool[drawn]!]!.toSorted(
      (a, b) => Math.abs(table.start[a]! - at) - Math.abs(table.start[b]! - at) || a - b,
    );
    const count = Math.min(near.length, integer(1, MAX_OUT));
    let last = at;
    for (let k = 0; k < count; k++) {
      last = Math.max(last, table.start[near[k]!]!);
      takeOut(near[k]!);
    }
    join(at, last, MAX_IN);
    if (option === -1 && !into.includes(task)) into.push(task);
    into.push(...out);
    putIn();
  };

  /**
   * Draws random places (pool, P-state and start) for a task and writes the best one to `place`. If nodes are missing
   * at a place, its net utility is reduced by a random fraction, at most the fraction of missing nodes. Returns false
   * if no place has a positive net utility.
   */
  const drawPlace = (task: number): boolean => {
    const kind = tasks.kind[task]!;
    let most = 0;
    place.option = -1;
    for (let draw = 0; draw < PLACE_DRAWS; draw++) {
      const o = integer(options.first[kind]!, options.first[kind + 1]! - 1);
      if (options.nodes[o]! > model.pools[options.pool[o]!]!.nodes) continue;
      const first = Math.max(table.first[task]!, measured - table.lasts[o]! + 1);
      const waitS = Math.min(MAX_WAIT_S, MAX_WAIT_TIMES * options.timeS[o]! + MORE_WAIT_S);
      // Many cannot wait: the first place drawn is the earliest.
      const wait = draw === 0 ? 0 : Math.floor((uniform() ** 2 * waitS) / eventIntervalS);
      const start = Math.min(table.events - 1, first + wait);
      const lacks = (uniform() * table.missing(o, start)) / options.nodes[o]!;
      const worth = table.net(task, o, start) * (1 - lacks);
      if (start < first || !(worth > most)) continue;
      most = worth;
      place.option = o;
      place.start = start;
    }
    return place.option !== -1;
  };
  /**
   * Removes runs until an option (pool and P-state) can start. The order is chosen at random: lowest net utility per
   * node, lowest net utility per node and time, or latest start first. Returns false if too many runs would have to be
   * removed.
   */
  const clear = (option: number, start: number): boolean => {
    const end = Math.min(table.events, start + table.lasts[option]!);
    const endOf = (task: number): number => table.start[task]! + table.lasts[table.option[task]!]!;
    const inWay = table.inPool[options.pool[option]!]!.filter(
      (task) => table.start[task]! < end && endOf(task) > start,
    );
    const by = integer(0, 2);
    for (const task of inWay) {
      const o = table.option[task]!;
      const perNode = table.net(task, o, table.start[task]!) / options.nodes[o]!;
      const worth = by === 0 ? perNode : by === 1 ? perNode / table.lasts[o]! : -table.start[task]!;
      rank[task] = worth * uniform(0.7, 1.3);
    }
    inWay.sort((a, b) => rank[a]! - rank[b]! || a - b);
    for (const task of inWay) {
      if (table.missing(option, start) === 0) return true;
      if (out.length === MAX_OUT_FOR_ROOM) return false;
      takeOut(task);
    }
    return table.missing(option, start) === 0;
  };
  /**
   * Gives a random unscheduled task a place (pool, P-state and start) and moves the runs in its way. Returns false if
   * nothing changed.
   */
  const makeRoom = (): boolean => {
    let task = -1;
    for (let draw = 0; draw < TASK_DRAWS && task === -1; draw++) {
      const drawn = byArrival[integer(0, byArrival.length - 1)]!;
      if (table.option[drawn] === -1) task = drawn;
    }
    if (task === -1 || !drawPlace(task)) return false;
    const { option, start } = place;
    if (!clear(option, start)) {
      undo();
      return false;
    }
    into.push(...out);
    join(start, start, MAX_IN_BESIDE);
    const fits = table.isAffordable(option, start);
    if (fits) table.add(task, option, start);
    const other = into.indexOf(task);
    if (fits && other !== -1) into.splice(other, 1);
    if (!fits && other === -1) into.push(task);
    putIn();
    if (fits) into.push(task);
    return true;
  };

  const trial = (): void => {
    out.length = 0;
    was.length = 0;
    into.length = 0;
    if (uniform() < ROOM_SHARE) {
      if (!makeRoom()) return;
    } else reorder();
    const now = worthOfAll();
    const heat = meanWorth * FIRST_HEAT * (LAST_HEAT / FIRST_HEAT) ** (trials / limit);
    if (!(now > current + heat * Math.log(1 - uniform()))) {
      undo();
      return;
    }
    current = now;
    if (table.value <= best.value) return;
    best.value = table.value;
    best.option.set(table.option);
    best.start.set(table.start);
  };

  if (byArrival.length === 0) return { best, trials };
  while (trials < limit) {
    trial();
    trials++;
    if (trials % TRIALS_PER_STEP > 0) continue;
    // Energy that is left over is worth less than the bound has it; a budget that is used up, more.
    table.energyPrice *= table.energyJ.at(-1)! < USED * model.days.at(-1)!.budgetJ ? 1 - PRICE_STEP : 1 + PRICE_STEP;
    current = worthOfAll();
    if (await control.step({ phase: 'clairvoyant', bound: null, incumbent: best.value })) break;
  }
  return { best, trials };
}
