import type { RandomStream } from '../../random/stream.js';
import type { PenaltyHandler } from './penalty.js';
import type { Founders, GeneticProblem, Individual, Variation } from './problem.js';
import type { Selection } from './selection.js';

export interface GeneticSetup<G, C> {
  readonly problem: GeneticProblem<G, C>;
  readonly founders: Founders<G>;
  /** Variation operators, used in turn for the matings of each generation. */
  readonly variations: readonly Variation<G, C>[];
  readonly populationSize: number;
  /** Maximum number of random founders tried for each initial member (default 20), if the penalty rule refuses some. */
  readonly foundingTries?: number | undefined;
  readonly selection: Selection;
  readonly penalty: PenaltyHandler;
  readonly survival: Survival;
  /**
   * keep (GENITOR): duplicates stay. Once they fill the population, crossover makes nothing new.
   *
   * drop: a new individual is rejected if its score equals that of its predecessor in rank. With several objectives,
   * only one of the individuals with equal objectives stays, so the population may be smaller than asked for.
   */
  readonly duplicates: 'keep' | 'drop';
  /**
   * Returns true if a feasible newcomer replaces the best individual so far. By default, the larger objective wins and,
   * if equal, the larger preference.
   */
  readonly isBetter?: ((newcomer: Individual<G>, incumbent: Individual<G>) => boolean) | undefined;
  readonly random: RandomStream;
}

/**
 * Rule by which individuals survive a generation.
 *
 * steadyState (GENITOR): a generation is one mating for each variation. Children are inserted by rank and may at once
 * be parents of later matings. At the end, the worst individuals are dropped.
 *
 * nonDominated (NSGA-II): as many children are made as the population has members. Of old and new individuals the best
 * stay, by front, then by crowding distance. It needs a penalty handler with `infeasibility`. With `tournament(2)` this
 * is NSGA-II as Deb et al. (2002) describe it.
 */
export type Survival = 'steadyState' | 'nonDominated';
