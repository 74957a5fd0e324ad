import type { RandomStream } from '../../random/stream.js';

/**
 * Score of an evaluation: an objective to be maximised (minimisers negate it) and amounts of violation, never mixed.
 */
export interface Score {
  objective: number;
  /** Objectives beyond the first, to be maximised like it; empty if a problem has one. */
  readonly further: Float64Array;
  /** Amounts of violation, >= 0 each, 0 if the limit holds; in comparable units (a share of the limit, say). */
  readonly violations: Float64Array;
  /** Preference among scores that otherwise rank alike: larger first. 0 if a problem has none. */
  preference: number;
}

export interface Individual<G> {
  readonly genome: G;
  readonly score: Score;
}

/**
 * Fault as the engine sees it. A genome G is a bundle of buffers (typed arrays, caches of its evaluation); the engine
 * creates as many as the population needs and reuses them. A change C collects, while a child is being made, the parts
 * of the child's cached evaluation that are stale; a problem without caches has none (C = undefined).
 */
export interface GeneticProblem<G, C> {
  readonly violationCount: number;
  /** Number of objectives (default 1); several need a survival rule that ranks by all of them. */
  readonly objectiveCount?: number;
  /** Returns a genome of the right size; its content does not matter. */
  createGenome(): G;
  createChange(): C;
  clearChange(change: C): void;
  /** Copies `source` into `target`, cached evaluation included. */
  copyGenome(target: G, source: G): void;
  /** Evaluates from scratch: trusts no cache, leaves all caches right. Overwrites `score`. */
  evaluate(genome: G, score: Score): void;
  /**
   * Called when a child stays, or is about to be read by others than `evaluateChange`, `copyGenome` and the variations:
   * for problems that postpone copies which most children never need. Its parents are still as they were when it was
   * made.
   */
  settle?(genome: G): void;
  /**
   * Evaluates a genome whose caches are right but for `change`: must give the score that `evaluate` gives. Without it
   * the engine evaluates from scratch. `checkedProblem` compares the two.
   */
  evaluateChange?(genome: G, change: C, score: Score): void;
}

/**
 * Variation: two parents make two children. Each function overwrites its targets and records in `changes` which cached
 * parts are stale.
 */
export interface Variation<G, C> {
  /**
   * Crosses two parents into two children. The children's former content is meaningless and the changes are empty.
   * Parents must not be changed.
   */
  readonly cross: (parents: Pair<G>, children: Pair<G>, changes: Pair<C>, random: RandomStream) => void;
  readonly mutate?: (child: G, change: C, random: RandomStream) => void;
  /**
   * Improves or repairs a child before it is evaluated. It may bring the caches up to date itself and clear the change.
   */
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
