import type { Records } from '../../experiments/record.js';
import { levelsOf, planSeries } from '../data.js';
import { drawnValue, linesOf, type PictureChart, type PictureRows, printed, shown } from '../picture.js';
import { figureData, READINGS } from './data.js';
import { settingNamed } from './figures.js';
import type { JobsFigure } from './names.js';
import { PAPER_METHODS, PAPER_NODES, REJECTED_PERCENT } from './published.js';
import { methodOf, type ReadingLevel } from './settings.js';
import { READING_WORDS } from './tables.js';

/** Range of the axis of shares, %. */
const RANGE = [0, 100] as const;

/** Quantities that charts show, with their axes. */
const DRAWN = {
  share: { what: 'value', axis: 'value, % of the starting value', factor: 100, range: RANGE },
  energyMJ: { what: 'energy', axis: 'energy, MJ', factor: 1 },
  density: { what: 'value per energy', axis: 'value/MJ', factor: 1 },
  ofBound: { what: 'value of what is bounded', axis: 'value, % of the bound', factor: 100, range: RANGE },
  ofFrontier: {
    what: 'value of what its energy allows',
    axis: 'value, % of the bound at its energy',
    factor: 100,
    range: RANGE,
  },
  rejected: { what: 'rejected jobs', axis: 'rejected jobs, %', factor: 100, range: RANGE },
} as const;
type Drawn = keyof typeof DRAWN;

/**
 * Returns the charts of a figure for each reading (interpretation of the paper): lines over the number of nodes or
 * cores, or rows for checkpoint intervals or for the cores of a profile.
 */
export function jobsPictures(records: Records): PictureChart[] {
  const figure = records.design.settings['figure'] as JobsFigure;
  const data = figureData(records, READINGS[0]);
  const readings = levelsOf(data, 'reading') as readonly ReadingLevel[];
  const settings = levelsOf(data, 'setting');
  const rowsBy = (title: string, axis: string, factor: number, value: string, reading: ReadingLevel): PictureRows => ({
    kind: 'rows',
    title,
    axis,
    rows: settings.flatMap((name) =>
      levelsOf(data, 'method').flatMap((method) => {
        const own = drawnValue(planSeries(data, { setting: name, method, reading }, value), factor);
        const { variant } = methodOf(method);
        return own === null ? [] : [{ name: variant === null ? name : `${name}, ${variant}`, ...own }];
      }),
    ),
  });
  const linesBy = (value: Drawn, reading: ReadingLevel): PictureChart => {
    const { what, factor, ...axis } = DRAWN[value];
    return linesOf(data, `${what}, ${READING_WORDS[reading]}`, { ...axis, xName: X_NAMES[figure] }, (method) =>
      settings.map((setting) => ({
        x: placeOf(figure, setting),
        value: drawnValue(planSeries(data, { setting, method, reading }, value), factor),
      })),
    );
  };
  switch (figure) {
    case 'jobs-profiles':
      return shown([rowsBy('saved by the joint profile', 'response time x energy saved, %', 100, 'saving', 'printed')]);
    case 'jobs-checkpoints':
      return shown(
        readings.map((reading) =>
          rowsBy(`value per energy, ${READING_WORDS[reading]}`, DRAWN.density.axis, 1, 'density', reading),
        ),
      );
    default: {
      const drawn: readonly Drawn[] =
        figure === 'jobs-bounds' ? ['ofBound', 'ofFrontier'] : ['share', 'energyMJ', 'density', 'rejected'];
      const lines = readings.flatMap((reading) => drawn.map((value) => linesBy(value, reading)));
      return shown(figure === 'jobs-nodes' ? [...lines, tableTwo()] : lines);
    }
  }
}

/** Labels of the horizontal axis, by figure. */
const X_NAMES: Readonly<Record<JobsFigure, string>> = {
  'jobs-checkpoints': 'interval',
  'jobs-nodes': 'nodes of 10 cores',
  'jobs-cores': 'cores per node, 3 nodes',
  'jobs-profiles': 'cores',
  'jobs-bounds': 'nodes of 10 cores',
};

function placeOf(figure: JobsFigure, name: string): number {
  const setting = settingNamed(figure, name);
  if ('profileCores' in setting) return setting.profileCores;
  return figure === 'jobs-cores' ? setting.coresPerNode : setting.nodes;
}

function tableTwo(): PictureChart {
  const { axis, range } = DRAWN.rejected;
  return {
    kind: 'lines',
    title: 'rejected jobs, printed in Table II',
    axis,
    range,
    xName: X_NAMES['jobs-nodes'],
    series: PAPER_METHODS.map((name) => ({
      name,
      points: PAPER_NODES.map((x, n) => ({ x, ...printed(REJECTED_PERCENT[name][n]!) })),
    })),
  };
}
