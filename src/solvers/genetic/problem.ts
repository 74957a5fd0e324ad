import type { RandomStream } from '../../random/stream.js';

/** Objective of an individual, to be maximised (for minimisation, its negative), and its constraint violations. */
export interface Score {
  objective: number;
  /** Values of the second and later objectives, also to be maximised. */
  readonly further: Float64Array;
  /** Violation of each constraint, >= 0, in comparable units, such as the fraction of the limit. */
  readonly violations: Float64Array;
  /** Decides between scores that otherwise rank equal: the larger comes first. */
  preference: number;
  /** A second number for penalties with an order of their own for equal ranks (`PenaltyTies`); otherwise 0. */
  detail: number;
}

export interface Individual<G> {
  readonly genome: G;
  readonly score: Score;
}

/**
 * An optimization problem as the genetic algorithm sees it. A genome G is a set of buffers: typed arrays, and cached
 * parts of its evaluation. The algorithm creates as many genomes as the population needs and reuses them.
 *
 * While a child is made, a change C records which of its cached parts are no longer valid. A problem without cached
 * parts has no changes (C = undefined).
 */
export interface GeneticProblem<G, C> {
  readonly violationCount: number;
  /** Number of objectives (default 1). Several objectives need the survival rule nonDominated (NSGA-II). */
  readonly objectiveCount?: number;
  /** Allocates a genome of the right size with arbitrary content. */
  createGenome(): G;
  createChange(): C;
  clearChange(change: C): void;
  /** Copies genome `source` into `target`, including its cached evaluation. */
  copyGenome(target: G, source: G): void;
  /** Evaluates a genome from scratch and updates all its cached parts. Overwrites `score`. */
  evaluate(genome: G, score: Score): void;
  /**
   * Completes a child whose genome has not yet been copied from its parents. Copying is postponed, because most
   * children are discarded.
   *
   * Called when the child stays in the population, and before any function reads it except `evaluateChange`,
   * `copyGenome` and the variations. Until then its parents are unchanged.
   */
  settle?(genome: G): void;
  /**
   * Evaluates a genome of which only the cached parts in `change` are invalid. The score must be the same as by
   * `evaluate`; `checkedProblem` in the tests compares both. If the function is absent, every genome is evaluated from
   * scratch.
   */
  evaluateChange?(genome: G, change: C, score: Score): void;
}

/**
 * Operators that make two children of two parents. Each function overwrites the children and records in `changes` which
 * of their cached parts become invalid.
 */
export interface Variation<G, C> {
  /** Crosses two parents (unchanged) into two children, which are overwritten. Both changes are empty at first. */
  readonly cross: (parents: Pair<G>, children: Pair<G>, changes: Pair<C>, random: RandomStream) => void;
  readonly mutate?: (child: G, change: C, random: RandomStream) => void;
  /** Improves or repairs a child before evaluation. May update its cached parts and then clear `change`. */
  readonly improve?: (child: G, change: C, random: RandomStream) => void;
}

export type Pair<T> = readonly [T, T];

/** Source of the initial population: a copy of each seed genome, then random genomes. */
export interface Founders<G> {
  readonly seeds: readonly G[];
  /** Overwrites a genome with random content. */
  readonly randomise: (genome: G, random: RandomStream) => void;
}

export function createScore(violationCount: number, objectiveCount = 1): Score {
  return {
    objective: 0,
    further: new Float64Array(objectiveCount - 1),
    violations: new Float64Array(violationCount),
    preference: 0,
    detail: 0,
  };
}

export function copyScore(target: Score, source: Score): void {
  target.objective = source.objective;
  if (source.further.length > 0) target.further.set(source.further);
  target.violations.set(source.violations);
  target.preference = source.preference;
  target.detail = source.detail;
}

export function isFeasible({ violations }: Score): boolean {
  for (let v = 0; v < violations.length; v++) if (violations[v]! > 0) return false;
  return true;
}
