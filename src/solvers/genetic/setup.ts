import type { RandomStream } from '../../random/stream.js';
import type { PenaltyHandler } from './penalty.js';
import type { Founders, GeneticProblem, Individual, Variation } from './problem.js';
import type { Selection } from './selection.js';

/** Everything that defines a genetic search. */
export interface GeneticSetup<G, C> {
  readonly problem: GeneticProblem<G, C>;
  readonly founders: Founders<G>;
  /** Variations, applied one after the other in each generation. */
  readonly variations: readonly Variation<G, C>[];
  readonly populationSize: number;
  /** Maximum number of founders tried per place if the penalty handler rejects some (default 20). */
  readonly foundingTries?: number | undefined;
  readonly selection: Selection;
  readonly penalty: PenaltyHandler;
  readonly survival: Survival;
  /**
   * What happens to duplicates. keep (GENITOR): they stay, and once they fill the population, crossover can no longer
   * make anything new. drop: a newcomer is rejected if its score equals that of the individual before it in rank; with
   * several objectives, only one of the individuals with equal objectives stays, and the population may be smaller than
   * asked for.
   */
  readonly duplicates: 'keep' | 'drop';
  /**
   * Returns true if a feasible newcomer replaces the feasible incumbent (default: greater objective, or equal objective
   * and greater preference).
   */
  readonly isBetter?: ((newcomer: Individual<G>, incumbent: Individual<G>) => boolean) | undefined;
  readonly random: RandomStream;
}

/**
 * Rule by which individuals survive a generation. steadyState (GENITOR): a generation is one mating per variation;
 * children enter by rank, later variations may choose them as parents, and the worst are dropped at the end.
 * generational: the `elite` best stay, and children of the old population take all other places, made by the variations
 * in turn. nonDominated (NSGA-II): as many children are made as the population has places, by the variations in turn,
 * and the best of old and new stay, by front, then by crowding distance; it needs a penalty that keeps objectives and
 * violations apart. With `tournament(2)` this is NSGA-II as Deb et al. (2002) describe it.
 */
export type Survival =
  | { readonly kind: 'steadyState' }
  | { readonly kind: 'generational'; readonly elite: number }
  | { readonly kind: 'nonDominated' };
