import type { Interval } from '../../experiments/statistics.js';
import type { Budget } from '../plan/study.js';
import type { Spread } from './analysis.js';

/** Maximum number of significant digits in a sentence; fewer with a wide confidence interval. */
const MAX_DIGITS = 2;
/**
 * Smallest gap that sentences state as a number, %; smaller gaps are "under" this value. Our choice: about the
 * tolerance of solvers.
 */
const MIN_SHOWN_PERCENT = 1e-4;
/**
 * Smallest time that sentences state as a number, s; shorter times are "under" this value. Our choice: process times
 * are less exact.
 */
const MIN_SHOWN_S = 1e-3;
/**
 * Smallest p-value that sentences state as a number; smaller p-values are "under" this value. Our choice: usual in
 * papers.
 */
const MIN_SHOWN_P = 1e-3;

/**
 * Returns a value with its unit as text, rounded to the order of magnitude of its confidence interval's half-width,
 * with at most MAX_DIGITS digits and never finer than `least`. A value that would round to 0 is "under" the rounding
 * step.
 */
export function asKnown(value: number, interval: Interval | null, unit: string, least = 0): string {
  if (value === 0) return `0 ${unit}`;
  const half = interval === null ? 0 : (interval.high - interval.low) / 2;
  const ofInterval = half > 0 && Number.isFinite(half) ? 10 ** Math.floor(Math.log10(half)) : 0;
  const ofDigits = 10 ** (Math.floor(Math.log10(Math.abs(value))) - (MAX_DIGITS - 1));
  const step = Math.max(ofInterval, ofDigits, least);
  if (Math.abs(value) < step / 2) return `under ${plain(step)} ${unit}`;
  return `${plain(Math.round(value / step) * step, step)} ${unit}`;
}

/** Returns a number as text, rounded to the decimal places of `step`, with commas between thousands. */
export function plain(value: number, step = 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - 3)): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const [whole, fraction = ''] = value.toFixed(Math.min(decimals, 12)).split('.') as [string, string?];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

/** Returns the median of a method's gaps as text, such as "median gap 25 %". */
export function medianGap(gap: Spread | null): string {
  if (gap === null) return 'no gap: no bound was proven';
  return `median gap ${percentAsKnown(gap.median, gap.medianInterval ?? gap.interval)}`;
}

/** Returns a fraction as text in %, as precise as its confidence interval allows. */
export function percentAsKnown(fraction: number, interval: Interval | null): string {
  const scaled = interval === null ? null : { low: 100 * interval.low, high: 100 * interval.high };
  return asKnown(100 * fraction, scaled, '%', MIN_SHOWN_PERCENT);
}

/** Returns the median of a method's times as text, such as "0.3 s". */
export function medianTime(timeS: Spread): string {
  return asKnown(timeS.median, timeS.medianInterval ?? timeS.interval, 's', MIN_SHOWN_S);
}

/** Returns a p-value as text, such as "p under 0.001" or "p 0.012". */
export function testP(p: number): string {
  if (p < MIN_SHOWN_P) return `p under ${plain(MIN_SHOWN_P)}`;
  return `p ${plain(Number(p.toPrecision(MAX_DIGITS)))}`;
}

/** Returns a budget in words, such as "2 s", "1,000 steps", "2 s and 1,000 steps" or "no limit". */
export function budgetWords({ timeLimitS, workLimit }: Budget): string {
  const time = timeLimitS === null ? [] : [`${plain(timeLimitS)} s`];
  const work = workLimit === null ? [] : [workLimit === 1 ? '1 step' : `${plain(workLimit)} steps`];
  return [...time, ...work].join(' and ') || 'no limit';
}

/** Returns a count with its noun, such as "1 case" or "12 cases". */
export function counted(count: number, noun: string): string {
  return `${plain(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a list in words, such as "A", "A and B" or "A, B and C". */
export function listed(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`;
}
