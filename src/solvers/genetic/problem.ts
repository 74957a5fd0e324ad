import type { RandomStream } from '../../random/stream.js';

/**
 * Score of an evaluation: an objective to be maximised (for minimisation, its negative) and amounts of violation, kept
 * separate.
 */
export interface Score {
  objective: number;
  /** Further objectives, also to be maximised; empty if a problem has only one. */
  readonly further: Float64Array;
  /** Amounts of violation, >= 0 each, 0 if the limit holds; in comparable units (a share of the limit, say). */
  readonly violations: Float64Array;
  /** Orders scores that otherwise rank alike: larger first. 0 if the problem has no such preference. */
  preference: number;
}

export interface Individual<G> {
  readonly genome: G;
  readonly score: Score;
}

/**
 * Problem as the engine sees it. A genome G is a bundle of buffers (typed arrays, cached parts of its evaluation); the
 * engine creates as many as the population needs and reuses them. A change C collects, while a child is being made, the
 * parts of its cached evaluation that are no longer valid; a problem without caches has none (C = undefined).
 */
export interface GeneticProblem<G, C> {
  readonly violationCount: number;
  /** Number of objectives (default 1). Several need a survival rule that ranks by all of them. */
  readonly objectiveCount?: number;
  /** Returns a genome of the right size with any content. */
  createGenome(): G;
  createChange(): C;
  clearChange(change: C): void;
  /** Copies `source` into `target`, with its cached evaluation. */
  copyGenome(target: G, source: G): void;
  /** Evaluates from scratch, without using cached parts, and updates them all. Overwrites `score`. */
  evaluate(genome: G, score: Score): void;
  /**
   * Called when a child stays in the population, or is about to be read by other functions than `evaluateChange`,
   * `copyGenome` and the variations. Problems can postpone copies until then, because most children never need them.
   * The parents are still as they were when the child was made.
   */
  settle?(genome: G): void;
  /**
   * Evaluates a genome whose cached parts are valid except for `change`. Must give the same score as `evaluate`;
   * `checkedProblem` compares the two. If absent, the engine evaluates from scratch.
   */
  evaluateChange?(genome: G, change: C, score: Score): void;
}

/**
 * Variation: makes two children of two parents. Each function overwrites its targets and records in `changes` which
 * cached parts are no longer valid.
 */
export interface Variation<G, C> {
  /**
   * Crosses two parents into two children. The children's previous content is meaningless, and the changes are empty at
   * first. Parents must not be changed.
   */
  readonly cross: (parents: Pair<G>, children: Pair<G>, changes: Pair<C>, random: RandomStream) => void;
  readonly mutate?: (child: G, change: C, random: RandomStream) => void;
  /** Improves or repairs a child before it is evaluated. It may itself update the cached parts and clear the change. */
  readonly improve?: (child: G, change: C, random: RandomStream) => void;
}

export type Pair<T> = readonly [T, T];

/** Founders of the initial population: copies of the seeds first, then random genomes. */
export interface Founders<G> {
  readonly seeds: readonly G[];
  /** Replaces a genome's content by a random one. */
  readonly randomise: (genome: G, random: RandomStream) => void;
}

export function createScore(violationCount: number, objectiveCount = 1): Score {
  return {
    objective: 0,
    further: new Float64Array(objectiveCount - 1),
    violations: new Float64Array(violationCount),
    preference: 0,
  };
}

export function copyScore(target: Score, source: Score): void {
  target.objective = source.objective;
  if (source.further.length > 0) target.further.set(source.further);
  target.violations.set(source.violations);
  target.preference = source.preference;
}

export function isFeasible({ violations }: Score): boolean {
  for (let v = 0; v < violations.length; v++) if (violations[v]! > 0) return false;
  return true;
}
