import { createBreeder, type GeneticCounters } from './breeding.js';
import { createPopulation } from './population.js';
import { copyScore, createScore, type GeneticProblem, type Individual, isFeasible } from './problem.js';
import type { GeneticSetup } from './setup.js';
import { survivalOf } from './survival.js';

export interface GeneticSearch<G> {
  /** Adds one member to the initial population; once it is complete, runs one generation instead. */
  advance(): void;
  /** The population, best first; empty before the first `advance`. Later generations overwrite the genomes. */
  readonly ranked: readonly Individual<G>[];
  readonly founding: boolean;
  /** Copy of the best feasible individual ever, even if it has left the population; null if there was none. */
  readonly incumbent: Individual<G> | null;
  readonly counters: Readonly<GeneticCounters>;
}

/** Maximum number of random founders tried for each initial member, as the penalty rule may refuse them. */
const FOUNDING_TRIES = 20;

/**
 * Returns a genetic algorithm that its caller advances step by step. Equal setups and random streams give equal
 * searches.
 *
 * @throws RangeError if there are no variations or the population size is 0.
 */
export function geneticSearch<G, C>(setup: GeneticSetup<G, C>): GeneticSearch<G> {
  const { problem, founders, populationSize, penalty, random, foundingTries = FOUNDING_TRIES } = setup;
  if (!(populationSize >= 1) || setup.variations.length === 0) {
    throw new RangeError('a genetic search needs a population of at least one and at least one variation');
  }
  const counters: GeneticCounters = { generations: 0, evaluations: 0, fullEvaluations: 0, survivors: 0 };
  const population = createPopulation(setup);
  const breeder = createBreeder(problem, random, counters);
  const record = recordOfBest(problem, setup.isBetter ?? isBetter);
  const survival = survivalOf(setup, population, breeder, record.consider, counters);
  let tries = 0;
  let founding = true;

  const found = (): void => {
    const founder = population.take();
    const seed = founders.seeds[tries++];
    if (seed === undefined) founders.randomise(founder.genome, random);
    else problem.copyGenome(founder.genome, seed);
    breeder.evaluateFully(founder);
    record.consider(founder);
    population.insert(founder);
    founding = population.ranked.length < populationSize && tries < foundingTries * populationSize;
    if (!founding) survival.founded();
  };

  return {
    advance: () => {
      if (founding) {
        found();
        return;
      }
      counters.generations++;
      // Every founder was turned away: nothing to breed from.
      if (population.ranked.length === 0) return;
      survival.generation();
      if (penalty.generationEnds(population.feasibleShare())) population.sort();
    },
    ranked: population.ranked,
    get founding() {
      return founding;
    },
    get incumbent() {
      return record.best();
    },
    counters,
  };
}

function isBetter<G>({ score: a }: Individual<G>, { score: b }: Individual<G>): boolean {
  return a.objective > b.objective || (a.objective === b.objective && a.preference > b.preference);
}

function recordOfBest<G, C>(
  problem: GeneticProblem<G, C>,
  better: (newcomer: Individual<G>, incumbent: Individual<G>) => boolean,
): { consider: (individual: Individual<G>) => void; best: () => Individual<G> | null } {
  let best: Individual<G> | null = null;
  return {
    consider: (individual) => {
      const { genome, score } = individual;
      if (!isFeasible(score) || (best !== null && !better(individual, best))) return;
      best ??= { genome: problem.createGenome(), score: createScore(problem.violationCount, problem.objectiveCount) };
      problem.copyGenome(best.genome, genome);
      copyScore(best.score, score);
    },
    best: () => best,
  };
}
