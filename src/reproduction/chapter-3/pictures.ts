import type { Records } from '../../experiments/record.js';
import { levelsOf, restricted, settingsOf } from '../data.js';
import { linesOver, type Measure, type PictureChart, rowsOf, shown, titled } from '../picture.js';
import { figureData, series } from './data.js';
import { MEMORY_APART } from './figures.js';

/** Measure that the thesis draws: the reward as a share of the full reward (all arriving tasks completed). */
const SHARE: Measure = { axis: 'reward, % of the full reward', factor: 100, of: (data, cell) => series(data, cell) };
/** Axis labels of the factors that may be on the horizontal axis. */
const OVER = { redLineC: 'red line, °C', capKW: 'power cap, kW', demand: 'demand' } as const;
/** Minimum number of levels of a factor for a chart over this factor. */
const MIN_POINTS = 3;

/**
 * Returns the charts of Figs. 3.3 to 3.7, one for each setting of a machine room: lines over the red line, the power cap
 * or the demand, if it varies, otherwise a row for each method. Settings with a single point of each line are left to
 * the tables.
 */
export function rewardRatePictures(records: Records): PictureChart[] {
  const data = restricted(figureData(records, 'averaged'), ({ demand }) => demand !== MEMORY_APART);
  const over = (Object.keys(OVER) as (keyof typeof OVER)[]).find(
    (factor) => levelsOf(data, factor).length >= MIN_POINTS,
  );
  const factors = data.design.factors
    .filter(({ name, levels }) => name !== 'method' && name !== over && levels.length > 1)
    .map(({ name }) => name);
  const charts = settingsOf(data, factors).map((where) => {
    const title = titled(where, 'reward');
    if (over !== undefined) return linesOver(data, title, SHARE, { over, xName: OVER[over], where });
    const cells = levelsOf(data, 'method').map((method) => ({ name: method, cell: { ...where, method } }));
    return rowsOf(data, title, SHARE, cells);
  });
  return shown(charts.filter((one) => one.kind === 'rows' || one.series.some(({ points }) => points.length > 1)));
}
