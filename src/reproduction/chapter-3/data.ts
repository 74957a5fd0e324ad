import { W_PER_KW } from '../../../models/units.js';
import type { Cell } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { dataWith, type FigureData, levelsOf, planSeries, settingsOf } from '../data.js';
import { type ByTrial, type Part, untested } from '../rules.js';
import { FIRST_ROOM, MIDDLE } from './figures-text.js';

/**
 * How the reward rate of tasks that share a node is evaluated: with time-averaged or time-sliced co-location effects
 * (docs/decisions/time-sliced-semantics.md).
 */
export type Evaluation = 'averaged' | 'time-sliced';

/**
 * Returns the records with fractions added for feasible plans: the reward rate divided by that of completing all
 * arriving tasks (`share`), as in the thesis, the same of the GA after an eighth of its generations (`early`; the search
 * knows time-averaged rewards alone, so that the time-sliced reading has none), and the unused share of the power cap
 * (`unused`).
 */
export function figureData(records: Records, evaluation: Evaluation): FigureData {
  const value = evaluation === 'averaged' ? 'averagedPerS' : 'rewardPerS';
  return dataWith(records, evaluation, ({ values, cell }) => {
    const has = values['outcome'] === 'plan';
    const hasEarly = has && evaluation === 'averaged' && typeof values['earlyPerS'] === 'number';
    return {
      share: has ? Number(values[value]) / Number(values['fullPerS']) : null,
      early: hasEarly ? Number(values['earlyPerS']) / Number(values['fullPerS']) : null,
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
  /** Level of the same method without co-location effects; null if it was not run. */
  readonly naive: string | null;
}

/** Techniques of the thesis, best first, with the levels of the factor "method" that stand for them. */
const TECHNIQUES = { nlp: ['nlp', 'config-lp'], ga: ['ga'], greedy: ['greedy'] } as const;

/**
 * Returns the techniques of the thesis that were run in the cells that match `where`, best first. Where the NLP was not
 * run, `config-lp` stands for it (docs/decisions/nlp-relaxation.md).
 */
export function techniques(data: FigureData, where: Cell = {}): Technique[] {
  const run = new Set(settingsOf(data, ['method'], where).map(({ method }) => method!));
  return Object.entries(TECHNIQUES).flatMap(([name, levels]) => {
    const level = levels.find((one) => run.has(one));
    if (level === undefined) return [];
    return [{ name, level, naive: run.has(`${level}-naive`) ? `${level}-naive` : null }];
  });
}

/** Returns the level that stands for a technique in the cells that match `where`; null if it was not run. */
export function levelIn(data: FigureData, where: Cell, technique: keyof typeof TECHNIQUES): string | null {
  return techniques(data, where).find(({ name }) => name === technique)?.level ?? null;
}

/**
 * Returns the comparisons of each technique that was run in the cells that match `where`. Where the figures of the thesis
 * run all of them, one that is missing is untested; elsewhere reduced figures leave out the GA, and in Figs. 3.5 and 3.6
 * altogether.
 */
export function perTechnique(
  data: FigureData,
  where: Cell,
  compare: (technique: Technique) => readonly Part[],
  found: readonly Technique[] = techniques(data, where),
): Part[] {
  const asked = Object.keys(TECHNIQUES).filter((own) => own !== 'ga' || !variesLimits(data));
  const missing = asked.filter((own) => found.every(({ name }) => name !== own));
  return [...found.flatMap(compare), ...(runsAll(data) ? missing.map((name) => untested(name, 'not run')) : [])];
}

/** Returns true for Figs. 3.5 and 3.6, which vary the red line or the cap of one room. */
function variesLimits(data: FigureData): boolean {
  const varies = (factor: string): boolean => levelsOf(data, factor).length > 1;
  return !varies('nodes') && (varies('redLineC') || varies('capKW'));
}

/** Returns true for a figure of the thesis in the setting in which reduced figures run all techniques. */
function runsAll(data: FigureData): boolean {
  const isSingle = (factor: string, level: string): boolean => levelsOf(data, factor).every((own) => own === level);
  return (
    levelsOf(data, 'section').length === 0 &&
    isSingle('room', FIRST_ROOM) &&
    isSingle('demand', MIDDLE) &&
    isSingle('law', 'tied')
  );
}

/** Where reduced figures run the GA, for rules that compare all techniques. */
export const GA_ONCE =
  'reduced, the GA is run in Fig. 3.4 in the room mixed at demand 0.8 alone, and not in Figs. 3.5 and 3.6';

/** Returns words for a technique, which say what stands for it. */
export function techniqueText({ name, level }: Pick<Technique, 'name' | 'level'>): string {
  return name === level ? name : `${name} (by ${level})`;
}
