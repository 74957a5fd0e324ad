import type { Cell } from '../../../experiments/design.js';
import type { Records, Values } from '../../../experiments/record.js';
import { combined, dataWith, type FigureData, planSeries } from '../data.js';
import { type ByTrial, greater, type Notation, type Part } from '../rules.js';

/** Which cooling the bill is made with: that of the room, or of Eq. 43. */
export const READINGS = ['room', 'CUP'] as const;
export type Reading = (typeof READINGS)[number];

/** The method that the thesis compares with. */
export const BASELINE = 'fdld-so';

/** Adds `cost` and `bound` of the reading to every trial. */
export function figureData(records: Records, reading: Reading): FigureData {
  const [cost, bound] = reading === 'room' ? ['costUsd', 'boundUsd'] : ['costByCupUsd', 'boundByCupUsd'];
  return dataWith(records, reading, ({ values }): Values => ({
    cost: values[cost] ?? null,
    bound: values[bound] ?? null,
  }));
}

/** USD a day by trial, of plans that keep all limits. */
export function costs(data: FigureData, where: Cell): ByTrial {
  return planSeries(data, where, 'cost');
}

/** By trial: the share by which a method is cheaper than the baseline. */
export function reductions(data: FigureData, { instance, method }: Cell): ByTrial {
  const cell = (level: string): Cell => ({ instance: instance!, method: level });
  return combined(costs(data, cell(method!)), costs(data, cell(BASELINE)), (own, other) => 1 - own / other);
}

/** USD, with its sign. */
export const USD: Notation = { factor: 1, digits: 0, unit: 'USD' };

/** Is the first method cheaper in the mean of the paired differences? */
export function cheaper(data: FigureData, before: string, where: Cell, first: string, than: string): Part {
  const of = (method: string): ByTrial => costs(data, { ...where, method });
  return greater(`${before}${than} over ${first}`, of(than), of(first), USD);
}
