import { J_PER_MJ } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import type { RunControl } from '../../../../methods/control.js';
import { utilityBound } from '../bound/utility-bound.js';
import { FILTERS, POLICIES } from '../registry.js';
import { scheduleOf } from '../schedule-of.js';
import { simulate } from '../simulate.js';
import { localSearch } from './local-search.js';
import { pricedOrder } from './priced-order.js';
import { noPlace, Timetable } from './timetable.js';

/**
 * Number of passes of the bound that give the dual values for the initial schedule. Our choice: half as many as for the
 * bound itself.
 */
const PASSES = 60;
/** Schedule made with all arrivals known in advance. */
export interface ClairvoyantSchedule {
  readonly schedule: Schedule;
  /** Utility in the measured time of the initial schedule of the local search. */
  readonly firstUtility: number;
  /** Number of moves that the local search tried. */
  readonly trials: number;
}

/**
 * Returns true if a clairvoyant schedule can be made for a model. The model must be parallel and have no machine room,
 * no budget of money, and no limits on power or on the number of busy nodes.
 */
export function hasClairvoyant({ environment, powerRows, charging, room, pools }: UtilityModel): boolean {
  const isPlain = powerRows === undefined && charging === undefined && room === undefined;
  return environment === 'parallel' && isPlain && pools.every(({ allowed }) => allowed === undefined);
}

/**
 * Returns a schedule made with all arrivals known in advance, which no real scheduler can make, for comparison with
 * policies and bounds. A local search improves the better of two schedules: that of the policy `price`, and one in
 * which tasks are placed in order of utility per cost at the bound's dual values.
 *
 * @param seed seed of the local search
 * @throws RangeError if `hasClairvoyant` is false
 */
export async function clairvoyant(
  model: UtilityModel,
  seed: number,
  control: RunControl,
): Promise<ClairvoyantSchedule> {
  if (!hasClairvoyant(model))
    throw new RangeError('The clairvoyant search knows parallel tasks without a room, a tariff or allowed cores');
  const quiet: RunControl = { step: () => control.step({ phase: 'prices', bound: null, incumbent: null }) };
  const prices = await utilityBound(model, quiet, { passes: PASSES, startPasses: 0 });
  const energyPrice = (prices.utilityPerMJ ?? 0) / J_PER_MJ;
  const priced = new Timetable(model, energyPrice);
  const order = pricedOrder(priced, prices);
  insertAll(priced, order);
  const table = new Timetable(model, energyPrice);
  insertPolicy(table);
  insertAll(table, order);
  const better = priced.value > table.value ? priced : table;
  const firstUtility = better.value;
  const { best, trials } = await localSearch(better, order, seed, control);
  const startS = Float64Array.from(best.start, (start) => start * model.eventIntervalS);
  const droppedS = new Float64Array(model.tasks.count).fill(NaN);
  return { schedule: scheduleOf(model, best.option, startS, droppedS), firstUtility, trials };
}

function insertAll(table: Timetable, order: Int32Array): void {
  const place = noPlace();
  for (const task of order) {
    if (table.option[task] === -1 && table.find(task, place)) table.add(task, place.option, place.start);
  }
}

/**
 * Adds the runs of the schedule made by the policy `price`, in order of their starts. Each run keeps its pool and
 * P-state. It gets the earliest free start that is not before its start in that schedule. Runs that do not fit are left
 * out.
 */
function insertPolicy(table: Timetable): void {
  const { model } = table;
  const policy = POLICIES.find(({ name }) => name === 'price')!.make(model, { seed: 0 });
  const { schedule } = simulate(model, policy, FILTERS[0]!.make(model, 1));
  const runs = Array.from(schedule.task.keys()).sort((a, b) => schedule.pieceStartS[a]! - schedule.pieceStartS[b]!);
  for (const r of runs) {
    const task = schedule.task[r]!;
    const option = schedule.option[r]!;
    const from = Math.ceil(schedule.pieceStartS[r]! / model.eventIntervalS);
    const start = table.earliest(option, Math.max(from, table.first[task]!), Infinity);
    if (start === -1 || !(table.worth(task, option, start) > 0) || !table.isAffordable(option, start)) continue;
    table.add(task, option, start);
  }
}
