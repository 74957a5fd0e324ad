import type { Records } from '../../experiments/record.js';
import { type FigureData, levelsOf, recordsOf } from '../data.js';
import { drawnValue, linesOf, type PictureChart, rowsOf, shown } from '../picture.js';
import { figureData, READINGS, valuesFor } from './data.js';

/** Label of the value axis in all charts of utility. */
const AXIS = 'utility, % of the maximum';
/** Range of the axis of shares, %. */
const RANGE = [0, 100] as const;

/**
 * Kinds of settings that differ in a number, which is the horizontal coordinate in charts. Each kind has a pattern that
 * finds the number in a setting's name, a label of the axis, and words for the title.
 */
const SWEPT: readonly { readonly name: RegExp; readonly xName: string; readonly what: string }[] = [
  { name: /^leniency ([\d.]+)$/, xName: 'leniency', what: 'by leniency' },
  { name: /^(\d+) %$/, xName: 'budget, % of unconstrained energy', what: 'by budget' },
  {
    name: /^(\d+) %, per-resource$/,
    xName: 'budget, % of unconstrained energy',
    what: 'by budget, filter per resource',
  },
  {
    name: /^(\d+) %, goal by arrivals$/,
    xName: 'budget, % of unconstrained energy',
    what: 'by budget, goal by expected arrivals',
  },
  { name: /^(\d+) GJ$/, xName: 'budget, GJ', what: 'by printed budget' },
  { name: /^bursts of (\d+)$/, xName: 'mean burst size', what: 'by burst size' },
  { name: /^flags (\d+) %$/, xName: 'tasks with flags, %', what: 'by flags' },
];
/** Minimum number of settings of one kind for which a line is drawn. */
const LINE = 3;

/**
 * Returns the charts of a figure. Settings that differ in a number become lines over this number. Each other setting
 * becomes a chart with a row for each method.
 */
export function utilityPictures(records: Records): PictureChart[] {
  const data = figureData(records, READINGS[0]);
  const settings = levelsOf(data, 'setting');
  const lines = SWEPT.map((swept) => ({
    ...swept,
    points: settings.flatMap((setting) => {
      const found = swept.name.exec(setting);
      return found === null ? [] : [{ setting, x: Number(found[1]) }];
    }),
  })).filter(({ points }) => points.length >= LINE);
  const drawn = new Set(lines.flatMap(({ points }) => points.map(({ setting }) => setting)));
  return shown([
    ...lines.map(({ what, xName, points }) =>
      linesOf(data, `utility ${what}`, { axis: AXIS, range: RANGE, xName }, (method) =>
        points.map(({ setting, x }) => ({ x, value: drawnValue(valuesFor(data, setting, method), 100) })),
      ),
    ),
    ...settings.filter((setting) => !drawn.has(setting)).map((setting) => rows(data, setting)),
  ]);
}

function rows(data: FigureData, setting: string): PictureChart {
  const methods = levelsOf(data, 'method').filter((method) => recordsOf(data, { setting, method }).length > 0);
  const of = (_: FigureData, cell: Readonly<Record<string, string>>): ReturnType<typeof valuesFor> =>
    valuesFor(data, setting, cell['method']!);
  return rowsOf(
    data,
    setting,
    { axis: AXIS, factor: 100, range: RANGE, of },
    methods.map((method) => ({ name: method, cell: { setting, method } })),
  );
}
