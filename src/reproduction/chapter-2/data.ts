import type { Cell } from '../../experiments/design.js';
import type { Records, Value, Values } from '../../experiments/record.js';
import { type Interval, normalProbability } from '../../experiments/statistics.js';
import { dataWith, type FigureData, trialSeries } from '../data.js';
import { type Answer, type ByTrial, difference, type Notation, type Part, untested } from '../rules.js';
import { isSearch, progressValue, withThesisWork } from './budgets.js';

/**
 * Readings (interpretations) of the searches' time budget: equal seconds for all searches, or as much work as in the
 * thesis.
 */
export const READINGS = ['equal seconds', "thesis' work"] as const;
export type Reading = (typeof READINGS)[number];

/**
 * Largest absolute normal quantile in figures; beyond it, a probability counts as 0 or 1. A trial without a plan within
 * the limit gets -FARTHEST_Z.
 */
const FARTHEST_Z = 40;

/** Smallest probability that counts as 1. Neither floating-point numbers nor the searches distinguish larger ones. */
const CERTAIN = 1 - 1e-15;

/** Notation of normal quantiles: two decimals. */
export const QUANTILE: Notation = { factor: 1, digits: 2, unit: '' };

/**
 * Returns the records with three values added to each trial: the maximized probability (`chance`), its normal quantile
 * (`score`), and 1 if the plan meets the limits (`kept`). Without a plan that meets the limits, `kept` and `chance` are
 * 0 and `score` is -FARTHEST_Z.
 */
export function figureData(records: Records, reading: Reading): FigureData {
  const progress = hoursOf(records.design);
  return dataWith(records, reading, ({ values, cell }): Values => {
    const kept = values['outcome'] === 'plan';
    const goal = cell['problem'] === 'mo-ec' ? 'psi' : 'phi';
    return {
      score: scoreOf(kept ? values[`${goal}Z`]! : null),
      chance: kept ? Number(values[goal]) : 0,
      kept: kept ? 1 : 0,
      ...Object.fromEntries(
        progress.flatMap((hour) => {
          const score = scoreOf(values[progressValue(hour)] ?? null);
          return [
            [scoreAt(hour), score],
            [chanceAt(hour), normalProbability(score)],
          ];
        }),
      ),
    };
  });
}

function scoreOf(z: Value): number {
  return z === null ? -FARTHEST_Z : Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, Number(z)));
}

/**
 * Returns the hours, of the thesis' 72 hours, after which the runs of a design record their progress. The first hour is
 * 0. The list is empty if the runs record no progress.
 */
export function hoursOf({ settings }: Pick<Records['design'], 'settings'>): readonly number[] {
  const { progress } = settings;
  return typeof progress === 'string' ? [0, ...progress.split(',').map(Number)] : [];
}

/** Returns the name of the value with the score (normal quantile of the maximized probability) after this hour. */
export function scoreAt(hour: number): string {
  return `scoreAt${hour}h`;
}

/** Returns the name of the value with the maximized probability after this hour. */
export function chanceAt(hour: number): string {
  return `chanceAt${hour}h`;
}

/**
 * Returns the level of the factor "method" whose runs stand for `method` in this interpretation of the time budget
 * (`reading`).
 */
export function levelOf({ reading }: FigureData, method: string): string {
  return reading === READINGS[1] && isSearch(method) ? withThesisWork(method) : method;
}

/** Returns a recorded value of a cell for each trial, including trials whose plan violates the limits. */
export function valuesFor(data: FigureData, where: Cell, value = 'score'): ByTrial {
  return trialSeries(data, { ...where, method: levelOf(data, where['method']!) }, value);
}

/** Text for a comparison of two cells with the same result in every trial. */
export const SATURATED = 'both are certain, or neither has a plan within the limit, in every trial';

/** Returns the name of the probability that belongs to a score. */
function chanceOf(value: string): string {
  return value.replace(/^score/, 'chance');
}

/**
 * Returns true if a test of two cells can show no difference, because both have the same extreme probability in every
 * trial. Both probabilities are then 0 or, if quantiles are compared, 1 to the last digit.
 */
export function isSaturated(data: FigureData, first: Cell, second: Cell, value = 'score'): boolean {
  const own = valuesFor(data, first, chanceOf(value));
  const other = valuesFor(data, second, chanceOf(value));
  const isChance = chanceOf(value) === value;
  const common = [...own].filter(([trial]) => other.has(trial));
  return (
    common.length > 0 &&
    common.every(([trial, chance]) => {
      const against = other.get(trial)!;
      return (!isChance && chance >= CERTAIN && against >= CERTAIN) || (chance === 0 && against === 0);
    })
  );
}

/**
 * Compares two cells (combinations of factor levels) by the mean difference of a value. The text says how many trials
 * of each have no plan.
 *
 * @param where words for what is compared
 * @param judge returns the answer from the confidence interval of the mean difference
 */
export function compared(
  data: FigureData,
  where: string,
  first: Cell,
  second: Cell,
  judge: (interval: Interval | null) => Answer,
  { value = 'score', notation = QUANTILE }: { readonly value?: string; readonly notation?: Notation } = {},
): Part {
  if (isSaturated(data, first, second, value)) return untested(where, SATURATED);
  const part = difference(where, valuesFor(data, first, value), valuesFor(data, second, value), judge, notation);
  if (part.answer === 'untested') return part;
  const [one, other] = [first, second].map(
    (cell) => [...valuesFor(data, cell, 'kept').values()].filter((kept) => kept === 0).length,
  );
  if (one === 0 && other === 0) return part;
  return { ...part, figure: `${part.figure}; no plan within the limit in ${one!} and ${other!}` };
}
