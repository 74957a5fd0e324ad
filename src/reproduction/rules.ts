import { type Interval, meanInterval, pairedDifference, ratioOfMeans } from '../experiments/statistics.js';
import { pairsOf } from '../experiments/select.js';

/** What the records say about one comparison of a claim. */
export type Answer =
  /** The whole 95 % interval is where the claim puts the value. */
  | 'yes'
  /** The whole interval is where the claim does not put the value. */
  | 'no'
  /** The interval lies on both sides, or there is only one trial. */
  | 'open'
  /** There is no comparison, because a method is missing or found no plan. */
  | 'untested';

/** One comparison: where it was made, our result as text, and its answer. */
export interface Part {
  readonly where: string;
  readonly figure: string;
  readonly answer: Answer;
}

export type Verdict = 'holds' | 'in part' | 'contradicts' | 'undecided' | 'not tested';

/**
 * Returns the verdict from the answers of all comparisons. "holds": all yes. "contradicts": some no, none yes.
 * "undecided": all open. "not tested": no comparison could be made. "in part": anything else, also if some comparison
 * could not be made.
 */
export function verdictOf(parts: readonly Part[]): Verdict {
  const count = (answer: Answer): number => parts.filter((part) => part.answer === answer).length;
  if (count('untested') === parts.length) return 'not tested';
  if (count('yes') === parts.length) return 'holds';
  if (count('yes') > 0) return 'in part';
  return count('no') > 0 ? 'contradicts' : 'undecided';
}

/** Returns the answer to "is the quantity greater than `bound`?". An equal quantity is not greater. */
export function above(interval: Interval | null, bound: number): Answer {
  if (interval === null) return 'open';
  if (interval.low > bound) return 'yes';
  return interval.high <= bound ? 'no' : 'open';
}

/** Returns the answer to "is the quantity at least `bound`?". An equal quantity is. */
export function atLeast(interval: Interval | null, bound: number): Answer {
  if (interval === null) return 'open';
  if (interval.low >= bound) return 'yes';
  return interval.high < bound ? 'no' : 'open';
}

/** Returns the answer to "is the quantity at most `bound`?". An equal quantity is. */
export function atMost(interval: Interval | null, bound: number): Answer {
  const answer = above(interval, bound);
  return answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'open';
}

/** Returns the answer to "does the quantity lie in [low, high]?". */
export function within(interval: Interval | null, low: number, high: number): Answer {
  if (interval === null) return 'open';
  if (interval.low >= low && interval.high <= high) return 'yes';
  return interval.high < low || interval.low > high ? 'no' : 'open';
}

export type ByTrial = ReadonlyMap<number, number>;

/** How a quantity is written: factor, decimals and unit. */
export interface Notation {
  readonly factor: number;
  readonly digits: number;
  readonly unit: string;
}

/** Notation of fractions as percent. */
export const PERCENT: Notation = { factor: 100, digits: 1, unit: '%' };
/** Notation of differences of fractions as percentage points. */
export const POINTS: Notation = { factor: 100, digits: 1, unit: 'points' };
/** Notation of watts as kilowatts. */
export const KILOWATT: Notation = { factor: 1e-3, digits: 1, unit: 'kW' };
/** Notation of numbers without a unit. */
export const PLAIN: Notation = { factor: 1, digits: 3, unit: '' };

/** Returns the comparison "is `first` greater than `second` on average, trial by trial?". */
export function greater(where: string, first: ByTrial, second: ByTrial, notation = POINTS): Part {
  return difference(where, first, second, (interval) => above(interval, 0), notation);
}

/** Returns the comparison that `judge` makes from the confidence interval of the mean paired difference. */
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

/** Returns the comparison that `judge` makes from Fieller's interval of mean(first) / mean(second). */
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

/** Returns the comparison that `judge` makes from the confidence interval of a mean. */
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
