import type { RandomStream } from '../../random/stream.js';

/**
 * Score of an evaluation: an objective to be maximised (minimisers negate it) and amounts of violation, never mixed.
 */
export interface Score {
  objective: number;
  /** Objectives beyond the first, to be maximised like it; length 0 where a problem has one. */
  readonly further: Float64Array;
  /**
   * Amounts of violation, >= 0 each, 0 where the limit holds; in units that make them comparable (a share of the limit,
   * say).
   */
  readonly violations: Float64Array;
  /** Preference among scores that rank alike otherwise: the greater first. 0 where a problem has none. */
  preference: number;
}

export interface Individual<G> {
  readonly genome: G;
  readonly score: Score;
}

/**
 * Problem as the engine sees it. A genome G is a bundle of buffers (typed arrays, caches of its evaluation); the engine
 * asks for as many as the population needs, once, and has them overwritten ever after. A change C collects, while a
 * child is being made, the parts of the child's cached evaluation that are stale; a problem without caches has none (C
 * = undefined).
 */
export interface GeneticProblem<G, C> {
  readonly violationCount: number;
  /** Number of objectives (default 1); several need a survival that ranks by all of them. */
  readonly objectiveCount?: number;
  /** Returns a genome of the right size; its content does not matter. */
  createGenome(): G;
  createChange(): C;
  clearChange(change: C): void;
  /** Copy of `source` into `target`, cached evaluation included. */
  copyGenome(target: G, source: G): void;
  /** Evaluation from scratch: trusts no cache, leaves all caches right. Overwrites `score`. */
  evaluate(genome: G, score: Score): void;
  /**
   * Notes that a child stays, or is about to be read by others than `evaluateChange`, `copyGenome` and the variations:
   * for problems that put off copies which most children never need. Its parents are still as they were when it was
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
 * Variation: two parents make two children. Each function overwrites its targets and notes in `changes` the parts it
 * leaves stale.
 */
export interface Variation<G, C> {
  /**
   * Returns the children's and changes' former content is meaningless; the changes are clear. Parents are not to be
   * touched.
   */
  readonly cross: (parents: Pair<G>, children: Pair<G>, changes: Pair<C>, random: RandomStream) => void;
  readonly mutate?: (child: G, change: C, random: RandomStream) => void;
  /**
   * Returns the local search or repair of a child before it is evaluated. It may bring the caches up to date itself and
   * clear the change.
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
