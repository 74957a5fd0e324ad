import { utcText } from '../instances/time/civil.js';
import { MS_PER_H } from '../../models/units.js';
import type { Fact } from './imported.js';

/** A value of a series, and the time in which it holds, ms since 1970 in UTC. */
export interface SeriesValue {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number;
}

/** Figures of a series. */
export interface SeriesFigures {
  /** Mean, weighted by duration. */
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
  /** First beginning and last end, as text: "2024-01-01T00:00Z". */
  readonly firstUtc: string;
  readonly lastUtc: string;
  /** Number of stretches without a value between the first and the last one, and their time. */
  readonly gaps: number;
  readonly gapH: number;
  /** The longest of them, hours. */
  readonly longestGapH: number;
}

/** Returns the figures of values in the order of time; null if there are none. */
export function seriesFigures(values: readonly SeriesValue[]): SeriesFigures | null {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return null;
  let [sum, heldMs, least, greatest] = [0, 0, Infinity, -Infinity];
  let [gaps, gapMs, longestMs, endMs] = [0, 0, 0, first.fromMs];
  for (const { fromMs, toMs, value } of values) {
    sum += value * (toMs - fromMs);
    heldMs += toMs - fromMs;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    if (fromMs > endMs) {
      gaps += 1;
      gapMs += fromMs - endMs;
      longestMs = Math.max(longestMs, fromMs - endMs);
    }
    endMs = Math.max(endMs, toMs);
  }
  return {
    mean: sum / heldMs,
    least,
    greatest,
    firstUtc: utcText(first.fromMs),
    lastUtc: utcText(endMs),
    gaps,
    gapH: gapMs / MS_PER_H,
    longestGapH: longestMs / MS_PER_H,
  };
}

/** Returns mean, least and greatest value of a series as facts for the sheet. */
export function seriesFacts(field: string, unit: string, figures: SeriesFigures, origin: string): Fact[] {
  return (['mean', 'least', 'greatest'] as const).map((name) => ({
    field: `${field}.${name}`,
    value: figures[name],
    unit,
    kind: name === 'mean' ? 'derived' : 'measured',
    origin: name === 'mean' ? `${origin}, mean over time` : origin,
  }));
}

/** Returns the name of the table of a source in the folder of the site. */
export function tableName(kind: string, name: string): string {
  return `${name === kind ? kind : `${kind}-${name}`}.csv`;
}
