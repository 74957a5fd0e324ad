import type { Records } from '../../experiments/record.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import { drawnValue, linesOf, type PictureChart, rowsOf, shown } from '../picture.js';
import { groupSizeOf, levelOf } from './budgets.js';
import { THESIS_REDUCTION } from './claims-sizes.js';
import { BASELINE, costs, figureData, READINGS, reductions } from './data.js';
import { costAt } from './values.js';

/** Number of epochs of a day, one per hour. */
const HOURS = 24;

/** Returns the charts of chapter 4: the cost of each hour, and cost reductions beside those of Table 4.2. */
export function geoPictures(records: Records): PictureChart[] {
  // Every level of the method under its own name.
  const data = figureData(records, READINGS[1]);
  const instances = levelsOf(data, 'instance');
  const byHour = records.design.settings['byEpoch'] === 1;
  return shown(
    instances.flatMap((instance) =>
      byHour ? [hourly(data, instance), daily(data, instance)] : [reduced(data, instance)],
    ),
  );
}

function hourly(data: FigureData, instance: string): PictureChart {
  const axes = { axis: 'cost, USD', xName: 'hour of the day (Chicago)' };
  return linesOf(data, `${instance}: cost by hour`, axes, (method) =>
    Array.from({ length: HOURS }, (_, hour) => ({
      x: hour,
      value: drawnValue(trialSeries(data, { instance, method }, costAt(hour)), 1),
    })),
  );
}

function daily(data: FigureData, instance: string): PictureChart {
  const methods = levelsOf(data, 'method');
  return rowsOf(
    data,
    `${instance}: cost of a day`,
    { axis: 'cost of a day, USD', factor: 1, of: costs },
    methods.map((method) => ({ name: method, cell: { instance, method } })),
  );
}

function reduced(data: FigureData, instance: string): PictureChart {
  const methods = levelsOf(data, 'method').filter((method) => method !== BASELINE);
  return rowsOf(
    data,
    `${instance}: reduction against ${BASELINE}`,
    { axis: `less than ${BASELINE} costs, %`, factor: 100, of: reductions },
    methods.map((method) => {
      const { method: name, short } = levelOf(method);
      const thesis = short ? undefined : THESIS_REDUCTION[name]?.[groupSizeOf({ instance })];
      // GALD-CL's printed values stand beside Eq. 25 as printed.
      const isPrinted = name !== 'gald-cl' || levelOf(method).byEq25;
      return {
        name: method,
        cell: { instance, method },
        ...(thesis === undefined || !isPrinted ? {} : { thesis: 100 * thesis }),
      };
    }),
  );
}
