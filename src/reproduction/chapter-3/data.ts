import { W_PER_KW } from '../../../models/units.js';
import type { Cell } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { dataWith, type FigureData, planSeries, settingsOf } from '../data.js';
import type { ByTrial } from '../rules.js';

/**
 * How the reward rate of tasks that share a node is evaluated: with time-averaged or time-sliced co-location effects
 * (docs/decisions/time-sliced-semantics.md).
 */
export type Evaluation = 'averaged' | 'time-sliced';

/**
 * Returns the records with fractions added for feasible plans: the reward rate divided by that of completing all
 * arriving tasks (`share`), as in the thesis, the same of the GA after an eighth of its steps (`early`), and the unused
 * share of the power cap (`unused`).
 */
export function figureData(records: Records, evaluation: Evaluation): FigureData {
  const value = evaluation === 'averaged' ? 'averagedPerS' : 'rewardPerS';
  return dataWith(records, evaluation, ({ values, cell }) => {
    const has = values['outcome'] === 'plan';
    return {
      share: has ? Number(values[value]) / Number(values['fullPerS']) : null,
      early: has && typeof values['earlyPerS'] === 'number' ? values['earlyPerS'] / Number(values['fullPerS']) : null,
      unused: has ? 1 - Number(values['totalW']) / (W_PER_KW * Number(cell['capKW'])) : null,
    };
  });
}

/** Returns a value of a cell for each trial that found a feasible plan. It is empty if the design has no such cell. */
export function series(data: FigureData, where: Cell, value = 'share'): ByTrial {
  return planSeries(data, where, value);
}

/** A technique of the thesis with the level of the factor "method" that stands for it. */
export interface Technique {
  readonly name: string;
  readonly level: string;
  /** Level without co-location effects; null if none was run. */
  readonly naive: string | null;
}

/**
 * Returns the techniques of the thesis that were run in the cells that match `where`. Where the NLP was not run,
 * `config-lp` stands for it: their rewards differ by at most 0.0007 of the full reward (docs/decisions/nlp-relaxation.md).
 */
export function techniques(data: FigureData, where: Cell = {}): Technique[] {
  const run = new Set(settingsOf(data, ['method'], where).map(({ method }) => method!));
  const first = (...levels: readonly string[]): string | null => levels.find((level) => run.has(level)) ?? null;
  const found = [
    { name: 'nlp', level: first('nlp', 'config-lp'), naive: first('nlp-naive', 'config-lp-naive') },
    { name: 'ga', level: first('ga'), naive: first('ga-naive') },
    { name: 'greedy', level: first('greedy'), naive: first('greedy-naive') },
  ];
  return found.flatMap(({ level, ...one }) => (level === null ? [] : [{ ...one, level }]));
}

/** Returns words for a technique, which say what stands for it. */
export function techniqueText({ name, level }: Pick<Technique, 'name' | 'level'>): string {
  return name === level ? name : `${name} (by ${level})`;
}
