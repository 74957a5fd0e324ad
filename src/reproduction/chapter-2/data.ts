import type { Cell } from '../../experiments/design.js';
import type { Records, Value, Values } from '../../experiments/record.js';
import { type Interval, normalProbability } from '../../experiments/statistics.js';
import { dataWith, type FigureData, trialSeries } from '../data.js';
import { type Answer, type ByTrial, difference, type Notation, type Part, untested } from '../rules.js';
import { isSearch, progressValue, withThesisWork } from './budgets.js';

/** Readings of the searches' budget: equal seconds for all, or as much work as in the thesis. */
export const READINGS = ['equal seconds', "thesis' work"] as const;
export type Reading = (typeof READINGS)[number];

/** Quantile beyond which a probability is shown as 0 or 1; also used for a trial without a plan within the limit. */
const FARTHEST_Z = 40;

/** Probability from which neither floating-point numbers nor the searches distinguish it from 1. */
const CERTAIN = 1 - 1e-15;

/** Notation of a quantile, with its sign. */
export const QUANTILE: Notation = { factor: 1, digits: 2, unit: '' };

/**
 * Returns the records with three values added to every trial: `score` (the goal's quantile), `chance` (its probability)
 * and `kept` (1 if a plan keeps the limits, else 0). Without such a plan the chance is 0 and the score is that of
 * certain failure, because a limit comes before any gain.
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

/** Returns the hours of the 72 at which the design records its searches, starting with 0; empty if it does not. */
export function hoursOf({ settings }: Pick<Records['design'], 'settings'>): readonly number[] {
  const { progress } = settings;
  return typeof progress === 'string' ? [0, ...progress.split(',').map(Number)] : [];
}

/** Returns the name of the value that holds the score after this hour. */
export function scoreAt(hour: number): string {
  return `scoreAt${hour}h`;
}

/** Returns the name of the value that holds the probability after this hour. */
export function chanceAt(hour: number): string {
  return `chanceAt${hour}h`;
}

/** Returns the level of the factor "method" that stands for a method under this reading. */
export function levelOf({ reading }: FigureData, method: string): string {
  return reading === READINGS[1] && isSearch(method) ? withThesisWork(method) : method;
}

/** Returns a value of the method's cell for each trial, including trials whose plan breaks the limits. */
export function valuesFor(data: FigureData, where: Cell, value = 'score'): ByTrial {
  return trialSeries(data, { ...where, method: levelOf(data, where['method']!) }, value);
}

/** Reason shown if two cells cannot be compared. */
export const SATURATED = 'both are certain, or neither has a plan within the limit, in every trial';

/** Returns the name of the probability that belongs to a score. */
function chanceOf(value: string): string {
  return value.replace(/^score/, 'chance');
}

/**
 * Returns true if two cells cannot be told apart: in every trial both probabilities are 0, or, if quantiles are
 * compared, both are 1 to the last digit.
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
 * Returns the answer that `judge` gives to the difference between two cells, with the number of trials in which one of
 * them has no plan.
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
