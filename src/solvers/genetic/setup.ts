import type { RandomStream } from '../../random/stream.js';
import type { PenaltyHandler } from './penalty.js';
import type { Founders, GeneticProblem, Individual, Variation } from './problem.js';
import type { Selection } from './selection.js';

/** All that makes up one genetic search. */
export interface GeneticSetup<G, C> {
  readonly problem: GeneticProblem<G, C>;
  readonly founders: Founders<G>;
  /** Variations, applied one after the other in each generation. */
  readonly variations: readonly Variation<G, C>[];
  readonly populationSize: number;
  /** Founders tried per place if the penalty handler rejects some (default 20). */
  readonly foundingTries?: number | undefined;
  readonly selection: Selection;
  readonly penalty: PenaltyHandler;
  readonly survival: Survival;
  /**
   * Treatment of duplicates. keep (GENITOR): equals may fill the population, and once they do, crossover has nothing
   * left to mix. drop: a newcomer with the same score as the one it would rank behind is rejected; with several
   * objectives, one of those with equal objectives stays, and the population may be smaller than asked for.
   */
  readonly duplicates: 'keep' | 'drop';
  /**
   * Returns true if a feasible one replaces a feasible incumbent (default: greater objective, or equal objective and
   * greater preference).
   */
  readonly isBetter?: ((newcomer: Individual<G>, incumbent: Individual<G>) => boolean) | undefined;
  readonly random: RandomStream;
}

/**
 * Rule of survival. steadyState (GENITOR): a generation is one mating per variation; children enter where they rank,
 * later variations may choose them as parents, and the worst are dropped at the end. generational: the `elite` best
 * stay, children of the old population take all other places, made by the variations in turn. nonDominated (NSGA-II):
 * as many children as the population has places, the variations in turn; of both together the best stay, by front, then
 * by crowding distance. Needs a penalty that keeps objectives and violations apart. Together with `tournament(2)` it is
 * NSGA-II as Deb et al. (2002) have it.
 */
export type Survival =
  | { readonly kind: 'steadyState' }
  | { readonly kind: 'generational'; readonly elite: number }
  | { readonly kind: 'nonDominated' };
