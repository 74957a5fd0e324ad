import type { Cell } from '../../experiments/design.js';
import type { Records, Values } from '../../experiments/record.js';
import { BY_EQ_25 } from './budgets.js';
import { combined, dataWith, type FigureData, planSeries, trialSeries } from '../data.js';
import { type ByTrial, greater, type Notation, type Part } from '../rules.js';

/**
 * Readings of what the thesis leaves open: how GALD-CL computes efficiency, and whether the bill uses the cooling power
 * of the room or that of Eq. 43 (CUP).
 */
export const READINGS = ['Eq. 25 as printed', 'efficiency of whole nodes', 'cooling by CUP'] as const;
export type Reading = (typeof READINGS)[number];

/** Method that the thesis compares all other methods with. */
export const BASELINE = 'fdld-so';

/**
 * Returns the records of a figure with `cost` and `bound` added to each trial, in this interpretation of the thesis
 * (`reading`).
 */
export function figureData(records: Records, reading: Reading): FigureData {
  const [cost, bound] = reading === 'cooling by CUP' ? ['costByCupUsd', 'boundByCupUsd'] : ['costUsd', 'boundUsd'];
  return dataWith(records, reading, ({ values }): Values => ({
    cost: values[cost] ?? null,
    bound: values[bound] ?? null,
  }));
}

/**
 * Returns the level of the factor "method" whose runs stand for `method` in this interpretation of the thesis
 * (`reading`).
 */
export function levelIn({ reading }: FigureData, method: string): string {
  return method === 'gald-cl' && reading !== 'efficiency of whole nodes' ? BY_EQ_25 : method;
}

/** Returns a value of each trial, including trials whose plan violates limits. */
export function valuesFor(data: FigureData, { method, ...where }: Cell, value: string): ByTrial {
  return trialSeries(data, { ...where, method: levelIn(data, method!) }, value);
}

/** Returns the cost of the day for each trial whose plan meets all limits, USD. */
export function costs(data: FigureData, { method, ...where }: Cell): ByTrial {
  return planSeries(data, { ...where, method: levelIn(data, method!) }, 'cost');
}

/** Returns for each trial the fraction by which a method's cost is below the baseline's. */
export function reductions(data: FigureData, { instance, method }: Cell): ByTrial {
  const cell = (level: string): Cell => ({ instance: instance!, method: level });
  return combined(costs(data, cell(method!)), costs(data, cell(BASELINE)), (own, other) => 1 - own / other);
}

/** Notation of amounts in USD: no decimals. */
export const USD: Notation = { factor: 1, digits: 0, unit: 'USD' };

/**
 * Compares the costs of two methods trial by trial: is `first` cheaper than `than` on average?
 *
 * @param before beginning of the text on what is compared
 */
export function cheaper(data: FigureData, before: string, where: Cell, first: string, than: string): Part {
  const of = (method: string): ByTrial => costs(data, { ...where, method });
  return greater(`${before}${levelIn(data, than)} over ${levelIn(data, first)}`, of(than), of(first), USD);
}
