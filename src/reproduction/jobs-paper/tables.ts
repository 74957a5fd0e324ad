import type { Records } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { type FigureData, levelsOf, planSeries } from '../data.js';
import { type Notation, number, PERCENT } from '../rules.js';
import { table } from '../tables.js';
import { DENSITY, MEGAJOULES } from './data.js';
import { PAPER_METHODS, PAPER_NODES, REJECTED_PERCENT } from './published.js';
import { nodesName, type ReadingLevel } from './settings.js';

/** Quantities of a month for which there is a table. The text `says` stands before the table and states the unit. */
const QUANTITIES: readonly { readonly value: string; readonly says: string; readonly notation: Notation }[] = [
  { value: 'share', says: 'Value earned, % of the sum of starting values', notation: { ...PERCENT, unit: '' } },
  { value: 'energyMJ', says: 'Energy, MJ', notation: { ...MEGAJOULES, unit: '' } },
  { value: 'density', says: 'Value per energy, value/MJ', notation: { ...DENSITY, unit: '' } },
  { value: 'rejected', says: 'Rejected jobs, %', notation: { ...PERCENT, unit: '' } },
  { value: 'moves', says: 'Moves of running jobs', notation: { factor: 1, digits: 0, unit: '' } },
];

/** Quantities that get a table only if bounds are known. */
const BOUNDED: typeof QUANTITIES = [
  { value: 'ofBound', says: 'Value, % of the bound on all schedules', notation: { ...PERCENT, unit: '' } },
  {
    value: 'ofFrontier',
    says: 'Value, % of the bound on all schedules of as much energy',
    notation: { ...PERCENT, unit: '' },
  },
  { value: 'bound', says: 'Bound on value, thousands', notation: { factor: 1e-3, digits: 2, unit: '' } },
  ...QUANTITIES.slice(0, 1),
];

/** Words for each reading (interpretation of the paper), in the headings of tables. */
export const READING_WORDS: Readonly<Record<ReadingLevel, string>> = {
  printed: 'as printed',
  ours: 'bids at predicted completion',
};

/** Returns the tables of a figure, each preceded by a text. */
export function jobsTables(data: FigureData, { design }: Records): string[] {
  if (design.settings['figure'] === 'jobs-profiles') return profileTables(data);
  const quantities = design.settings['figure'] === 'jobs-bounds' ? BOUNDED : QUANTITIES;
  const isByNodes = design.settings['figure'] === 'jobs-nodes';
  const own = levelsOf(data, 'reading').flatMap((reading) =>
    quantities.flatMap(({ value, says, notation }) => [
      `\n${says}, ${READING_WORDS[reading as ReadingLevel]}; mean ± half its interval:\n`,
      meansTable(data, reading, value, notation),
    ]),
  );
  return [...(isByNodes ? ['Rejected jobs as printed in Table II, %:\n', printedTable()] : []), ...own];
}

/**
 * Returns a table of means with half their 95 % confidence intervals, a row for each setting and a column for each
 * method; empty without values.
 */
function meansTable(data: FigureData, reading: string, value: string, notation: Notation): string {
  const methods = levelsOf(data, 'method');
  return table(
    ['Setting', ...methods],
    levelsOf(data, 'setting').map((setting) => [
      setting,
      ...methods.map((method) =>
        meanText([...planSeries(data, { setting, method, reading }, value).values()], notation),
      ),
    ]),
  );
}

function meanText(found: readonly number[], notation: Notation): string {
  if (found.length === 0) return '';
  const { mean, interval } = meanInterval(found);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, notation)}`;
  return number(mean, notation) + half;
}

function printedTable(): string {
  return table(
    ['Setting', ...PAPER_METHODS],
    PAPER_NODES.map((nodes, n) => [
      nodesName(nodes),
      ...PAPER_METHODS.map((method) => REJECTED_PERCENT[method][n]!.toFixed(1)),
    ]),
  );
}

function profileTables(data: FigureData): string[] {
  const of = (setting: string, value: string): number[] => [
    ...planSeries(data, { setting, method: 'val-en-join-opt' }, value).values(),
  ];
  const sum = (values: readonly number[]): string => String(values.reduce((total, one) => total + one, 0));
  const saved: Notation = { ...PERCENT, unit: '' };
  return [
    'Response time x energy that the joint profile saves against ValEnSepOpt on as many cores, %: mean over job types, and the least; mean of trials ± half its interval. Types of all trials, and how many least products are proven:\n',
    table(
      ['Setting', 'Mean', 'Least', 'Types', 'Proven'],
      levelsOf(data, 'setting').map((setting) => [
        setting,
        ...['saving', 'leastSaving'].map((value) => meanText(of(setting, value), saved)),
        ...['types', 'proven'].map((value) => sum(of(setting, value))),
      ]),
    ),
  ];
}
