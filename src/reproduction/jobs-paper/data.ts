import type { Records, Value, Values } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { combined, dataWith, type FigureData, levelsOf, planSeries } from '../data.js';
import type { ByTrial, Notation } from '../rules.js';
import { type ReadingLevel, type Variant, variantName } from './settings.js';

/** Words for each variant of a method that is a reading of the paper. */
const IN_WORDS: Readonly<Record<Exclude<Variant, 'levels'>, string>> = {
  maxBid: 'ValOpt and ValEnSepOpt on all cores of the bid',
  gaining: 'ValEnAdaptOpt looks on for moves that gain',
};
/** Words for Plenum's own reading of the paper ("ours"). */
const AT_COMPLETION = 'bids at predicted completion';

/**
 * Readings of the records: as printed in the paper, and with Plenum's defaults. For each there is one reading without
 * variants of methods, and one with each variant.
 */
export const READINGS = [
  { words: 'as printed', key: 'printed', level: 'printed', variant: null },
  { words: IN_WORDS.maxBid, key: 'printedMaxBid', level: 'printed', variant: 'maxBid' },
  { words: IN_WORDS.gaining, key: 'printedGaining', level: 'printed', variant: 'gaining' },
  { words: AT_COMPLETION, key: 'ours', level: 'ours', variant: null },
  { words: `${AT_COMPLETION}, ${IN_WORDS.maxBid}`, key: 'oursMaxBid', level: 'ours', variant: 'maxBid' },
  { words: `${AT_COMPLETION}, ${IN_WORDS.gaining}`, key: 'oursGaining', level: 'ours', variant: 'gaining' },
] as const satisfies readonly Reading[];

export interface Reading {
  readonly words: string;
  readonly key: string;
  readonly level: ReadingLevel;
  /**
   * Variant whose runs stand for the methods that have it; methods without the variant stay unchanged. Null for no
   * variant.
   */
  readonly variant: Variant | null;
}

/** Number of joules in a megajoule. */
const MJ = 1e6;

/**
 * Returns the records with derived values added: earned value over the value of all jobs at arrival (`share`), energy
 * (`energyMJ`), value per MJ (`density`) and, if bounds are recorded, the value's ratios to them.
 */
export function figureData(records: Records, reading: Reading): FigureData {
  return dataWith(records, reading.key, ({ values }): Values => {
    const { value, startingValue, energyJ } = values;
    if (typeof value !== 'number' || typeof startingValue !== 'number' || typeof energyJ !== 'number') return {};
    return {
      share: startingValue > 0 ? value / startingValue : null,
      energyMJ: energyJ / MJ,
      density: energyJ > 0 ? value / (energyJ / MJ) : null,
      ...boundShares(values),
    };
  });
}

/**
 * Returns the earned value divided by each of two upper bounds on it. They hold, in this order, for all schedules, and
 * for those that use as much energy as this one. A share is null if its bound was not recorded.
 */
function boundShares({ value, bound, frontierValue }: Values): Values {
  const of = (one: Value | undefined): number | null => (typeof one === 'number' ? Number(value) / one : null);
  return { ofBound: of(bound), ofFrontier: of(frontierValue) };
}

/**
 * Returns a value of each trial for a method in a setting, in this interpretation of the paper (`reading`). A figure
 * run under only one interpretation uses that one.
 */
export function valuesFor(data: FigureData, setting: string, method: string, value = 'share'): ByTrial {
  const { level, variant } = READINGS.find(({ key }) => key === data.reading)!;
  const readings = levelsOf(data, 'reading');
  const varied = variant === null ? method : variantName(method, variant);
  const isVaried = levelsOf(data, 'method').includes(varied);
  const where = {
    setting,
    method: isVaried ? varied : method,
    reading: readings.includes(level) ? level : readings[0]!,
  };
  return planSeries(data, where, value);
}

/** Returns the mean over trials; NaN if there are none. */
export function meanOf(values: ByTrial): number {
  return values.size === 0 ? NaN : meanInterval([...values.values()]).mean;
}

/**
 * Returns for each trial the mean of its values in all series. A trial that is missing in one of the series is left
 * out.
 */
export function meanSeries(series: readonly ByTrial[]): ByTrial {
  if (series.length === 0) return new Map();
  const sum = series.reduce((one, other) => combined(one, other, (a, b) => a + b));
  return new Map([...sum].map(([trial, value]) => [trial, value / series.length]));
}

/** Notation of energies in MJ: one decimal. */
export const MEGAJOULES: Notation = { factor: 1, digits: 1, unit: 'MJ' };
/** Notation of value per MJ: one decimal. */
export const DENSITY: Notation = { factor: 1, digits: 1, unit: 'value/MJ' };
