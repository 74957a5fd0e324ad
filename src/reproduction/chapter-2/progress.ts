import type { Values } from '../../experiments/record.js';
import { progressValue } from './budgets.js';

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/** Receives the work done, steps, and the normal quantile of the best plan so far; null without a plan. */
export type Watch = (point: { readonly work: number; readonly incumbent: number | null }) => void;

/**
 * Returns a function that observes a run, and one that returns the normal quantile of the run's best plan at each of
 * `moments`, after this share of the steps behind those of founding. At hour 0 this is the best plan of the initial
 * population.
 */
export function watchAt(
  founding: number,
  moments: readonly { readonly hour: number; readonly share: number }[],
): { readonly watch: Watch; readonly values: () => Values } {
  const points: { readonly work: number; readonly incumbent: number | null }[] = [];
  const valueAt = (share: number): number | null => {
    const step = founding + Math.round(share * Math.max(0, (points.at(-1)?.work ?? 0) - founding));
    return points.findLast(({ work }) => work <= step)?.incumbent ?? null;
  };
  return {
    watch: ({ work, incumbent }) => {
      points.push({ work, incumbent });
    },
    values: () => Object.fromEntries(moments.map(({ hour, share }) => [progressValue(hour), rounded(valueAt(share))])),
  };
}

/** Returns a number as records hold it; null if there is none. */
export function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}
