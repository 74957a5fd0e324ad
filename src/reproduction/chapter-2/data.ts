import { type Cell, cellsOf } from '../../experiments/design.js';
import type { Records, Value, Values } from '../../experiments/record.js';
import { type Interval, normalProbability } from '../../experiments/statistics.js';
import { dataWith, type FigureData, levelsOf, restricted, trialSeries } from '../data.js';
import { type Answer, type ByTrial, difference, type Notation, type Part, SAME, untested, withNote } from '../rules.js';
import { isSearch, progressValue, withThesisWork } from './budgets.js';

/** Readings (interpretations) of what the thesis leaves open, in the words of pages. The first decides the verdicts. */
export const READINGS = ["thesis' work", 'equal seconds', 'nodes are on until their last core is done'] as const;
export type Reading = (typeof READINGS)[number];

/** The readings by what they change. */
const [, EQUAL_SECONDS, LAST_CORE] = READINGS;

/**
 * Largest absolute normal quantile in figures; beyond it, a probability counts as 0 or 1. A trial without a plan within
 * the limit gets -FARTHEST_Z.
 */
const FARTHEST_Z = 40;

/**
 * Quantile from which on a plan counts as certain: its probability misses 1 by less than 1e-15. Our choice: such plans are
 * not ranked, though the searches tell them apart.
 */
const CERTAIN_Z = 8;

/** Standard normal quantile of the energy-robustness of 0.9 that the thesis asks for (section 2.7). */
const MIN_ENERGY_Z = 1.2815515655446004;

/**
 * Maximum difference of quantiles that counts as none, for "no worse": nowhere does it change a probability by more than
 * SAME, since the normal density is at most 1 / sqrt(2 pi).
 */
export const SAME_Z = SAME * Math.sqrt(2 * Math.PI);

/** Words of rules for "no worse" by quantiles. */
export const NO_WORSE = `at least ${(-SAME_Z).toFixed(4)}, which is half a point of a probability at most`;

/** Notation of normal quantiles: two decimals. */
export const QUANTILE: Notation = { factor: 1, digits: 2, unit: '' };

/**
 * Returns the records with values added to each trial: the maximized probability (`chance`), its normal quantile
 * (`score`), energy-robustness (`phi`), and 1 if the plan meets the limits (`kept`). Without a plan that meets the
 * limits, `kept` and `chance` are 0 and `score` is -FARTHEST_Z. Until the last core (a reading), only `phi` and `kept`
 * change for MO-EC: searches are compared by what they sought.
 */
export function figureData(records: Records, reading: Reading): FigureData {
  const progress = hoursOf(records.design);
  const data = dataWith(records, reading, ({ values: recorded, cell }): Values => {
    const values = reading === LAST_CORE ? untilLastCore(recorded) : recorded;
    const kept = values['outcome'] === 'plan';
    const keepsOther = values === recorded || cell['problem'] !== 'mo-ec' || Number(values['phiZ']) >= MIN_ENERGY_Z;
    const z = values[cell['problem'] === 'mo-ec' ? 'psiZ' : 'phiZ'] ?? null;
    const phiZ = values['phiZ'] ?? null;
    return {
      phi: phiZ === null ? null : normalProbability(Number(phiZ)),
      score: scoreOf(kept ? z : null),
      chance: kept ? normalProbability(Number(z)) : 0,
      kept: kept && keepsOther ? 1 : 0,
      ...Object.fromEntries(
        progress.flatMap((hour) => {
          const score = scoreOf(values[progressValue(hour)] ?? null);
          return [
            [scoreAt(hour), score],
            [chanceAt(hour), normalProbability(score)],
          ];
        }),
      ),
    };
  });
  return reading === EQUAL_SECONDS ? whereSecondsRan(data) : data;
}

/**
 * Returns the data of the calibrations with runs of equal seconds, so that nothing stands for them elsewhere; all data if
 * the design has none.
 */
function whereSecondsRan(data: FigureData): FigureData {
  const timed = cellsOf(data.design).filter(({ method }) => isSearch(method!));
  const calibrations = new Set(timed.map(({ calibration }) => calibration));
  return timed.length === 0 ? data : restricted(data, ({ calibration }) => calibrations.has(calibration));
}

/**
 * Returns a trial's values with the phi that counts every node until the last of its cores is done, and not the one
 * expected to be. Its plan stays: the search kept the limit as printed.
 */
function untilLastCore(values: Values): Values {
  const z = values['phiLastZ'] ?? null;
  return z === null ? values : { ...values, phiZ: z };
}

function scoreOf(z: Value): number {
  return z === null ? -FARTHEST_Z : Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, Number(z)));
}

/**
 * Returns the hours, of the thesis' 72 hours, after which the runs of a design record their progress. The first hour is
 * 0. The list is empty if the runs record no progress.
 */
export function hoursOf({ settings }: Pick<Records['design'], 'settings'>): readonly number[] {
  const { progress } = settings;
  return typeof progress === 'string' ? [0, ...progress.split(',').map(Number)] : [];
}

/** Returns the name of the value with the score (normal quantile of the maximized probability) after this hour. */
export function scoreAt(hour: number): string {
  return `scoreAt${hour}h`;
}

/** Returns the name of the value with the maximized probability after this hour. */
export function chanceAt(hour: number): string {
  return `chanceAt${hour}h`;
}

/**
 * Returns the level of the factor "method" whose runs stand for `method` in this interpretation of the time budget
 * (`reading`). If the design has runs with one time budget alone, they stand for it in every interpretation.
 */
export function levelOf(data: FigureData, method: string): string {
  if (!isSearch(method)) return method;
  const [own, other] = [withThesisWork(method), method];
  const levels = levelsOf(data, 'method');
  const [first, second] = data.reading === EQUAL_SECONDS ? [other, own] : [own, other];
  return levels.includes(first) ? first : second;
}

/** Returns the cell whose runs stand for `where` in the reading of the data. */
export function standIn(data: FigureData, where: Cell): Cell {
  return { ...where, method: levelOf(data, where['method']!) };
}

/** Returns a recorded value of a cell for each trial, including trials whose plan violates the limits. */
export function valuesFor(data: FigureData, where: Cell, value = 'score'): ByTrial {
  return trialSeries(data, standIn(data, where), value);
}

/** Text for a comparison of two cells with the same result in every trial. */
export const SATURATED = 'both are certain, or neither has a plan within the limit, in every trial';

/**
 * Returns true if a test of two cells can show no difference: in every trial neither has a plan within the limit, or both
 * are certain. Probabilities (`chance`) that are 0 to 15 digits show none either, but quantiles as small do.
 */
export function isSaturated(data: FigureData, first: Cell, second: Cell, value = 'score'): boolean {
  const score = value.replace(/^chance/, 'score');
  const [own, other] = [valuesFor(data, first, score), valuesFor(data, second, score)];
  const [low, high] = score === value ? [-FARTHEST_Z, CERTAIN_Z] : [-CERTAIN_Z, Infinity];
  const common = [...own].filter(([trial]) => other.has(trial));
  return (
    common.length > 0 &&
    common.every(([trial, z]) => {
      const against = other.get(trial)!;
      return (z >= high && against >= high) || (z <= low && against <= low);
    })
  );
}

/**
 * Compares two cells (combinations of factor levels) by the mean difference of a value. The text says how many trials
 * of each have no plan.
 *
 * @param where words for what is compared
 * @param judge returns the answer from the confidence interval of the mean difference
 */
export function compared(
  data: FigureData,
  where: string,
  first: Cell,
  second: Cell,
  judge: (interval: Interval | null) => Answer,
  { value = 'score', notation = QUANTILE }: { readonly value?: string; readonly notation?: Notation } = {},
): Part {
  if (isSaturated(data, first, second, value)) return untested(where, SATURATED);
  const part = difference(where, valuesFor(data, first, value), valuesFor(data, second, value), judge, notation);
  if (part.answer === 'untested') return part;
  const [one, other] = [first, second].map(
    (cell) => [...valuesFor(data, cell, 'kept').values()].filter((kept) => kept === 0).length,
  );
  return one === 0 && other === 0 ? part : withNote(part, `; no plan within the limit in ${one!} and ${other!}`);
}
