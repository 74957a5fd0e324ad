import { isFeasible, type Score } from './problem.js';

/**
 * Rule that ranks individuals by objective and constraint violations (thesis 2.6). Each search needs an object of its
 * own, because its penalty weight may change.
 */
export interface PenaltyHandler {
  readonly name: string;
  /** Current penalty per unit of violation; null if feasible scores come first anyway or violations are ignored. */
  readonly weight: number | null;
  /** Compares two scores: negative if a is better, positive if b is better, 0 if they rank equal. */
  readonly compare: (a: Score, b: Score) => number;
  /**
   * Returns a number that ranks scores as `compare` does, except for ties; larger is better.
   * Absent if no such number exists.
   */
  readonly merit?: (score: Score) => number;
  /**
   * Returns how far a score is from feasibility, >= 0; 0 if feasible. Scores of lower infeasibility rank first,
   * whatever their objectives. Absent if the rule mixes objectives and violations.
   */
  readonly infeasibility?: (score: Score) => number;
  /** Returns true if the score may enter the population. */
  readonly admits: (score: Score) => boolean;
  /** Called after each generation. Returns true if the population must be sorted again. */
  readonly generationEnds: (feasibleShare: number) => boolean;
}

/**
 * Returns a rule that ranks every feasible score before every infeasible one (thesis 2.6.4). Feasible scores are
 * ordered by objective. Infeasible ones are ordered by distance from feasibility, then by objective.
 */
export function superiorityOfFeasible(): PenaltyHandler {
  return {
    name: 'superiority of feasible',
    weight: null,
    compare: byDistance,
    infeasibility: distanceOf,
    admits: () => true,
    generationEnds: () => false,
  };
}

/** Orders two scores of the same rank under a penalty of weight c: negative if a is better. */
export type PenaltyTies = (a: Score, b: Score, c: number) => number;

/**
 * Returns a handler that ranks by objective - c * distance from feasibility (thesis 2.6.2).
 *
 * @param ties order of equal ranks; by default that of `preference`
 */
export function staticPenalty(c: number, ties: PenaltyTies = byPreference): PenaltyHandler {
  const merit = (score: Score): number => penalised(score, c);
  return {
    name: 'static penalty',
    weight: c,
    compare: (a, b) => rising(merit(b), merit(a)) || ties(a, b, c),
    merit,
    admits: () => true,
    generationEnds: () => false,
  };
}

export interface DynamicPenaltyOptions {
  /** Penalty coefficient c in the first generation (thesis: 2). */
  readonly initial?: number;
  /** Change of the penalty coefficient c after each generation (thesis: 0.01). */
  readonly step?: number;
  /** Order of equal ranks; by default that of `preference`. */
  readonly ties?: PenaltyTies;
}

/**
 * Returns a rule that ranks by objective - c * distance from feasibility, with a changing penalty coefficient c (thesis
 * 2.6.3). After each generation, c rises by `step` if less than half of the population is feasible; otherwise it falls
 * by `step`, but not below 0. So the search stays near the boundary of feasibility.
 */
export function dynamicPenalty({
  initial = 2,
  step = 0.01,
  ties = byPreference,
}: DynamicPenaltyOptions = {}): PenaltyHandler {
  let c = initial;
  const merit = (score: Score): number => penalised(score, c);
  return {
    name: 'dynamic penalty',
    get weight() {
      return c;
    },
    compare: (a, b) => rising(merit(b), merit(a)) || ties(a, b, c),
    merit,
    admits: () => true,
    generationEnds: (feasibleShare) => {
      c = Math.max(0, c + (feasibleShare < 0.5 ? step : -step));
      return true;
    },
  };
}

/** Returns a handler that refuses infeasible individuals, even in the initial population (thesis, appendix C). */
export function limiting(): PenaltyHandler {
  return { ...superiorityOfFeasible(), name: 'limiting', admits: isFeasible };
}

/** Returns the distance of a score from feasibility: the sum of its constraint violations. */
function distanceOf({ violations }: Score): number {
  let distance = 0;
  for (let v = 0; v < violations.length; v++) distance += violations[v]!;
  return distance;
}

function byDistance(a: Score, b: Score): number {
  const feasible = isFeasible(a);
  if (feasible !== isFeasible(b)) return feasible ? -1 : 1;
  if (!feasible) {
    const difference = rising(distanceOf(a), distanceOf(b));
    if (difference !== 0) return difference;
  }
  return byObjective(a, b);
}

function penalised(score: Score, c: number): number {
  return c > 0 ? score.objective - c * distanceOf(score) : score.objective;
}

function byObjective(a: Score, b: Score): number {
  return rising(b.objective, a.objective) || byPreference(a, b);
}

function byPreference(a: Score, b: Score): number {
  return rising(b.preference, a.preference);
}

/** Returns a - b, or 0 if both are the same infinity. */
function rising(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
