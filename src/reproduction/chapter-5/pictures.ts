import type { Records } from '../../experiments/record.js';
import { levelsOf, trialSeries } from '../data.js';
import { type PictureChart, rowsOf, shown } from '../picture.js';
import { SERVICE_RATE_PER_S } from './claims-energy.js';
import { figureData, READINGS } from './data.js';

/** Returns the chart of the room's service rate. Figs. 5.4 and 5.5 have special pages instead. */
export function templatesPictures(records: Records): PictureChart[] {
  const data = figureData(records, READINGS[0]);
  if (!data.design.factors.some(({ name }) => name === 'middlePState')) return [];
  const measure = { axis: 'tasks/s of all cores', factor: 1, of: trialSeriesOf };
  const cells = levelsOf(data, 'middlePState').map((middlePState, n) => ({
    name: `${middlePState} middle P-state`,
    cell: { middlePState },
    ...(n === 0 ? { thesis: SERVICE_RATE_PER_S } : {}),
  }));
  return shown([rowsOf(data, 'what the room serves', measure, cells)]);
}

const trialSeriesOf = (data: Parameters<typeof trialSeries>[0], cell: Parameters<typeof trialSeries>[1]) =>
  trialSeries(data, cell, 'tasksPerS');
