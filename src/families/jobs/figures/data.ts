import type { Records, Values } from '../../../experiments/record.js';
import { meanInterval } from '../../../experiments/statistics.js';
import { combined, dataWith, type FigureData, levelsOf, planSeries } from '../../../studies/reproduction/data.js';
import type { ByTrial, Notation } from '../../../studies/reproduction/rules.js';
import { onMaxBid, type ReadingLevel } from './settings.js';

/** Words for all cores of the bid. */
const ALL_OF_THE_BID = 'ValOpt and ValEnSepOpt on all cores of the bid';
/** Words for our defaults. */
const AT_COMPLETION = 'bids at predicted completion';

/** Readings of the records: as printed, with both rules of cores of ValOpt and ValEnSepOpt, and our defaults, the same. */
export const READINGS = [
  'as printed, ValOpt and ValEnSepOpt on the fewest cores of least response time',
  ALL_OF_THE_BID,
  AT_COMPLETION,
  `${AT_COMPLETION}, ${ALL_OF_THE_BID}`,
] as const;
export type Reading = (typeof READINGS)[number];

/** Joules in a megajoule. */
const MJ = 1e6;

/** Records with, beside their own values: `share` of the sum of starting values that was earned; `energyMJ`; `density`, value per MJ. */
export function figureData(records: Records, reading: Reading): FigureData {
  return dataWith(records, reading, ({ values }): Values => {
    const { value, startingValue, energyJ } = values;
    if (typeof value !== 'number' || typeof startingValue !== 'number' || typeof energyJ !== 'number') return {};
    return {
      share: startingValue > 0 ? value / startingValue : null,
      energyMJ: energyJ / MJ,
      density: energyJ > 0 ? value / (energyJ / MJ) : null,
    };
  });
}

/** A value by trial of a method in a setting, as the data's reading has it. */
export function valuesFor(data: FigureData, setting: string, method: string, value = 'share'): ByTrial {
  const { reading, level } = placeOf(data, method);
  return planSeries(data, { setting, method: level, reading }, value);
}

/** Levels of the factors "reading" and "method" that the data's reading means by a method; where the figure has one reading alone, that. */
function placeOf(data: FigureData, method: string): { readonly reading: string; readonly level: string } {
  const at = READINGS.indexOf(data.reading as Reading);
  const wanted: ReadingLevel = at < 2 ? 'printed' : 'ours';
  const readings = levelsOf(data, 'reading');
  const widest = onMaxBid(method);
  const isWide = at % 2 === 1 && levelsOf(data, 'method').includes(widest);
  return { reading: readings.includes(wanted) ? wanted : readings[0]!, level: isWide ? widest : method };
}

/** Mean over trials; NaN where there are none. */
export function meanOf(values: ByTrial): number {
  return values.size === 0 ? NaN : meanInterval([...values.values()]).mean;
}

/** Mean of several series trial by trial, of the trials that all of them have; empty for no series. */
export function meanSeries(series: readonly ByTrial[]): ByTrial {
  if (series.length === 0) return new Map();
  const sum = series.reduce((one, other) => combined(one, other, (a, b) => a + b));
  return new Map([...sum].map(([trial, value]) => [trial, value / series.length]));
}

/** Notation of energies in MJ. */
export const MEGAJOULES: Notation = { factor: 1, digits: 1, unit: 'MJ' };
/** Notation of value per MJ. */
export const DENSITY: Notation = { factor: 1, digits: 1, unit: 'value/MJ' };
