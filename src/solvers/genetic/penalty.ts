import { isFeasible, type Score } from './problem.js';

/**
 * Orders a population by objective and violations (thesis 2.6): the one place where objective and violations are
 * combined. A handler belongs to one search, since its weight may change.
 */
export interface PenaltyHandler {
  readonly name: string;
  /**
   * Current price of a unit of violation; null if there is none, because feasible scores always come first or
   * violations are ignored.
   */
  readonly weight: number | null;
  /** Returns the comparison of two scores: negative if a is better, positive if b is better, 0 if they rank alike. */
  readonly compare: (a: Score, b: Score) => number;
  /**
   * Returns the number by which `compare` ranks before it looks at `preference`, if there is such a number; larger is
   * better.
   */
  readonly merit?: (score: Score) => number;
  /**
   * Returns the amount by which a score ranks behind feasible scores, >= 0; 0 for feasible ones. Scores with a lower
   * amount always rank first, whatever their objectives, so that objectives and violations are never mixed. Needed for
   * survival with several objectives.
   */
  readonly infeasibility?: (score: Score) => number;
  /** Returns true if the score may enter the population. */
  readonly admits: (score: Score) => boolean;
  /**
   * Called at the end of a generation; returns true if the order may have changed and the population has to be sorted
   * again.
   */
  readonly generationEnds: (feasibleShare: number) => boolean;
}

/** Weights of the amounts of violation: one for all limits, or one for each. */
export type Weights = number | readonly number[];

/**
 * Returns a handler that ranks any feasible score before any infeasible one: feasible ones by objective, infeasible
 * ones by distance, then objective (2.6.4).
 */
export function superiorityOfFeasible(weights: Weights = 1): PenaltyHandler {
  return {
    name: 'superiority of feasible',
    weight: null,
    compare: (a, b) => byDistance(a, b, weights),
    // Behind all feasible ones even where its violations have no weight.
    infeasibility: (score) => (isFeasible(score) ? 0 : Math.max(distanceOf(score, weights), Number.MIN_VALUE)),
    admits: () => true,
    generationEnds: () => false,
  };
}

/** Returns a handler that ranks by objective - c * distance (2.6.2). */
export function staticPenalty(c: number, weights: Weights = 1): PenaltyHandler {
  const merit = (score: Score): number => penalised(score, c, weights);
  return {
    name: 'static penalty',
    weight: c,
    compare: (a, b) => byMerit(merit, a, b),
    merit,
    admits: () => true,
    generationEnds: () => false,
  };
}

export interface DynamicPenaltyOptions {
  /** Value of c in the first generation (thesis: 2). */
  readonly initial?: number;
  /** Change of c after each generation (thesis: 0.01). */
  readonly step?: number;
  readonly weights?: Weights;
}

/**
 * Returns a handler that ranks by objective - c * distance with a changing c. After each generation c rises by `step`
 * if less than half of the population is feasible, and falls by `step` otherwise, but not below 0 (2.6.3). So the
 * search stays at the edge of feasibility.
 */
export function dynamicPenalty({ initial = 2, step = 0.01, weights = 1 }: DynamicPenaltyOptions = {}): PenaltyHandler {
  let c = initial;
  const merit = (score: Score): number => penalised(score, c, weights);
  return {
    name: 'dynamic penalty',
    get weight() {
      return c;
    },
    compare: (a, b) => byMerit(merit, a, b),
    merit,
    admits: () => true,
    generationEnds: (feasibleShare) => {
      c = Math.max(0, c + (feasibleShare < 0.5 ? step : -step));
      return true;
    },
  };
}

/** Returns a handler that rejects infeasible individuals, children and founders alike (thesis, appendix C). */
export function limiting(): PenaltyHandler {
  return { ...superiorityOfFeasible(), name: 'limiting', admits: isFeasible };
}

/** Returns a handler that ignores violations. */
export function noPenalty(): PenaltyHandler {
  return {
    name: 'none',
    weight: null,
    compare: byObjective,
    infeasibility: () => 0,
    admits: () => true,
    generationEnds: () => false,
  };
}

/** Returns the distance from feasibility: the weighted sum of the violations. */
export function distanceOf({ violations }: Score, weights: Weights): number {
  let distance = 0;
  for (let v = 0; v < violations.length; v++) {
    const weight = typeof weights === 'number' ? weights : weights[v]!;
    // 0 x Infinity is NaN, which would have no rank.
    if (violations[v]! > 0 && weight > 0) distance += weight * violations[v]!;
  }
  return distance;
}

function byDistance(a: Score, b: Score, weights: Weights): number {
  const feasible = isFeasible(a);
  if (feasible !== isFeasible(b)) return feasible ? -1 : 1;
  if (!feasible) {
    const difference = rising(distanceOf(a, weights), distanceOf(b, weights));
    if (difference !== 0) return difference;
  }
  return byObjective(a, b);
}

function penalised(score: Score, c: number, weights: Weights): number {
  return c > 0 ? score.objective - c * distanceOf(score, weights) : score.objective;
}

function byMerit(merit: (score: Score) => number, a: Score, b: Score): number {
  return rising(merit(b), merit(a)) || byPreference(a, b);
}

function byObjective(a: Score, b: Score): number {
  return rising(b.objective, a.objective) || byPreference(a, b);
}

function byPreference(a: Score, b: Score): number {
  return rising(b.preference, a.preference);
}

/** Returns a - b, or 0 for two equal infinities. */
function rising(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
