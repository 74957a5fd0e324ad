import { chargedOverlapS } from '../../../../models/families/utility/energy-tariff.js';
import { isTooLittle, shortestTimesS, type UtilityModel } from '../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../models/families/utility-function.js';
import { CandidateRecord } from './candidate-record.js';
import type { Filter, Policy } from './policy.js';

/**
 * Reasons for which a simulation drops a task, in the order of the tests: the first test that leaves the task no option
 * (pool and P-state) is the reason. If some option passes all tests, the task was crowded out.
 */
export const DROP_REASONS = ['late', 'budget', 'filter', 'energyPrice', 'nodePrice', 'crowded'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Returns the reason for which a task is dropped at a mapping event, as index into `DROP_REASONS`. */
export type ReasonOf = (task: number, nowS: number) => number;

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
  { pStates, key, paidForEnergy }: Pick<Policy, 'pStates' | 'key' | 'paidForEnergy'>,
  filter: Pick<Filter, 'allows'>,
  leftJ: (day: number) => number,
  lastEventS: () => number,
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
    if (!isAffordable && least >= 1) return least;
    if (!earns(task, o, atS)) return 0;
    if (!isAffordable) return 1;
    if (!isKnown) return 5;
    if (!filter.allows(candidate)) return 2;
    if (key(candidate) > -Infinity) return 5;
    const paid = paidForEnergy?.(candidate) ?? 0;
    return paid === Infinity ? 1 : candidate.utility > paid ? 4 : 3;
  };
  return (task, nowS) => {
    const isKnown = tasks.arrivalS[task]! <= lastEventS();
    const atS = isKnown ? lastEventS() : nowS;
    const kind = tasks.kind[task]!;
    const bestAgeS = atS + shortestS[kind]! - tasks.arrivalS[task]!;
    if (isTooLittle(utilityAt(functions, tasks.utility[task]!, bestAgeS), model)) return 0;
    let furthest = 0;
    for (let o = options.first[kind]!; o < options.first[kind + 1]! && furthest < 5; o++) {
      if (pStates === 'fastest' && options.pState[o] !== 0) continue;
      furthest = Math.max(furthest, failed(task, o, atS, isKnown, furthest));
    }
    return furthest;
  };
}
