/**
 * Minimum number of averaged values for which the confidence interval of a mean is printed. Our choice: intervals from
 * fewer values are so wide that they tell little.
 */
export const MIN_VALUES = 5;

/** Returns a copy of a record for printing, without confidence intervals of fewer than `MIN_VALUES` values. */
export function withoutIntervalsOfFew<Record>(record: Record): Record {
  return printed(record) as Record;
}

function printed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(printed);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([name, one]): [string, unknown] => [name, printed(one)]);
  const { n, cases } = value as Readonly<Record<string, unknown>>;
  const isFew = [n, cases].some((count) => typeof count === 'number' && count < MIN_VALUES);
  return Object.fromEntries(isFew ? own.map(([name, one]) => [name, withoutInterval(name, one)]) : own);
}

/** Keys of confidence intervals in records. The object with the interval also has the number of averaged values. */
const INTERVALS: readonly string[] = ['interval', 'medianInterval', 'bootstrap', 'effectInterval'];

function withoutInterval(name: string, value: unknown): unknown {
  if (INTERVALS.includes(name)) return null;
  // Its values are those of the pair.
  return name === 'typicalDifference' && value !== null ? { ...(value as object), interval: null } : value;
}

/** A mean with its confidence interval and the number of values that were averaged. */
export interface MeanOf {
  readonly mean: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Number of averaged values; absent if `mean` is a single value. */
  readonly n?: number;
}

/** Returns a mean for printing. Its confidence interval is removed if fewer than MIN_VALUES values were averaged. */
export function unlessFew(value: MeanOf | null): MeanOf | null {
  return value?.n !== undefined && value.n < MIN_VALUES ? { ...value, interval: null } : value;
}
