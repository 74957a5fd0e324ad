import { S_PER_H, S_PER_MIN } from '../../../../../models/units.js';
import { type Day, nodeSecondsOf, type Pool, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { startingUtility } from '../../../../../models/families/utility-function.js';
import { type Candidate, MAX_MAX, type MappingEvent, type Policy } from '../policy.js';
import { meanCharge } from './fluid-bids.js';
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
 * it one job may take half of a day's energy; half of it and all of it earn the same within a thousandth.
 */
const SCARCITY = 0.5;
/** Fraction of the price of its nodes that a serial task must be worth. Wide tasks leave gaps that cost nothing. */
const REFUSAL = 0.75;
/** Exponent of the task's least size in the divisor of the key; that of the candidate's own size is the rest to 1. */
const SIZE_EXPONENT = 0.75;

/**
 * Returns the policy with prices of energy and nodes, the dual values of a fluid program of the rest of the day
 * (fluid-program.ts; docs/utility/policies.md). A candidate is worth its utility less the price of its energy. One that
 * is worth nothing is refused. The key is the worth less the price of the nodes, divided by the task's size.
 *
 * The price of energy is paid by runs that reach into a day with a budget, also if they begin before it. It is 0 where
 * energy cannot run out or has no budget. Before any prices are known, the key is the worth per time and core.
 */
export function energyPrice(model: UtilityModel): Policy {
  const { environment, tasks, options, charging } = model;
  const scale = scaleOf(model);
  const program = fluidProgram(model, FIRST_PRICE * scale);
  const sizes = sizesOf(model);
  const greatestJ = greatestDraw(model);
  const rows = rowPrices(model, scale);
  const isParallel = environment === 'parallel';
  const refusal = isParallel ? 0 : REFUSAL;
  /** The day whose energy is priced: today, or the next day if only that has a budget. */
  let day = model.days[0]!;
  let node: Float64Array | null = null;
  /** Price of energy found last, for runs that take next to nothing of it, utility/J. */
  let learnt = FIRST_PRICE * scale;
  /** Price of energy found last for a run on each option (pool and P-state), utility/J. */
  const learntByOption = new Float64Array(options.timeS.length).fill(learnt);
  const free = new Float64Array(options.timeS.length);
  /** Price of energy for each option in this mapping event, utility/J; null if nothing that is priced may start. */
  let charged: Float64Array | null = free;
  let busy = 1;
  let arrived = 0;
  let solvedS = -Infinity;
  let arrivedAtSolution = 0;
  let hasChanged = true;

  const mayRunOut = ({ startS, endS, budgetJ }: Day): boolean => greatestJ(startS, endS) > budgetJ;
  const isDue = ({ nowS }: MappingEvent, isNewDay: boolean): boolean =>
    arrived >= Math.max(FIRST_ARRIVALS, 2 * arrivedAtSolution) ||
    (nowS >= EVERY_S && (nowS >= solvedS + EVERY_S || isNewDay));
  const solve = (rest: RestOfDay): void => {
    solvedS = rest.nowS;
    arrivedAtSolution = arrived;
    const found = program(arrived, rest);
    if (found === null) return;
    const trust = found.equalTasks ** 2 / (found.equalTasks ** 2 + TRUSTED_TASKS ** 2);
    const trusted = found.energy.map((price) => trust * price + (1 - trust) * FIRST_PRICE * scale);
    learnt = trusted[0]!;
    const perJ = meanCharge(model, rest.fromS, rest.endS) / rest.leftJ;
    for (let o = 0; o < learntByOption.length; o++) {
      const mean = valueAt(trusted, perJ * options.powerW[o]! * options.timeS[o]!);
      learntByOption[o] = learnt + SCARCITY * (mean - learnt);
    }
    node = found.node;
    busy = busyness(model, arrived, rest.nowS);
  };
  /** Returns the prices of energy at a mapping event, after computing them anew if that is due. */
  const pricesAt = (now: MappingEvent, isNewDay: boolean): Float64Array | null => {
    const isToday = day === now.day;
    const leftJ = day.budgetJ - (isToday ? now.committedJ : now.next!.committedJ);
    const fromS = Math.max(now.nowS, day.startS);
    const mostJ = greatestJ(fromS, day.endS);
    if (!(fromS < day.endS) || (mostJ > 0 && !(leftJ > 0))) return null;
    const suffices = mostJ === 0 || mostJ <= day.budgetJ - (isToday ? now.consumedJ : 0);
    if (isDue(now, isNewDay)) {
      const seconds = (of: (pool: Pool) => number): number => model.pools.reduce((sum, pool) => sum + of(pool), 0);
      const wholeS = seconds(({ nodes }) => nodes * (day.endS - fromS));
      const idleS = isToday ? now.freeNodeS : seconds((pool) => nodeSecondsOf(pool, fromS, day.endS));
      const rest = { nowS: now.nowS, fromS, endS: day.endS, free: Math.min(1, idleS / wholeS) };
      solve({ ...rest, leftJ: suffices ? Infinity : leftJ });
    }
    return suffices ? free : learntByOption;
  };

  /**
   * Returns what the energy of a candidate costs; Infinity if it may not start.
   *
   * @param perJ what full power limits charge for it, utility/J
   */
  const paidWith = ({ option, endS, energyJ }: Candidate, perJ: number): number => {
    const prices = endS > day.startS ? charged : free;
    return prices === null ? Infinity : (prices[option]! + perJ) * energyJ;
  };
  const paidForEnergy = (candidate: Candidate): number => paidWith(candidate, 0);
  const paidWithPower =
    rows === null ? paidForEnergy : (candidate: Candidate) => paidWith(candidate, rows.charge[candidate.pool]!);
  const paidForNodes = ({ pool, nodes, timeS }: Candidate): number => (node === null ? 0 : node[pool]! * nodes * timeS);

  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    tellsPoolsApart: true,
    paidForEnergy,
    paidWithPower,
    nodePrice: () => node,
    refused: (candidate) => paidWithPower(candidate) + refusal * busy * paidForNodes(candidate),
    key(candidate) {
      const { option, utility, timeS, cores } = candidate;
      const paid = paidForNodes(candidate);
      const forEnergy = paidWithPower(candidate);
      if (!(utility > forEnergy + refusal * busy * paid)) return -Infinity;
      const net = utility - forEnergy;
      return node === null
        ? net / (isParallel ? timeS * cores : timeS)
        : (net - paid) / (sizes[option]! * (timeS / options.timeS[option]!));
    },
    begin(now) {
      const before = [day, charged, solvedS] as const;
      while (arrived < tasks.count && tasks.arrivalS[arrived]! <= now.nowS) arrived++;
      day = now.day.budgetJ === Infinity && now.next !== undefined && mayRunOut(now.next.day) ? now.next.day : now.day;
      charged = pricesAt(now, day !== before[0]);
      const cooler = rows?.begin(now) ?? 0;
      const isSame = day === before[0] && charged === before[1] && solvedS === before[2];
      // With a tariff, what costs less later may be worth more later.
      hasChanged = !isSame || cooler > 0 || charging !== undefined;
    },
    haveKeysChanged: () => hasChanged,
    // Nothing is charged where there is no budget or it cannot run out, whatever was learnt before.
    price: () => (charged === free ? NaN : learnt),
  };
}

/** Returns the value at a share (at least 0, capped at 1) of a function given at equal distances from 0 to 1. */
function valueAt(values: Float64Array, share: number): number {
  const at = SHARES * Math.min(1, share);
  const k = Math.min(SHARES - 1, Math.floor(at));
  return values[k]! + (at - k) * (values[k + 1]! - values[k]!);
}

/**
 * Returns the square of the arrivals of the last hour over the mean arrivals of an hour so far, at most 1. In quiet hours
 * free nodes are worth less than on average.
 */
function busyness({ tasks }: UtilityModel, arrived: number, nowS: number): number {
  if (nowS <= S_PER_H) return 1;
  let recent = 0;
  while (recent < arrived && tasks.arrivalS[arrived - 1 - recent]! > nowS - S_PER_H) recent++;
  return Math.min(1, (recent * nowS) / (Math.max(1, arrived) * S_PER_H)) ** 2;
}

/**
 * Returns the size by which the key of each option (pool and P-state) is divided: core-seconds of the option and the
 * least of its kind of work, as a geometric mean.
 */
function sizesOf({ environment, options, pools }: UtilityModel): Float64Array {
  const isParallel = environment === 'parallel';
  const coreS = options.timeS.map(
    (timeS, o) => timeS * (isParallel ? options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode : 1),
  );
  const sizes = new Float64Array(coreS.length);
  for (let kind = 0; kind < options.kindCount; kind++) {
    const [first, end] = [options.first[kind]!, options.first[kind + 1]!];
    const least = coreS.subarray(first, end).reduce((a, b) => Math.min(a, b), Infinity);
    for (let o = first; o < end; o++) sizes[o] = least ** SIZE_EXPONENT * coreS[o]! ** (1 - SIZE_EXPONENT);
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
