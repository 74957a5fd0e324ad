import { type Interval, LEVEL, meanInterval, pairedDifference, ratioOfMeans } from '../experiments/statistics.js';
import { pairsOf } from '../experiments/select.js';

/**
 * Whether the records support the claim in one comparison. The confidence interval of the compared quantity decides; its
 * level is 95 % unless another is asked for.
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
  /** What the source prints for the compared quantity; absent if it prints no number. */
  readonly printed?: PrintedText;
  /** Returns the same comparison by an interval of another confidence level; absent if it has no interval. */
  readonly atLevel?: (level: number) => Part;
}

/** A printed number as text, in the unit of our figure: the number, the window that our interval must lie in, the place. */
export interface PrintedText {
  readonly figure: string;
  readonly window: string;
  readonly at: string;
}

/** A number that a source prints for a quantity that we measure. */
export interface Printed {
  /** Printed value, as our quantity is before it is written: 2.8 for "280 % of". */
  readonly value: number;
  /** Value of the quantity if there were no effect: 1 for a ratio, 0 for a difference, a share or an amount. */
  readonly noEffect: number;
  /** Interval that the source prints; absent if it prints none. */
  readonly interval?: Interval;
  /** One of the last digit that the source prints, such as 0.001 for "7.2 %"; absent where the effect is far larger. */
  readonly lastDigit?: number;
  /** What the source prints, such as "3 s over 0.1 s", where `value` is worked out from it; absent if it prints the value. */
  readonly words?: string;
  /** How both numbers are written. */
  readonly notation: Notation;
  /** Where the number is printed, such as "001 VI.C". */
  readonly at: string;
}

/**
 * Share of a printed effect by which ours may differ. Our choice, the same for all claims: the sources print no error,
 * and their instances can be drawn anew only from what they state.
 */
const EFFECT_SHARE = 0.25;

/**
 * Returns the window in which our whole confidence interval must lie to agree with a printed number: the interval that
 * the source prints; without one, the printed value plus and minus EFFECT_SHARE of its effect, and at least half of the
 * last printed digit. The effect is the distance of the value from what it would be without any.
 */
export function window({ value, noEffect, interval, lastDigit = 0 }: Printed): Interval {
  const half = Math.max(EFFECT_SHARE * Math.abs(value - noEffect), lastDigit / 2);
  return interval ?? { low: value - half, high: value + half };
}

/** Returns a gain that is printed, such as 0.11 for "11 % more". */
export function printedGain(gain: number, at: string): Printed {
  return { value: 1 + gain, noEffect: 1, notation: GAIN, at };
}

/** Returns a share that is printed, such as 0.35 for "35 % of the maximum". Its effect is all of it. */
export function printedShare(share: number, at: string): Printed {
  return { value: share, noEffect: 0, notation: PERCENT, at };
}

/** What a comparison is judged by: a rule that answers from our confidence interval, or a printed number. */
export type Test = Printed | ((interval: Interval | null) => Answer);

export type Verdict = 'holds' | 'in part' | 'contradicts' | 'undecided' | 'not tested' | 'not judged';

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

/** How a quantity is written: less `from`, by default 0, multiplied by `factor`, with `digits` decimals and a unit. */
export interface Notation {
  readonly from?: number;
  readonly factor: number;
  readonly digits: number;
  readonly unit: string;
}

/** Notation of fractions as percentages. */
export const PERCENT: Notation = { factor: 100, digits: 1, unit: '%' };
/** Notation of ratios as gains in percent. */
export const GAIN: Notation = { from: 1, ...PERCENT };
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
 * Compares two shares of the maximum trial by trial: are they the same on average, to the digit that the sources print?
 *
 * @param where words for what is compared
 */
export function same(where: string, first: ByTrial, second: ByTrial): Part {
  return difference(where, first, second, (interval) => within(interval, -SAME, SAME), POINTS);
}

/**
 * Maximum difference of two shares that count as the same where a source says so without a number: half of the
 * last digit that the sources print, because they print shares in whole percent.
 */
export const SAME = 0.005;

/**
 * Maximum relative difference of quantities that count as "approximately" or "about" the same. Our choice, the same for
 * all claims, because no source says how much that is.
 */
export const ALIKE = 0.05;

/** Answers "are the two quantities approximately the same?" from the confidence interval of their ratio. */
export function isAlike(interval: Interval | null): Answer {
  return within(interval, 1 - ALIKE, 1 + ALIKE);
}

/**
 * Answers "is the effect not significant?" from the confidence interval of the ratio of what is with it to what is
 * without: also "yes" if the interval contains 1, so that no effect was shown.
 */
export function isInsignificant(interval: Interval | null): Answer {
  const isShown = interval === null || interval.low > 1 || interval.high < 1;
  return isShown ? isAlike(interval) : 'yes';
}

/**
 * Compares two series trial by trial, by the mean of their differences.
 *
 * @param where words for what is compared
 * @param test judges the confidence interval of the mean difference
 */
export function difference(where: string, first: ByTrial, second: ByTrial, test: Test, notation = POINTS): Part {
  const pairs = pairsOf(first, second);
  if (pairs.first.length === 0) return withoutValues(where, test);
  const written = notationOf(test, notation);
  return partOf(where, test, (level) => {
    const { n, mean, interval, wins } = pairedDifference(pairs.first, pairs.second, level);
    const figure = `${signed(mean, written)} ${intervalText(interval, written)}, greater in ${wins} of ${n}`;
    return { figure: figure + unpairedText(pairs.unpaired), interval };
  });
}

/**
 * Compares two series by the ratio mean(first) / mean(second).
 *
 * @param where words for what is compared
 * @param test judges Fieller's confidence interval of the ratio
 */
export function ratio(where: string, first: ByTrial, second: ByTrial, test: Test): Part {
  const pairs = pairsOf(first, second);
  if (pairs.first.length === 0 || pairs.second.every((value) => value === 0)) return withoutValues(where, test);
  const written = notationOf(test, PLAIN);
  return partOf(where, test, (level) => {
    const { ratio: value, interval, n } = ratioOfMeans(pairs.first, pairs.second, level);
    const figure = `${number(value, written)} ${intervalText(interval, written)}, n = ${n}`;
    return { figure: figure + unpairedText(pairs.unpaired), interval };
  });
}

/**
 * Tests the mean of a series.
 *
 * @param where words for what is tested
 * @param test judges the confidence interval of the mean
 */
export function average(where: string, values: ByTrial, test: Test, notation = PERCENT): Part {
  if (values.size === 0) return withoutValues(where, test);
  const written = notationOf(test, notation);
  return partOf(where, test, (level) => {
    const { n, mean, interval } = meanInterval([...values.values()], level);
    return { figure: `${number(mean, written)} ${intervalText(interval, written)}, n = ${n}`, interval };
  });
}

/** Returns how a quantity is written: as the source writes it where it prints a number. */
function notationOf(test: Test, notation: Notation): Notation {
  return typeof test === 'function' ? notation : test.notation;
}

/** Returns a comparison, which can be judged by intervals of any level. */
function partOf(
  where: string,
  test: Test,
  measured: (level: number) => { figure: string; interval: Interval | null },
): Part {
  const atLevel = (level: number): Part => {
    const { figure, interval } = measured(level);
    if (typeof test === 'function') return { where, figure, answer: test(interval), atLevel };
    const { low, high } = window(test);
    return { where, figure, answer: within(interval, low, high), printed: printedText(test), atLevel };
  };
  return atLevel(LEVEL);
}

function printedText(printed: Printed): PrintedText {
  const { value, words, notation, at } = printed;
  // Printed numbers are not written with more digits than they have.
  const figure = words ?? number(value, notation).replace(/(?:\.|(\.\d*[1-9]))0+(?= |$)/, '$1');
  return { figure, window: intervalText(window(printed), notation), at };
}

/** Returns a comparison without values, which nevertheless says what the source prints. */
function withoutValues(where: string, test: Test): Part {
  return typeof test === 'function' ? untested(where) : { ...untested(where), printed: printedText(test) };
}

/** Returns a comparison with a change, at every level of confidence. */
export function changed(part: Part, change: (part: Part) => Part): Part {
  const { atLevel } = part;
  if (atLevel === undefined) return change(part);
  return { ...change(part), atLevel: (level) => changed(atLevel(level), change) };
}

/** Returns a comparison with a note behind its figure, at every level of confidence. */
export function withNote(part: Part, note: string): Part {
  return changed(part, (own) => ({ ...own, figure: own.figure + note }));
}

export function untested(where: string, figure = 'nothing to compare'): Part {
  return { where, figure, answer: 'untested' };
}

export function number(value: number, { from = 0, factor, digits, unit }: Notation): string {
  // No "-0.0".
  const text = ((value - from) * factor)
    .toFixed(digits)
    .replace(/^-(0(?:\.0+)?)$/, '$1')
    .replace('Infinity', '∞');
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
