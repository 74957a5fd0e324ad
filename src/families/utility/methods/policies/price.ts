import { S_PER_H, S_PER_MIN } from '../../../../../models/units.js';
import { type Day, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { startingUtility } from '../../../../../models/families/utility-function.js';
import { type Candidate, MAX_MAX, type MappingEvent, type Policy } from '../policy.js';
import { fluidProgram, type RestOfDay, SHARES } from './fluid-program.js';
import { greatestDraw } from './greatest-draw.js';
import { rowPrices } from './row-prices.js';

/** Number of arrivals from which prices are computed; from then on also whenever they have doubled. */
const FIRST_ARRIVALS = 4;
/** Time after which prices are computed anew in any case, and for the first time if few tasks have arrived, s. */
const EVERY_S = 15 * S_PER_MIN;
/** Price of energy before any is known, as a fraction of a typical one: a small one wastes little and saves much. */
const FIRST_PRICE = 0.25;
/** Number of tasks of equal energy by which the computed price weighs as much as the first one. */
const TRUSTED_TASKS = 5;
/**
 * Fraction of the rise of the price of energy, as the run's own energy makes it scarcer, that a run pays. Ours: without
 * it one job may take half of a day's energy, with all of it wide jobs wait too long.
 */
const SCARCITY = 0.5;
/** Fraction of the price of its nodes that a serial task must be worth. Wide tasks leave gaps that cost nothing. */
const REFUSAL = 0.75;
/** Exponent of the task's least size in the divisor of the key; that of the candidate's own size is the rest to 1. */
const LEAST_SIZE_POWER = 0.75;

/**
 * Returns the policy with prices of energy and nodes, the dual values of a fluid program of the rest of the day
 * (fluid-program.ts; docs/utility/policies.md). A candidate is worth its utility less the price of its energy. One that
 * is worth nothing is refused. The key is the worth less the price of the nodes, divided by the task's size.
 *
 * The price of energy is paid by runs that reach into a day with a budget, also if they begin before it. It is 0 where
 * energy cannot run out. Without a budget, the key is worth per time and core.
 */
export function energyPrice(model: UtilityModel): Policy {
  const { environment, tasks, charging } = model;
  const scale = scaleOf(model);
  const program = fluidProgram(model, FIRST_PRICE * scale);
  const sizes = sizesOf(model);
  const greatestJ = greatestDraw(model);
  const rows = rowPrices(model, scale);
  const refusal = environment === 'parallel' ? 0 : REFUSAL;
  /** The day whose energy is priced; null if it has no budget. */
  let day: Day | null = null;
  let node: Float64Array | null = null;
  let leftJ = Infinity;
  /** Price of energy by the share of what is left that a run takes, utility/J (`FluidPrices.energy`). */
  let learnt = new Float64Array(SHARES + 1).fill(FIRST_PRICE * scale);
  /** Price of energy in this mapping event, utility/J. At Infinity nothing that draws on the budget starts. */
  let charged = 0;
  let busy = 1;
  let arrived = 0;
  let solvedS = -Infinity;
  let arrivedAtSolution = 0;
  let hasRisen = true;

  const isDue = ({ nowS }: MappingEvent, isNewDay: boolean): boolean =>
    arrived >= Math.max(FIRST_ARRIVALS, 2 * arrivedAtSolution) ||
    (nowS >= EVERY_S && (nowS >= solvedS + EVERY_S || isNewDay));
  const solve = (rest: RestOfDay): void => {
    solvedS = rest.nowS;
    arrivedAtSolution = arrived;
    const found = program(arrived, rest);
    if (found === null) return;
    const trust = found.equalTasks ** 2 / (found.equalTasks ** 2 + TRUSTED_TASKS ** 2);
    learnt = found.energy.map((price) => trust * price + (1 - trust) * FIRST_PRICE * scale);
    node = found.node;
    busy = busyness(model, arrived, rest.nowS);
  };
  /** Returns the price of energy at a mapping event, utility/J, after computing it anew if that is due. */
  const priceAt = (now: MappingEvent, isNewDay: boolean): number => {
    if (day === null) return 0;
    const isToday = day === now.day;
    leftJ = day.budgetJ - (isToday ? now.committedJ : now.next!.committedJ);
    const fromS = Math.max(now.nowS, day.startS);
    if (!(leftJ > 0 && fromS < day.endS)) return Infinity;
    const wholeNodeS = model.pools.reduce((sum, { nodes }) => sum + nodes, 0) * (day.endS - fromS);
    const free = isToday ? Math.min(1, now.freeNodeS / wholeNodeS) : 1;
    if (isDue(now, isNewDay)) solve({ nowS: now.nowS, fromS, endS: day.endS, leftJ, free });
    return isToday && greatestJ(now.nowS, day.endS) <= day.budgetJ - now.consumedJ ? 0 : learnt[0]!;
  };
  /** Returns the price that a run of this energy pays, utility/J. */
  const priceOf = (energyJ: number): number => {
    if (charged === 0) return 0;
    const at = SHARES * Math.min(1, energyJ / leftJ);
    const k = Math.min(SHARES - 1, Math.floor(at));
    const mean = learnt[k]! + (at - k) * (learnt[k + 1]! - learnt[k]!);
    return charged + SCARCITY * (mean - charged);
  };

  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    tellsPoolsApart: true,
    key({ option, pool, nodes, endS, utility, energyJ, timeS, cores }: Candidate) {
      const isPriced = day !== null && endS > day.startS;
      if (isPriced && charged === Infinity) return -Infinity;
      const perJ = (isPriced ? priceOf(energyJ) : 0) + (rows === null ? 0 : rows.charge[pool]!);
      const net = perJ === 0 ? utility : utility - perJ * energyJ;
      const paid = node === null ? 0 : node[pool]! * nodes * timeS;
      if (!(net - refusal * busy * paid > 0)) return -Infinity;
      return node === null ? net / (timeS * cores) : (net - paid) / sizes[option]!;
    },
    begin(now) {
      const before = [day, charged, node, leftJ] as const;
      while (arrived < tasks.count && tasks.arrivalS[arrived]! <= now.nowS) arrived++;
      day = [now.day, now.next?.day].find((one) => one !== undefined && one.budgetJ < Infinity) ?? null;
      if (day === null) node = null;
      charged = priceAt(now, day !== before[0]);
      const cooler = rows?.begin(now) ?? 0;
      // With a tariff, what costs less later may be worth more later.
      const isSame = day === before[0] && charged === before[1] && node === before[2] && leftJ <= before[3];
      hasRisen = !isSame || cooler > 0 || charging !== undefined;
    },
    haveKeysRisen: () => hasRisen,
    // Nothing is charged where there is no budget or it cannot run out, whatever was learnt before.
    price: () => (charged === 0 ? NaN : learnt[0]!),
  };
}

/**
 * Returns the square of the arrivals of the last hour over the mean arrivals of an hour so far, at most 1. In quiet hours
 * free nodes are worth less than on average.
 */
function busyness({ tasks }: UtilityModel, arrived: number, nowS: number): number {
  const lookS = Math.min(nowS, S_PER_H);
  let recent = 0;
  while (recent < arrived && tasks.arrivalS[arrived - 1 - recent]! > nowS - lookS) recent++;
  return lookS > 0 && arrived > 0 ? Math.min(1, (recent * nowS) / (arrived * lookS)) ** 2 : 1;
}

/**
 * Returns the size by which the key of each option (pool and P-state) is divided: core-seconds of the option and the
 * least of its kind of work, as a geometric mean.
 */
function sizesOf({ options, pools }: UtilityModel): Float64Array {
  const coreS = options.timeS.map((timeS, o) => timeS * options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode);
  const sizes = new Float64Array(coreS.length);
  for (let kind = 0; kind < options.kindCount; kind++) {
    const [first, end] = [options.first[kind]!, options.first[kind + 1]!];
    const least = coreS.subarray(first, end).reduce((a, b) => Math.min(a, b), Infinity);
    for (let o = first; o < end; o++) sizes[o] = least ** LEAST_SIZE_POWER * coreS[o]! ** (1 - LEAST_SIZE_POWER);
  }
  return sizes;
}

/**
 * Returns a typical price of energy, utility/J: mean initial utility of the utility functions divided by mean energy of
 * an option (pool and P-state). Returns 1 if either mean is 0.
 */
function scaleOf({ functions, options }: UtilityModel): number {
  let utility = 0;
  for (let f = 0; f < functions.count; f++) utility += startingUtility(functions, f) / functions.count;
  let energyJ = 0;
  const count = options.timeS.length;
  for (let o = 0; o < count; o++) energyJ += (options.powerW[o]! * options.timeS[o]!) / count;
  return utility > 0 && energyJ > 0 ? utility / energyJ : 1;
}
