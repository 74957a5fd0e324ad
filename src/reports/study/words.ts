import type {
  BudgetAnalysis,
  ClassAnalysis,
  MethodStatistics,
  PairStatistics,
} from '../../studies/analysis/analysis.js';
import type { Budget } from '../../studies/plan/study.js';
import { inUnit, type Measured, oneLine, type Shown, significant } from '../format.js';

/** Returns the text of a budget: "2 s", "500 steps", "2 s or 500 steps". */
export function budgetText({ timeLimitS, workLimit }: Budget): string {
  const parts = [
    ...(timeLimitS === null ? [] : [`${String(timeLimitS)} s`]),
    ...(workLimit === null ? [] : [`${String(workLimit)} ${workLimit === 1 ? 'step' : 'steps'}`]),
  ];
  return parts.join(' or ') || 'no limit';
}

/** Returns a function that writes the objectives of a class without their unit, because captions state the unit. */
export function objectiveOf({
  objectiveUnit,
}: Pick<ClassAnalysis, 'objectiveUnit'>): (value: Measured) => Shown | null {
  return (value) => {
    const shown = inUnit(value, objectiveUnit);
    return shown === null ? null : { digits: shown.digits, unit: '' };
  };
}

/** Returns ", " and the unit of a class's objectives; empty if the objectives have no unit. */
export function unitBehind({ objectiveUnit }: Pick<ClassAnalysis, 'objectiveUnit'>): string {
  const unit = inUnit(1, objectiveUnit)?.unit ?? '';
  return unit === '' ? '' : `, ${oneLine(unit)}`;
}

/** Returns a p-value with two significant digits, or "< 0.0001" as is usual in publications. */
export function probabilityText(p: number | null): string {
  if (p === null) return 'none';
  return p < 1e-4 ? '< 0.0001' : significant(p, 2);
}

/** Returns an effect size in [-1, 1] as text with its sign. */
export function effectText(effect: number | null): string {
  return effect === null ? 'none' : `${effect > 0 ? '+' : ''}${effect.toFixed(2).replace(/^-0\.00$/, '0.00')}`;
}

/**
 * Statistics of a pair of methods from the view of one of them: `wins` is the number of cases in which this method is
 * better.
 */
export interface SeenPair {
  readonly pair: PairStatistics;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly effect: number | null;
  readonly effectInterval: { readonly low: number; readonly high: number } | null;
  /** Result of the test for this method at the study's confidence level; null without a test. */
  readonly verdict: 'better' | 'worse' | 'not told apart' | null;
}

/** Returns the statistics of a pair of methods, seen by `method`; null if the two were not compared. */
export function seenBy(
  pairs: readonly PairStatistics[],
  method: string,
  other: string,
  confidence: number,
): SeenPair | null {
  const pair = pairs.find(
    ({ first, second }) => (first === method && second === other) || (first === other && second === method),
  );
  if (pair === undefined) return null;
  const turned = pair.first !== method;
  const effect = pair.effect === null ? null : turned ? 0 - pair.effect : pair.effect;
  const range = pair.effectInterval;
  const isFound = pair.pHolm !== null && pair.pHolm < 1 - confidence && effect !== null && effect !== 0;
  return {
    pair,
    wins: turned ? pair.losses : pair.wins,
    losses: turned ? pair.wins : pair.losses,
    ties: pair.ties,
    effect,
    effectInterval: range === null || !turned ? range : { low: 0 - range.high, high: 0 - range.low },
    verdict: pair.pHolm === null ? null : isFound ? (effect > 0 ? 'better' : 'worse') : 'not told apart',
  };
}

/** Returns a method's place as text, with an equals sign if others share it: "2", "=1". */
export function placeText(place: number, ranking: BudgetAnalysis['ranking']): string {
  return `${ranking.filter((other) => other.place === place).length > 1 ? '=' : ''}${String(place)}`;
}

/** Returns a method's statistics under a budget (time or step limit); null if there are none. */
export function statisticsOf({ methods }: BudgetAnalysis, method: string): MethodStatistics | null {
  return methods.find((one) => one.method === method) ?? null;
}
