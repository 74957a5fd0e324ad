import type { RandomStream } from '../../random/stream.js';
import type { GeneticProblem, Individual, Pair, Score, Variation } from './problem.js';

/** Counts of the work of a genetic search, equal on every machine. */
export interface GeneticCounters {
  generations: number;
  /** Number of genomes evaluated, from scratch or incrementally. */
  evaluations: number;
  fullEvaluations: number;
  /** Number of children that stayed in the population until the end of the generation that made them. */
  survivors: number;
}

/** Makes children of two parents and evaluates them. */
export interface Breeder<G, C> {
  evaluateFully(individual: Individual<G>): void;
  /** Applies crossover, mutation, improvement and evaluation. Overwrites both children. */
  breed(variation: Variation<G, C>, parents: Pair<Individual<G>>, children: Pair<Individual<G>>): void;
}

export function createBreeder<G, C>(
  problem: GeneticProblem<G, C>,
  random: RandomStream,
  counters: GeneticCounters,
): Breeder<G, C> {
  const changes: Pair<C> = [problem.createChange(), problem.createChange()];
  const finish = (variation: Variation<G, C>, { genome, score }: Individual<G>, change: C): void => {
    variation.mutate?.(genome, change, random);
    variation.improve?.(genome, change, random);
    counters.evaluations++;
    if (problem.evaluateChange === undefined) {
      counters.fullEvaluations++;
      problem.evaluate(genome, score);
    } else problem.evaluateChange(genome, change, score);
    refuseUnranked(score);
  };
  return {
    evaluateFully: ({ genome, score }) => {
      counters.evaluations++;
      counters.fullEvaluations++;
      problem.evaluate(genome, score);
      refuseUnranked(score);
    },
    breed: (variation, [mother, father], children) => {
      for (const change of changes) problem.clearChange(change);
      variation.cross([mother.genome, father.genome], [children[0].genome, children[1].genome], changes, random);
      finish(variation, children[0], changes[0]);
      finish(variation, children[1], changes[1]);
    },
  };
}

/** Throws an error if a score cannot be ranked, because it contains NaN or an objective of Infinity. */
function refuseUnranked({ objective, further, violations, preference, detail }: Score): void {
  if (
    Number.isNaN(objective) ||
    Number.isNaN(preference) ||
    Number.isNaN(detail) ||
    holds(violations, NaN) ||
    holds(further, NaN)
  ) {
    throw new Error('An evaluation gave NaN: the genetic search cannot rank it.');
  }
  if (objective === Infinity || holds(further, Infinity))
    throw new Error('An evaluation gave an infinite objective: nothing can be better.');
}

function holds(values: Float64Array, value: number): boolean {
  for (let n = 0; n < values.length; n++) if (Object.is(values[n], value)) return true;
  return false;
}
