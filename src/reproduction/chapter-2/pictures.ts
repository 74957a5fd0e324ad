import type { Records } from '../../experiments/record.js';
import { type FigureData, levelsOf, settingsOf, trialSeries } from '../data.js';
import { drawnValue, linesOf, linesOver, type Measure, type PictureChart, rowsOf, shown, titled } from '../picture.js';
import { withThesisWork } from './budgets.js';
import { THESIS_LONG_HOPS } from './claims-environment.js';
import { chanceAt, figureData, hoursOf, READINGS } from './data.js';

/** Range of the axis of probabilities, %. */
const PERCENT = [0, 100] as const;
/** Names of the maximized probability, by problem. */
const GOALS: Readonly<Record<string, string>> = {
  'mo-ec': 'makespan-robustness Psi',
  'eo-mc': 'energy-robustness phi',
};
/** Axis labels of the factors that may be on the horizontal axis. */
const OVER = { budgetMJ: 'energy budget, MJ', deadlineS: 'deadline, s' } as const;

/**
 * Returns the charts of chapter 2 and appendix B. As in the thesis, a plan that violates its limit has a probability of
 * 0.
 */
export function robustPictures(records: Records): PictureChart[] {
  // Every level of the method under its own name.
  const data = figureData(records, READINGS[0]);
  const goals = levelsOf(data, 'problem').map((problem) => GOALS[problem]!);
  const goal = `${goals.join(' or ')}, %`;
  const chance: Measure = {
    axis: goal,
    factor: 100,
    range: PERCENT,
    of: (of, cell) => trialSeries(of, cell, 'chance'),
  };
  if (hoursOf(data.design).length > 0) return shown(progress(data, goal));
  const over = (Object.keys(OVER) as (keyof typeof OVER)[]).find((factor) => levelsOf(data, factor).length > 2);
  const factors = data.design.factors
    .filter(({ name, levels }) => name !== 'method' && name !== over && levels.length > 1)
    .map(({ name }) => name);
  if (over !== undefined) {
    const xName = OVER[over];
    return shown(
      settingsOf(data, factors).map((where) => linesOver(data, titled(where, goal), chance, { over, xName, where })),
    );
  }
  const charts = settingsOf(data, factors).map((where) =>
    rowsOf(
      data,
      titled(where, goal),
      chance,
      levelsOf(data, 'method').map((method) => ({ name: method, cell: { ...where, method } })),
    ),
  );
  return shown([...charts, ...(levelsOf(data, 'stallHops').length > 1 ? longHops(data) : [])]);
}

/**
 * Returns the charts of Figs. 2.4 and 2.5 over the thesis' 72 hours. With another time budget, an hour stands for the
 * same share of it.
 */
function progress(data: FigureData, axis: string): PictureChart[] {
  const varied = data.design.factors.filter(({ name, levels }) => name !== 'method' && levels.length > 1);
  return settingsOf(
    data,
    varied.map(({ name }) => name),
  ).map((where) =>
    linesOf(data, titled(where, axis), { axis, range: PERCENT, xName: "hours of the thesis' 72" }, (method) =>
      hoursOf(data.design).map((hour) => {
        const found = new Map(
          [...trialSeries(data, { ...where, method }, chanceAt(hour))].filter(
            ([trial]) => trialSeries(data, { ...where, method }, `zAt${hour}h`).get(trial) !== undefined,
          ),
        );
        return { x: hour, value: drawnValue(found, 100) };
      }),
    ),
  );
}

/** Returns the charts of appendix B with the numbers of long-hops, one for each calibration. */
function longHops(data: FigureData): PictureChart[] {
  const method = withThesisWork('tabu');
  return settingsOf(data, ['calibration']).map((where) =>
    rowsOf(
      data,
      titled(where, "long-hops in the thesis' 29,000 iterations"),
      { axis: 'long-hops', factor: 1, of: (of, cell) => trialSeries(of, cell, 'longHops') },
      levelsOf(data, 'stallHops').map((stallHops) => ({
        name: `after ${stallHops} short-hops`,
        cell: { ...where, stallHops, method },
        thesis: THESIS_LONG_HOPS[stallHops]!,
      })),
    ),
  );
}
