import type { Breeder, GeneticCounters } from './breeding.js';
import type { Population } from './population.js';
import type { Individual, Pair, Variation } from './problem.js';
import { parentRanks } from './selection.js';
import type { GeneticSetup } from './setup.js';

type Consider<G> = (individual: Individual<G>) => void;

/** One generation of the kind asked for (see Survival). @throws RangeError when the elite fills the population. */
export function survivalOf<G, C>(
  setup: GeneticSetup<G, C>,
  population: Population<G>,
  breeder: Breeder<G, C>,
  consider: Consider<G>,
  counters: GeneticCounters,
): () => void {
  const mate = (variation: Variation<G, C>): Pair<Individual<G>> => {
    const { first, second } = parentRanks(setup.selection, population.ranked.length, setup.random);
    const children: Pair<Individual<G>> = [population.take(), population.take()];
    breeder.breed(variation, [population.ranked[first]!, population.ranked[second]!], children);
    children.forEach(consider);
    return children;
  };
  if (setup.survival.kind === 'steadyState') return steadyState(setup, population, mate, counters);
  const { elite } = setup.survival;
  if (!(elite >= 0 && elite < setup.populationSize)) {
    throw new RangeError(`an elite of ${elite} leaves no place in a population of ${setup.populationSize}`);
  }
  return generational(setup, elite, population, mate, counters);
}

function steadyState<G, C>(
  { problem, variations, populationSize }: GeneticSetup<G, C>,
  population: Population<G>,
  mate: (variation: Variation<G, C>) => Pair<Individual<G>>,
  counters: GeneticCounters,
): () => void {
  const born = new Set<Individual<G>>();
  return () => {
    born.clear();
    for (const variation of variations) {
      for (const child of mate(variation)) {
        if (population.insert(child)) born.add(child);
      }
    }
    for (const individual of population.ranked.slice(populationSize)) born.delete(individual);
    counters.survivors += born.size;
    population.trim(populationSize);
    for (const { genome } of born) problem.settle?.(genome);
  };
}

function generational<G, C>(
  { problem, variations, penalty, populationSize }: GeneticSetup<G, C>,
  elite: number,
  population: Population<G>,
  mate: (variation: Variation<G, C>) => Pair<Individual<G>>,
  counters: GeneticCounters,
): () => void {
  let turn = 0;
  return () => {
    const children: Individual<G>[] = [];
    const places = populationSize - Math.min(elite, population.ranked.length);
    // Turned-away children leave their place to further matings, but not for ever.
    for (let matings = 0; children.length < places && matings < populationSize; matings++) {
      for (const child of mate(variations[turn++ % variations.length]!)) {
        if (children.length < places && penalty.admits(child.score)) {
          problem.settle?.(child.genome);
          children.push(child);
        } else population.release(child);
      }
    }
    population.trim(Math.max(elite, populationSize - children.length));
    for (const child of children) if (population.insert(child)) counters.survivors++;
  };
}
