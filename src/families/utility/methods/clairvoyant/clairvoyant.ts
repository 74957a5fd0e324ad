import type { UtilityProblem } from '../../../../../models/problems/utility/problem.js';
import type { Schedule } from '../../../../../models/problems/utility/schedule.js';
import type { RunControl } from '../../../../methods/control.js';
import { randomStream } from '../../../../random/stream.js';
import { utilityBound } from '../bound/utility-bound.js';
import { FILTERS, POLICIES } from '../registry.js';
import { simulate } from '../simulate.js';
import { pricedOrder } from './priced-order.js';
import { type Place, Timetable } from './timetable.js';

/** Number of trials of the search for each task that may earn something. Ours. */
const TRIALS_PER_TASK = 20;
/** Number of trials in a step, after which the run may be stopped. */
const TRIALS_PER_STEP = 200;
/** Number of passes of the bound that give the prices to begin with. Ours: half of its own. */
const PASSES = 60;
/** Greatest number of runs taken out in a trial, and of other tasks that may come in. Ours. */
const [MAX_OUT, MAX_IN] = [12, 24];
/** Time before the runs taken out from which other tasks that arrived may come in, s. Ours. */
const BEFORE_S = 14_400;
/** Worst loss that a trial may leave at the beginning and at the end, as a share of the mean worth of a run (simulated annealing). Ours. */
const [FIRST_HEAT, LAST_HEAT] = [0.1, 0.001];

/** Share of the budget from which it counts as used up, and change of the price of energy in a step. Ours. */
const [USED, PRICE_STEP] = [0.998, 0.03];

/** Schedule found with all arrivals known. */
export interface ClairvoyantSchedule {
  readonly schedule: Schedule;
  /** Utility of the measured time at the beginning of the search, and number of its trials. */
  readonly firstUtility: number;
  readonly trials: number;
}

/** Test whether the search covers a problem: unbroken runs of counted nodes, energy in joules, no limits on power. */
export function hasClairvoyant({ environment, powerRows, charging, room, pools }: UtilityProblem): boolean {
  const isPlain = powerRows === undefined && charging === undefined && room === undefined;
  return environment === 'parallel' && isPlain && pools.every(({ allowed }) => allowed === undefined);
}

/**
 * Schedule made with all arrivals known, for comparison with policies and bounds: no scheduler can do this. It begins with the better of two: the
 * runs of the policy `price`, and all tasks in the order of their worth at the bound's prices of nodes and energy, each where it is worth most.
 * Then runs near each other are taken out, and these and tasks left over put back in another order; what loses much is undone.
 *
 * @param seed of all draws
 * @throws RangeError where `hasClairvoyant` is false
 */
export async function clairvoyant(
  problem: UtilityProblem,
  seed: number,
  control: RunControl,
): Promise<ClairvoyantSchedule> {
  if (!hasClairvoyant(problem))
    throw new RangeError('The clairvoyant search knows parallel tasks without a room, a tariff or allowed cores');
  const quiet: RunControl = { step: () => control.step({ phase: 'prices', bound: null, incumbent: null }) };
  const prices = await utilityBound(problem, quiet, { passes: PASSES, startPasses: 0 });
  const energyPrice = (prices.utilityPerMJ ?? 0) / J_PER_MJ;
  const priced = new Timetable(problem, energyPrice);
  const order = pricedOrder(priced, prices);
  insertAll(priced, order);
  const table = new Timetable(problem, energyPrice);
  insertPolicy(table);
  insertAll(table, order);
  const better = priced.value > table.value ? priced : table;
  const firstUtility = better.value;
  const { best, trials } = await search(better, order, seed, control);
  return { schedule: scheduleOf(problem, best), firstUtility, trials };
}

/** Joules in a megajoule. */
const J_PER_MJ = 1e6;

const noPlace = (): Place => ({ option: -1, start: 0, value: 0, net: 0 });

function insertAll(table: Timetable, order: Int32Array): void {
  const place = noPlace();
  for (const task of order) {
    if (table.option[task] === -1 && table.find(task, place)) table.add(task, place.option, place.start);
  }
}

/** Runs of the policy `price` in the order of their starts, each on its option and no earlier; what does not fit is left out. */
function insertPolicy(table: Timetable): void {
  const { problem } = table;
  const policy = POLICIES.find(({ name }) => name === 'price')!.make(problem, { seed: 0 });
  const { schedule } = simulate(problem, policy, FILTERS[0]!.make(problem, 1));
  const runs = Array.from(schedule.task.keys()).sort((a, b) => schedule.pieceStartS[a]! - schedule.pieceStartS[b]!);
  for (const r of runs) {
    const task = schedule.task[r]!;
    const option = schedule.option[r]!;
    const from = Math.ceil(schedule.pieceStartS[r]! / problem.eventIntervalS);
    const start = table.earliest(option, Math.max(from, table.first[task]!), Infinity);
    if (start === -1 || !(table.worth(task, option, start) > 0) || !table.isAffordable(option, start)) continue;
    table.add(task, option, start);
  }
}

/** Placement of the best runs found. */
interface Best {
  readonly option: Int32Array;
  readonly start: Int32Array;
}

async function search(
  table: Timetable,
  order: Int32Array,
  seed: number,
  control: RunControl,
): Promise<{ readonly best: Best; readonly trials: number }> {
  const { problem } = table;
  const { tasks, options, eventIntervalS } = problem;
  const { uniform, integer } = randomStream(seed, 'clairvoyant');
  const byArrival = Int32Array.from(order).sort();
  const best = { option: table.option.slice(), start: table.start.slice(), value: table.value };
  const limit = TRIALS_PER_TASK * order.length;
  const [place, out, into] = [noPlace(), [] as number[], [] as number[]];
  const was = new Int32Array(2 * MAX_OUT);
  const rank = new Float64Array(tasks.count);
  const meanWorth = table.value / Math.max(1, order.length);
  /** Utility with what is left of the energy at its price. */
  const worthOfAll = (): number => table.value - table.energyPrice * table.energyJ.at(-1)!;
  let current = worthOfAll();
  let trials = 0;

  const lowerBound = (atS: number): number => {
    let [low, high] = [0, byArrival.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tasks.arrivalS[byArrival[middle]!]! < atS) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Tasks of a trial: runs that begin nearest to one drawn, in its pool, and tasks without a run that had arrived by then. */
  const choose = (): void => {
    out.length = 0;
    into.length = 0;
    const task = byArrival[integer(0, byArrival.length - 1)]!;
    const option = table.option[task]!;
    const kind = tasks.kind[task]!;
    const drawn = option !== -1 ? option : integer(options.first[kind]!, options.first[kind + 1]! - 1);
    const pool = options.pool[drawn]!;
    const at = option !== -1 ? table.start[task]! : table.first[task]!;
    const near: number[] = [];
    for (const other of byArrival) {
      if (table.option[other] !== -1 && options.pool[table.option[other]!] === pool) near.push(other);
    }
    near.sort((a, b) => Math.abs(table.start[a]! - at) - Math.abs(table.start[b]! - at) || a - b);
    const count = Math.min(near.length, integer(1, MAX_OUT));
    for (let k = 0; k < count; k++) out.push(near[k]!);
    let lastS = at * eventIntervalS;
    for (const one of out) lastS = Math.max(lastS, table.start[one]! * eventIntervalS);
    const [from, to] = [lowerBound(at * eventIntervalS - BEFORE_S), lowerBound(lastS + eventIntervalS)];
    for (let k = 0; k < MAX_IN && to > from; k++) {
      const other = byArrival[integer(from, to - 1)]!;
      if (table.option[other] === -1 && !into.includes(other)) into.push(other);
    }
    if (option === -1 && !into.includes(task)) into.push(task);
  };
  /** Order in which tasks go in: by net worth on arrival per node-second, by that worth, by nodes, or by arrival; a little shuffled. */
  const rankAll = (): void => {
    const by = integer(0, 3);
    for (const task of into) {
      let most = 0;
      const kind = tasks.kind[task]!;
      for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
        const net = table.net(task, o, Math.max(table.first[task]!, Math.ceil(problem.measuredFromS / eventIntervalS)));
        const size = by === 0 ? options.nodes[o]! * options.timeS[o]! : 1;
        most = Math.max(most, by === 2 ? options.nodes[o]! : by === 3 ? 1 / (1 + tasks.arrivalS[task]!) : net / size);
      }
      rank[task] = most * uniform(0.7, 1.3);
    }
    into.sort((a, b) => rank[b]! - rank[a]! || a - b);
  };
  const trial = (): void => {
    choose();
    for (const [k, task] of out.entries()) {
      was[2 * k] = table.option[task]!;
      was[2 * k + 1] = table.start[task]!;
      table.remove(task);
    }
    into.push(...out);
    rankAll();
    for (const task of into) if (table.find(task, place)) table.add(task, place.option, place.start);
    const now = worthOfAll();
    const heat = meanWorth * FIRST_HEAT * (LAST_HEAT / FIRST_HEAT) ** (trials / limit);
    if (now > current + heat * Math.log(1 - uniform())) {
      current = now;
      if (table.value <= best.value) return;
      best.value = table.value;
      best.option.set(table.option);
      best.start.set(table.start);
      return;
    }
    for (const task of into) if (table.option[task] !== -1) table.remove(task);
    for (const [k, task] of out.entries()) table.add(task, was[2 * k]!, was[2 * k + 1]!);
  };

  if (byArrival.length === 0) return { best, trials };
  while (trials < limit) {
    trial();
    trials++;
    if (trials % TRIALS_PER_STEP > 0) continue;
    // Energy that is left over is worth less than the bound has it; a budget that is used up, more.
    table.energyPrice *= table.energyJ.at(-1)! < USED * problem.days.at(-1)!.budgetJ ? 1 - PRICE_STEP : 1 + PRICE_STEP;
    current = worthOfAll();
    if (await control.step({ phase: 'clairvoyant', bound: null, incumbent: best.value })) break;
  }
  return { best, trials };
}

function scheduleOf({ options, eventIntervalS }: UtilityProblem, { option, start }: Best): Schedule {
  const task = Int32Array.from(option.keys()).filter((n) => option[n] !== -1);
  const startS = Float64Array.from(task, (n) => start[n]! * eventIntervalS);
  return {
    task,
    option: task.map((n) => option[n]!),
    firstPiece: Int32Array.from({ length: task.length + 1 }, (_, r) => r),
    pieceStartS: startS,
    pieceEndS: startS.map((atS, r) => atS + options.timeS[option[task[r]!]!]!),
    node: new Int32Array(task.length).fill(-1),
    ...{ dropped: new Int32Array(0), droppedS: new Float64Array(0), unfinished: new Int32Array(0) },
  };
}
