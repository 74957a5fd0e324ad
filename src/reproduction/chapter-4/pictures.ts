import type { Records } from '../../experiments/record.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import { drawnValue, linesOf, type PictureChart, rowsOf, shown } from '../picture.js';
import { groupSizeOf, levelOf } from './budgets.js';
import { THESIS_REDUCTION } from './claims-sizes.js';
import { BASELINE, byDemand, costs, EPOCHS, figureData, READINGS, reductions } from './data.js';
import { costAt } from './values.js';

/**
 * Returns the charts of chapter 4: the cost of each hour, and cost reductions beside those of Table 4.2. With several
 * sizes only the reductions are shown.
 */
export function geoPictures(records: Records): PictureChart[] {
  // Every level of the method under its own name.
  return byDemand(figureData(records, READINGS[1])).flatMap(({ words, data }) => {
    const instances = levelsOf(data, 'instance');
    const bySize = new Set(
      levelsOf(figureData(records, READINGS[1]), 'instance').map((one) => groupSizeOf({ instance: one })),
    );
    const titleOf = (instance: string): string => [instance, words].filter((one) => one !== '').join(', ');
    return shown(
      instances.flatMap((instance) => {
        const title = titleOf(instance);
        return bySize.size === 1
          ? [hourly(data, instance, title), daily(data, instance, title)]
          : [reduced(data, instance, title)];
      }),
    );
  });
}

function hourly(data: FigureData, instance: string, title: string): PictureChart {
  const axes = { axis: 'cost, USD', xName: 'hour of the day (Chicago)' };
  return linesOf(data, `${title}: cost by hour`, axes, (method) =>
    Array.from({ length: EPOCHS }, (_, hour) => ({
      x: hour,
      value: drawnValue(trialSeries(data, { instance, method }, costAt(hour)), 1),
    })),
  );
}

function daily(data: FigureData, instance: string, title: string): PictureChart {
  const methods = levelsOf(data, 'method');
  return rowsOf(
    data,
    `${title}: cost of a day`,
    { axis: 'cost of a day, USD', factor: 1, of: costs },
    methods.map((method) => ({ name: method, cell: { instance, method } })),
  );
}

function reduced(data: FigureData, instance: string, title: string): PictureChart {
  const methods = levelsOf(data, 'method').filter((method) => method !== BASELINE);
  return rowsOf(
    data,
    `${title}: reduction against ${BASELINE}`,
    { axis: `less than ${BASELINE} costs, %`, factor: 100, of: reductions },
    methods.map((method) => {
      const { method: name } = levelOf(method);
      const thesis = THESIS_REDUCTION[name]?.[groupSizeOf({ instance })];
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
