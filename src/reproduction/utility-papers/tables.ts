import type { Records } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { type FigureData, levelsOf, recordsOf } from '../data.js';
import { type Notation, number } from '../rules.js';
import { table } from '../tables.js';
import { valuesFor } from './data.js';

/** Notation of fractions as percentages. The text before the table states the unit. */
const SHARE: Notation = { factor: 100, digits: 1, unit: '' };
/** Notation of energies in GJ. The text before the table states the unit. */
const GIGAJOULES: Notation = { factor: 1e-9, digits: 2, unit: '' };
/** Notation of energies in MJ. The text before the table states the unit. */
const MEGAJOULES: Notation = { factor: 1e-6, digits: 3, unit: '' };
/** Notation of hours and of numbers of tasks: one decimal. */
const ONE_DIGIT: Notation = { factor: 1, digits: 1, unit: '' };

/**
 * Returns a table of a value's means with half their 95 % confidence intervals, a row for each setting and a column for
 * each method; empty without values.
 */
export function meansTable(data: FigureData, value: string, notation: Notation): string {
  const methods = levelsOf(data, 'method');
  return table(
    ['Setting', ...methods],
    levelsOf(data, 'setting').map((setting) => [
      setting,
      ...methods.map((method) => meanText(data, setting, method, value, notation)),
    ]),
  );
}

function meanText(data: FigureData, setting: string, method: string, value: string, notation: Notation): string {
  const found = [...valuesFor(data, setting, method, value).values()];
  if (found.length === 0) return recordsOf(data, { setting, method }).length > 0 ? '-' : '';
  const { mean, interval } = meanInterval(found);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, notation)}`;
  return number(mean, notation) + half;
}

/** Returns the tables of a figure, each preceded by a text. */
export function utilityTables(data: FigureData, { design }: Records): string[] {
  const figure = String(design.settings['figure']);
  const isTestbed = figure === 'utility-testbed';
  const isPreemptive = !isTestbed && !('unconstrainedJ' in design.settings);
  const isSerial = figure === 'utility-serial';
  return [
    'Utility as a share of the maximum, %, mean ± half its interval:\n',
    meansTable(data, 'share', SHARE),
    ...(isPreemptive || isSerial || isTestbed
      ? []
      : [
          '\nThe same as a share of what every task would earn that started as it arrives, before any mapping event, as 000 counts, %:\n',
          meansTable(data, 'onArrivalShare', SHARE),
        ]),
    ...(isPreemptive
      ? ['\nTasks completed, of the whole time:\n', meansTable(data, 'completed', { ...ONE_DIGIT, digits: 0 })]
      : isTestbed
        ? ['\nEnergy of the three hours, MJ:\n', meansTable(data, 'energyJ', MEGAJOULES)]
        : ['\nEnergy of the measured day, GJ:\n', meansTable(data, 'energyJ', GIGAJOULES)]),
    ...(isSerial
      ? ['\nHour of the day at which 99 % of the budget are drawn, 24 if they never are:\n', hoursTable(data)]
      : []),
    ...(figure.startsWith('utility-parallel')
      ? ['\nCandidates evaluated per mapping event:\n', meansTable(data, 'candidatesPerEvent', ONE_DIGIT)]
      : []),
  ];
}

function hoursTable(data: FigureData): string {
  return meansTable(data, 'dryHour', ONE_DIGIT);
}
