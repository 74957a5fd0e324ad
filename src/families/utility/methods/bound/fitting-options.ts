import { ALLOWANCE, forgivingJ, greatestAloneW } from '../../../../../models/families/utility/alone.js';
import { chargedOverlapS, leastWeight } from '../../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * An option (pool and P-state) with the times at which a single run on it keeps the energy budgets. For most options
 * these are infinite, which means any time. A "dear" option draws more than the budget of the measured time, so a run
 * on it must cross the start or the end of the measured time.
 */
export interface FittingOption {
  readonly option: number;
  /**
   * Latest end of a run that starts before the measured time, s. Infinity if runs may lie anywhere (not a dear option);
   * -Infinity if none may cross the start.
   */
  readonly headS: number;
  /**
   * Earliest start of a run within the measured time, s. -Infinity if any start is allowed; Infinity if none may cross
   * the end.
   */
  readonly tailS: number;
  /**
   * Earliest start of a run before the measured time that keeps the budget of the day before, s; -Infinity if that day
   * has no budget.
   */
  readonly sinceS: number;
}

/**
 * Whether a task may run on dear options (those whose energy exceeds the budget of the measured time), as two bits. Bit
 * 0: a run may end after the measured time. Bit 1: a run may start before it.
 */
export type Crossing = 0 | 1 | 2 | 3;
/** Number of values of `Crossing`. */
export const CROSSINGS = 4;

/**
 * Options (pools and P-states) on which each kind of work (task type and cores) can run at all (docs/utility/bound.md).
 * The pool has enough nodes, and the option alone exceeds no power limit. It exceeds no budget either, unless part of
 * the run lies outside the measured time.
 */
export interface FittingOptions {
  /**
   * Returns which ends of the measured time a run on a dear option (whose energy exceeds the budget) may cross. It
   * depends on the task's earliest start (s) and on whether it earns utility at the end. 0 if its kind of work has no
   * dear option.
   */
  readonly crossingOf: (kind: number, earliestS: number, earnsAtEnd: () => boolean) => Crossing;
  /** Returns the options (pools and P-states) that a task of a kind of work can use, ascending in execution time. */
  readonly of: (kind: number, crossing: Crossing) => readonly FittingOption[];
}

/** Number of bisection steps: enough to find a moment to the last bit of a double. */
const HALVINGS = 60;

export function fittingOptions(model: UtilityModel): FittingOptions {
  const { pools, options, environment } = model;
  const mostW = greatestAloneW(model);
  const isDear = dearOptions(model);
  const byKind = Array.from({ length: options.kindCount }, (_, k) =>
    Array.from({ length: options.first[k + 1]! - options.first[k]! }, (_, i) => options.first[k]! + i)
      .filter(
        (o) => options.nodes[o]! <= pools[options.pool[o]!]!.nodes && options.powerW[o]! <= mostW[options.pool[o]!]!,
      )
      .sort((a, b) => options.timeS[a]! - options.timeS[b]! || a - b)
      .map((o) => (isDear(o) ? crossingOption(model, o) : anywhere(o))),
  );
  /**
   * For each kind of work, latest start before the measured time at which a run on a dear option (whose energy exceeds
   * the budget) keeps the budget, s. Null without a dear option.
   */
  const latestS = byKind.map((those): number | null => {
    const dear = those.filter(({ option }) => isDear(option));
    return dear.length === 0 ? null : Math.max(...dear.map(({ option, headS }) => headS - options.timeS[option]!));
  });
  /**
   * Returns the options (pools and P-states) of a kind of work. Dear ones, whose energy exceeds the budget, are
   * restricted to the ends of the measured time in `crossing`.
   */
  const optionsFor = (kind: number, crossing: Crossing): FittingOption[] =>
    byKind[kind]!.flatMap((one) => {
      if (!isDear(one.option)) return [one];
      // What is cut may lie in any slot, if only something of it lies outside.
      if (environment === 'preemptive') return crossing === 0 ? [] : [anywhere(one.option)];
      const headS = crossing >= 2 ? one.headS : -Infinity;
      const tailS = crossing % 2 === 1 ? one.tailS : Infinity;
      return headS === -Infinity && tailS === Infinity ? [] : [{ ...one, headS, tailS }];
    });
  const byCrossing = latestS.map((latest, k) =>
    latest === null ? [byKind[k]!] : ([0, 1, 2, 3] as const).map((crossing) => optionsFor(k, crossing)),
  );
  return {
    crossingOf: (kind, earliestS, earnsAtEnd) => {
      const latest = latestS[kind] ?? null;
      return latest === null ? 0 : (((earliestS <= latest ? 2 : 0) + (earnsAtEnd() ? 1 : 0)) as Crossing);
    },
    of: (kind, crossing) => byCrossing[kind]![crossing]!,
  };
}

/** Returns true if some option (pool and P-state of a task) alone exceeds the energy budget of the measured time. */
export function hasDearOption(model: UtilityModel): boolean {
  const isDear = dearOptions(model);
  return model.options.timeS.some((_, o) => isDear(o));
}

/**
 * Returns a function that tells whether an option is "dear". Within the measured time a dear option draws more than the
 * budget, even at the lowest price, so no run on it lies entirely inside. Tolerance and rounding error are included.
 */
function dearOptions({ options, days, charging, measuredFromS, endS }: UtilityModel): (option: number) => boolean {
  const budgetJ = forgivingJ(days.at(-1)!.budgetJ) * (1 + ALLOWANCE);
  const least = charging === undefined ? 1 : leastWeight(charging, measuredFromS, endS);
  return (o) => options.powerW[o]! * Math.min(options.timeS[o]!, endS - measuredFromS) * least > budgetJ;
}

const anywhere = (option: number): FittingOption => ({ option, headS: Infinity, tailS: -Infinity, sinceS: -Infinity });

/**
 * Returns a dear option (whose energy exceeds the budget) with the starts at which it keeps the budgets of the measured
 * time and of the day before. Each budget covers the part of a run inside its day. In `preemptive`, all energy counts
 * at the lowest price, so that nothing possible is excluded.
 */
function crossingOption(model: UtilityModel, option: number): FittingOption {
  const { options, days, charging, measuredFromS, endS, environment } = model;
  const [timeS, powerW] = [options.timeS[option]!, options.powerW[option]!];
  const least =
    charging === undefined || environment !== 'preemptive' ? null : leastWeight(charging, measuredFromS, endS);
  const keeps = (fromS: number, toS: number, budgetJ: number): boolean =>
    powerW * (least === null ? chargedOverlapS(charging, fromS, toS, fromS, toS) : least * (toS - fromS)) <=
    forgivingJ(budgetJ) * (1 + ALLOWANCE);
  const budgetJ = days.at(-1)!.budgetJ;
  const tailS = farthest(endS, measuredFromS, (atS) => keeps(atS, endS, budgetJ));
  const untilS = farthest(measuredFromS, endS, (atS) => keeps(measuredFromS, atS, budgetJ));
  const before = environment === 'preemptive' ? undefined : days.at(-2);
  const isFree = before === undefined || keeps(before.startS, measuredFromS, before.budgetJ);
  const sinceS = isFree
    ? -Infinity
    : farthest(measuredFromS, before.startS, (atS) => keeps(atS, measuredFromS, before.budgetJ));
  const crosses = untilS > measuredFromS && Math.max(sinceS, measuredFromS - timeS) <= untilS - timeS;
  return { option, headS: crosses ? untilS : -Infinity, tailS: tailS < endS ? tailS : Infinity, sinceS };
}

/**
 * Returns the moment farthest from `fromS`, towards `toS`, at which a condition still holds, s. It is found by
 * bisection and rounded towards `toS`, which may lie before `fromS`. The condition must hold from `fromS` to the result
 * and nowhere beyond it.
 */
function farthest(fromS: number, toS: number, holds: (atS: number) => boolean): number {
  if (holds(toS)) return toS;
  let [insideS, outsideS] = [fromS, toS];
  for (let k = 0; k < HALVINGS; k++) {
    const middleS = (insideS + outsideS) / 2;
    if (holds(middleS)) insideS = middleS;
    else outsideS = middleS;
  }
  return outsideS;
}
