import type { Cell } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { dataWith, type FigureData, planSeries } from '../data.js';
import type { ByTrial } from '../rules.js';

/** Name of the evaluation of a plan that counts (docs/decisions/time-sliced-semantics.md). */
export type Evaluation = 'averaged' | 'time-sliced';

/**
 * Returns the records with `share` (reward over that of all arriving tasks, as the thesis normalises) and `unused`
 * (share of the cap left over), both fractions, added where there is a feasible plan.
 */
export function figureData(records: Records, evaluation: Evaluation): FigureData {
  const value = evaluation === 'averaged' ? 'averagedPerS' : 'rewardPerS';
  return dataWith(records, evaluation, ({ values, cell }) => {
    const has = values['outcome'] === 'plan';
    return {
      share: has ? Number(values[value]) / Number(values['fullPerS']) : null,
      unused: has ? 1 - Number(values['totalW']) / (1000 * Number(cell['capKW'])) : null,
    };
  });
}

/** Returns a value by trial, of feasible plans alone; empty when the design has no such cell. */
export function series(data: FigureData, where: Cell, value = 'share'): ByTrial {
  return planSeries(data, where, value);
}
