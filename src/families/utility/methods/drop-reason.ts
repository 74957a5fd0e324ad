import { chargedOverlapS } from '../../../../models/families/utility/energy-tariff.js';
import { isTooLittle, shortestTimesS, type UtilityModel } from '../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../models/families/utility-function.js';
import { CandidateRecord } from './candidate-record.js';
import type { Filter, Policy } from './policy.js';

/**
 * Reasons for which a simulation drops a task, in the order of the tests: the first test that leaves the task no option
 * (pool and P-state) is the reason. If some option passes all tests, the task was crowded out, unless a random policy had
 * drawn another, which does not.
 */
export const DROP_REASONS = [
  'late',
  'budget',
  'filter',
  'energyPrice',
  'powerPrice',
  'nodePrice',
  'power',
  'notDrawn',
  'crowded',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];
/** Indices in `DROP_REASONS`. */
const [LATE, BUDGET, FILTER, ENERGY_PRICE, POWER_PRICE, NODE_PRICE, POWER, NOT_DRAWN, CROWDED] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;

/** Returns the reason for which a task is dropped at a mapping event, as index into `DROP_REASONS`. */
export type ReasonOf = (task: number, nowS: number) => number;

/** What an environment knows of the last mapping event, beside budgets. */
export interface LastEvent {
  /**
   * Returns true if running and decided tasks left an option (pool and P-state) enough room under all power limits.
   * Absent if there are none.
   */
  readonly fitsPower?: (option: number) => boolean;
  /** Returns the one option that a random policy considered for a task. Absent if policies consider all. */
  readonly drawn?: (task: number) => number;
}

/**
 * Returns a function that finds out why a task is dropped (docs/utility/results.md). It tests a start at the last
 * mapping event before the drop at which the task waited, on every option that the policy considers, with the budget,
 * the filter and the prices as that event left them. So it must be called before the policy and the filter learn of the
 * event of the drop. A task that is dropped at its first mapping event is tested there, against worth and budget alone.
 *
 * @param leftJ returns the part of a day's budget that is neither drawn nor committed, J; Infinity without a budget
 * @param lastEventS returns the moment of the mapping event before this one, s; -Infinity if there is none
 */
export function dropReasons(
  model: UtilityModel,
  { pStates, key, draw, paidForEnergy, paidWithPower }: Policy,
  filter: Pick<Filter, 'allows'>,
  leftJ: (day: number) => number,
  lastEventS: () => number,
  { fitsPower, drawn }: LastEvent = {},
): ReasonOf {
  const { tasks, options, functions, days, charging } = model;
  const candidate = new CandidateRecord(model);
  const shortestS = shortestTimesS(options);
  const fits = (o: number, atS: number): boolean => {
    const endS = atS + options.timeS[o]!;
    return days.every(({ startS, endS: midnightS }, d) => {
      if (midnightS <= atS || startS >= endS) return true;
      return options.powerW[o]! * chargedOverlapS(charging, atS, endS, startS, midnightS) <= leftJ(d);
    });
  };
  const earns = (task: number, o: number, atS: number): boolean => {
    const timeS = options.timeS[o]!;
    candidate.set(
      task,
      o,
      atS,
      timeS,
      options.powerW[o]! * chargedOverlapS(charging, atS, atS + timeS, atS, atS + timeS),
    );
    candidate.earn(tasks.utility[task]!, tasks.arrivalS[task]!);
    return !isTooLittle(candidate.utility, model);
  };
  /** Returns the index in `DROP_REASONS` of the first test that an option fails; the last index if it passes all. */
  const failed = (task: number, o: number, atS: number, isKnown: boolean, least: number): number => {
    const isAffordable = fits(o, atS);
    // Only an option that comes further than others so far needs to be looked at more closely.
    if (!isAffordable && least >= BUDGET) return least;
    if (!earns(task, o, atS)) return LATE;
    if (!isAffordable) return BUDGET;
    if (!isKnown) return CROWDED;
    if (!filter.allows(candidate)) return FILTER;
    if (key(candidate) > -Infinity) return fitsPower?.(o) === false ? POWER : CROWDED;
    const forEnergy = paidForEnergy?.(candidate) ?? 0;
    if (forEnergy === Infinity) return BUDGET;
    if (!(candidate.utility > forEnergy)) return ENERGY_PRICE;
    return candidate.utility > (paidWithPower?.(candidate) ?? forEnergy) ? NODE_PRICE : POWER_PRICE;
  };
  return (task, nowS) => {
    const isKnown = tasks.arrivalS[task]! <= lastEventS();
    const atS = isKnown ? lastEventS() : nowS;
    const kind = tasks.kind[task]!;
    const bestAgeS = atS + shortestS[kind]! - tasks.arrivalS[task]!;
    if (isTooLittle(utilityAt(functions, tasks.utility[task]!, bestAgeS), model)) return LATE;
    let furthest: number = LATE;
    for (let o = options.first[kind]!; o < options.first[kind + 1]! && furthest < CROWDED; o++) {
      if (pStates === 'fastest' && options.pState[o] !== 0) continue;
      furthest = Math.max(furthest, failed(task, o, atS, isKnown, furthest));
    }
    if (furthest < CROWDED || !isKnown || draw === undefined || drawn === undefined) return furthest;
    return failed(task, drawn(task), atS, isKnown, LATE) === CROWDED ? CROWDED : NOT_DRAWN;
  };
}
