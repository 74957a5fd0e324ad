import type { Records } from '../../experiments/record.js';
import { type FigureData, inWords, levelsOf, settingsOf } from '../data.js';
import { linesOver, type Measure, type PictureChart, rowsOf, shown, titled } from '../picture.js';
import { figureData, series } from './data.js';

/** Measure that the thesis draws: the reward as a share of the full reward (all arriving tasks completed). */
const SHARE: Measure = { axis: 'reward, % of the full reward', factor: 100, of: (data, cell) => series(data, cell) };
/** Axis labels of the factors that may be on the horizontal axis. */
const OVER = { redLineC: 'red line, °C', capKW: 'power cap, kW' } as const;
/** Minimum number of levels of a factor for a chart over this factor. */
const FEWEST_POINTS = 4;

/**
 * Returns the charts of Figs. 3.3 to 3.7, one for each machine room: lines over the red line or the power cap, if it
 * varies, otherwise a row for each method.
 */
export function rewardRatePictures(records: Records): PictureChart[] {
  const data = figureData(records, 'averaged');
  const over = (Object.keys(OVER) as (keyof typeof OVER)[]).find(
    (factor) => levelsOf(data, factor).length >= FEWEST_POINTS && isGrid(data, factor),
  );
  const factors = data.design.factors
    .filter(({ name, levels }) => name !== 'method' && name !== over && levels.length > 1)
    .map(({ name }) => name);
  return shown(
    settingsOf(data, factors).map((where) => {
      const title = titled(where, 'reward');
      if (over !== undefined) return linesOver(data, title, SHARE, { over, xName: OVER[over], where });
      const cells = levelsOf(data, 'method').map((method) => ({ name: method, cell: { ...where, method } }));
      return rowsOf(data, title, SHARE, cells);
    }),
  );
}

/**
 * Returns true if every machine room has all levels of a factor. Otherwise the factor cannot be an axis, as with power
 * caps that differ by room.
 */
function isGrid(data: FigureData, factor: string): boolean {
  const others = data.design.factors.map(({ name }) => name).filter((name) => name !== factor && name !== 'method');
  return settingsOf(data, others).every(
    (room) => settingsOf(data, [factor], room).length === levelsOf(data, factor).length && inWords(room) !== '',
  );
}
