import { S_PER_H } from '../../../models/units.js';
import type { Records } from '../../experiments/record.js';
import { type FigureData, inSetting, levelsOf, trialSeries } from '../data.js';
import { drawnValue, linesOf, type PictureChart, rowsOf, shown } from '../picture.js';
import { SERVICE_RATE_PER_S } from './claims-energy.js';
import { figureData, READINGS, recordedBudgets, valueOf } from './data.js';
import { AIR, powerAt } from './levels.js';

/** Returns the charts of a figure: rewards by energy budget, or power over the day, in each air of the room. */
export function templatesPictures(records: Records): PictureChart[] {
  const data = figureData(records, READINGS[0]);
  if (levelsOf(data, 'middlePState').length > 0) return shown([serviceRates(data)]);
  const everyS = Number(data.design.settings['powerEveryS']);
  const charts = levelsOf(data, AIR).flatMap((air) => {
    const own = inSetting(data, { [AIR]: air });
    return everyS > 0
      ? [powers(own, air, everyS)]
      : levelsOf(own, 'pattern').map((pattern) => rewards(own, air, pattern));
  });
  return shown(charts);
}

function rewards(data: FigureData, air: string, pattern: string): PictureChart {
  const axes = { axis: 'reward a day', xName: 'energy budget, MJ' };
  return linesOf(data, `${pattern} arrivals, ${air}`, axes, (method) =>
    recordedBudgets(data, 'reward').map((budgetMJ) => ({
      x: budgetMJ,
      value: drawnValue(valueOf(data, pattern, method, 'reward', budgetMJ), 1),
    })),
  );
}

function powers(data: FigureData, air: string, everyS: number): PictureChart {
  const intervals = Math.floor(Number(data.design.settings['durationS']) / everyS);
  const axes = { axis: 'mean power of the facility, kW', xName: 'middle of the interval, h' };
  return linesOf(data, `bursty arrivals, ${air}`, axes, (method) =>
    Array.from({ length: intervals }, (_, k) => ({
      x: ((k + 0.5) * everyS) / S_PER_H,
      value: drawnValue(trialSeries(data, { method }, powerAt(k)), 1e-3),
    })),
  );
}

function serviceRates(data: FigureData): PictureChart {
  const measure = { axis: 'tasks/s of all cores', factor: 1, of: ratesOf };
  const cells = levelsOf(data, 'middlePState').map((middlePState, n) => ({
    name: `${middlePState} middle P-state`,
    cell: { middlePState },
    ...(n === 0 ? { thesis: SERVICE_RATE_PER_S } : {}),
  }));
  return rowsOf(data, 'what the room serves', measure, cells);
}

const ratesOf = (data: FigureData, cell: Parameters<typeof trialSeries>[1]) => trialSeries(data, cell, 'tasksPerS');
