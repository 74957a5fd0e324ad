import { type Interval, meanInterval, pairedDifference, ratioOfMeans } from '../experiments/statistics.js';
import { pairsOf } from '../experiments/select.js';

/**
 * Whether the records support the claim in one comparison, by the 95 % confidence interval of the compared quantity.
 */
export type Answer =
  /** All values in the interval agree with the claim. */
  | 'yes'
  /** All values in the interval contradict the claim. */
  | 'no'
  /** Some values in the interval agree and some contradict, or there is only one trial. */
  | 'open'
  /** No comparison is possible: a method is missing or found no plan. */
  | 'untested';

/** One comparison that tests a claim: what was compared (`where`), the result as text (`figure`), and the answer. */
export interface Part {
  readonly where: string;
  readonly figure: string;
  readonly answer: Answer;
}

export type Verdict = 'holds' | 'in part' | 'contradicts' | 'undecided' | 'not tested';

/**
 * Returns the verdict on a claim from the answers of its comparisons. It is "not tested" if all answers are "untested",
 * "holds" if all are "yes", and "in part" if only some are "yes". Without a "yes" it is "contradicts" if there is a
 * "no", otherwise "undecided".
 */
export function verdictOf(parts: readonly Part[]): Verdict {
  const count = (answer: Answer): number => parts.filter((part) => part.answer === answer).length;
  if (count('untested') === parts.length) return 'not tested';
  if (count('yes') === parts.length) return 'holds';
  if (count('yes') > 0) return 'in part';
  return count('no') > 0 ? 'contradicts' : 'undecided';
}

/**
 * Answers "is the quantity greater than `bound`?" from its confidence interval: "yes" if all values in the interval are
 * greater, "no" if none is, otherwise "open". An equal quantity is not greater.
 */
export function above(interval: Interval | null, bound: number): Answer {
  if (interval === null) return 'open';
  if (interval.low > bound) return 'yes';
  return interval.high <= bound ? 'no' : 'open';
}

/** Answers "is the quantity at least `bound`?" from its confidence interval. An equal quantity counts as yes. */
export function atLeast(interval: Interval | null, bound: number): Answer {
  if (interval === null) return 'open';
  if (interval.low >= bound) return 'yes';
  return interval.high < bound ? 'no' : 'open';
}

/** Answers "is the quantity at most `bound`?" from its confidence interval. An equal quantity counts as yes. */
export function atMost(interval: Interval | null, bound: number): Answer {
  const answer = above(interval, bound);
  return answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'open';
}

/**
 * Answers "is the quantity in [low, high]?": "yes" if the whole confidence interval is, "no" if none of it is,
 * otherwise "open".
 */
export function within(interval: Interval | null, low: number, high: number): Answer {
  if (interval === null) return 'open';
  if (interval.low >= low && interval.high <= high) return 'yes';
  return interval.high < low || interval.low > high ? 'no' : 'open';
}

export type ByTrial = ReadonlyMap<number, number>;

/** How a quantity is written: multiplied by `factor`, with `digits` decimals and a unit. */
export interface Notation {
  readonly factor: number;
  readonly digits: number;
  readonly unit: string;
}

/** Notation of fractions as percentages. */
export const PERCENT: Notation = { factor: 100, digits: 1, unit: '%' };
/** Notation of differences of fractions as percentage points. */
export const POINTS: Notation = { factor: 100, digits: 1, unit: 'points' };
/** Notation of watts as kilowatts. */
export const KILOWATT: Notation = { factor: 1e-3, digits: 1, unit: 'kW' };
/** Notation of numbers without a unit. */
export const PLAIN: Notation = { factor: 1, digits: 3, unit: '' };

/**
 * Compares two series trial by trial: is `first` greater than `second` on average?
 *
 * @param where words for what is compared
 */
export function greater(where: string, first: ByTrial, second: ByTrial, notation = POINTS): Part {
  return difference(where, first, second, (interval) => above(interval, 0), notation);
}

/**
 * Compares two series trial by trial, by the mean of their differences.
 *
 * @param where words for what is compared
 * @param judge returns the answer from the confidence interval of the mean difference
 */
export function difference(
  where: string,
  first: ByTrial,
  second: ByTrial,
  judge: (interval: Interval | null) => Answer,
  notation: Notation,
): Part {
  const pairs = pairsOf(first, second);
  if (pairs.first.length === 0) return untested(where);
  const { n, mean, interval, wins } = pairedDifference(pairs.first, pairs.second);
  const figure = `${signed(mean, notation)} ${intervalText(interval, notation)}, greater in ${wins} of ${n}`;
  return { where, figure: figure + unpairedText(pairs.unpaired), answer: judge(interval) };
}

/**
 * Compares two series by the ratio mean(first) / mean(second).
 *
 * @param where words for what is compared
 * @param judge returns the answer from Fieller's confidence interval of the ratio
 */
export function ratio(
  where: string,
  first: ByTrial,
  second: ByTrial,
  judge: (interval: Interval | null) => Answer,
): Part {
  const pairs = pairsOf(first, second);
  if (pairs.first.length === 0 || pairs.second.every((value) => value === 0)) return untested(where);
  const { ratio: value, interval, n } = ratioOfMeans(pairs.first, pairs.second);
  const figure = `${value.toFixed(3)} ${intervalText(interval, PLAIN)}, n = ${n}${unpairedText(pairs.unpaired)}`;
  return { where, figure, answer: judge(interval) };
}

/**
 * Tests the mean of a series.
 *
 * @param where words for what is tested
 * @param judge returns the answer from the confidence interval of the mean
 */
export function average(
  where: string,
  values: ByTrial,
  judge: (interval: Interval | null) => Answer,
  notation: Notation,
): Part {
  if (values.size === 0) return untested(where);
  const { n, mean, interval } = meanInterval([...values.values()]);
  const figure = `${number(mean, notation)} ${intervalText(interval, notation)}, n = ${n}`;
  return { where, figure, answer: judge(interval) };
}

export function untested(where: string, figure = 'nothing to compare'): Part {
  return { where, figure, answer: 'untested' };
}

export function number(value: number, { factor, digits, unit }: Notation): string {
  // No "-0.0".
  const text = (value * factor).toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1');
  return unit === '' ? text : `${text} ${unit}`;
}

function signed(value: number, notation: Notation): string {
  const text = number(value, notation);
  return text.startsWith('-') || Number.parseFloat(text) === 0 ? text : `+${text}`;
}

export function intervalText(interval: Interval | null, notation: Notation): string {
  if (interval === null) return '(no interval)';
  const plain = { ...notation, unit: '' };
  return `[${number(interval.low, plain)}, ${number(interval.high, plain)}]`;
}

function unpairedText(unpaired: number): string {
  return unpaired === 0 ? '' : `; ${unpaired} without a partner`;
}
