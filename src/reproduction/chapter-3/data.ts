import { W_PER_KW } from '../../../models/units.js';
import type { Cell } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { dataWith, type FigureData, planSeries } from '../data.js';
import type { ByTrial } from '../rules.js';

/**
 * How the reward rate of tasks that share a node is evaluated: with time-averaged or time-sliced co-location effects
 * (docs/decisions/time-sliced-semantics.md).
 */
export type Evaluation = 'averaged' | 'time-sliced';

/**
 * Returns the records with two fractions added for feasible plans: the reward rate divided by that of completing all
 * arriving tasks (`share`), as in the thesis, and the unused share of the power cap (`unused`).
 */
export function figureData(records: Records, evaluation: Evaluation): FigureData {
  const value = evaluation === 'averaged' ? 'averagedPerS' : 'rewardPerS';
  return dataWith(records, evaluation, ({ values, cell }) => {
    const has = values['outcome'] === 'plan';
    return {
      share: has ? Number(values[value]) / Number(values['fullPerS']) : null,
      unused: has ? 1 - Number(values['totalW']) / (W_PER_KW * Number(cell['capKW'])) : null,
    };
  });
}

/** Returns a value of a cell for each trial that found a feasible plan. It is empty if the design has no such cell. */
export function series(data: FigureData, where: Cell, value = 'share'): ByTrial {
  return planSeries(data, where, value);
}
