import type { Breeder, GeneticCounters } from './breeding.js';
import { CrowdedRanking } from './crowded-ranking.js';
import type { Population } from './population.js';
import type { Individual, Pair, Variation } from './problem.js';
import { parentRanks } from './selection.js';
import type { GeneticSetup } from './setup.js';

type Consider<G> = (individual: Individual<G>) => void;

/** What a survival rule does in a genetic search. */
export interface SurvivalSteps {
  /** Called when the initial population is complete. */
  founded(): void;
  generation(): void;
}

/**
 * Returns the steps for the setup's survival rule (see Survival).
 *
 * @throws RangeError if nonDominated gets a penalty handler without `infeasibility`.
 */
export function survivalOf<G, C>(
  setup: GeneticSetup<G, C>,
  population: Population<G>,
  breeder: Breeder<G, C>,
  consider: Consider<G>,
  counters: GeneticCounters,
): SurvivalSteps {
  const mate = (variation: Variation<G, C>): Pair<Individual<G>> => {
    const { first, second } = parentRanks(setup.selection, population.ranked.length, setup.random);
    const children: Pair<Individual<G>> = [population.take(), population.take()];
    breeder.breed(variation, [population.ranked[first]!, population.ranked[second]!], children);
    children.forEach(consider);
    return children;
  };
  if (setup.survival === 'nonDominated') return nonDominated(setup, population, mate, counters);
  return { founded: () => undefined, generation: steadyState(setup, population, mate, counters) };
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

/**
 * Returns a function that appends children to a list until the penalty rule has admitted `places` of them. The function
 * stops earlier after as many matings as the population has members.
 */
function brood<G, C>(
  { problem, variations, penalty, populationSize }: GeneticSetup<G, C>,
  population: Population<G>,
  mate: (variation: Variation<G, C>) => Pair<Individual<G>>,
): (children: Individual<G>[], places: number) => void {
  let turn = 0;
  return (children, places) => {
    // Turned-away children leave their place to further matings, but not for ever.
    for (let [matings, free] = [0, places]; free > 0 && matings < populationSize; matings++) {
      for (const child of mate(variations[turn++ % variations.length]!)) {
        if (free > 0 && penalty.admits(child.score)) {
          problem.settle?.(child.genome);
          children.push(child);
          free--;
        } else population.release(child);
      }
    }
  };
}

function nonDominated<G, C>(
  setup: GeneticSetup<G, C>,
  population: Population<G>,
  mate: (variation: Variation<G, C>) => Pair<Individual<G>>,
  counters: GeneticCounters,
): SurvivalSteps {
  const { penalty, populationSize, duplicates } = setup;
  const { infeasibility } = penalty;
  if (infeasibility === undefined) {
    throw new RangeError(`several objectives are ranked apart from violations, which '${penalty.name}' does not do`);
  }
  const { ranked } = population;
  const ranking = new CrowdedRanking();
  const fill = brood(setup, population, mate);
  // Parents, which have the lower places, and children.
  const family: Individual<G>[] = [];
  let kept: Uint8Array = new Uint8Array(0);
  const select = (parents: number): void => {
    ranking.rank(family, infeasibility, duplicates);
    ranking.cut(populationSize);
    if (kept.length < family.length) kept = new Uint8Array(family.length);
    kept.fill(0);
    ranked.length = 0;
    for (let n = 0; n < ranking.count; n++) {
      const place = ranking.order[n]!;
      ranked.push(family[place]!);
      kept[place] = 1;
      if (place >= parents) counters.survivors++;
    }
    for (let place = 0; place < family.length; place++) if (kept[place] === 0) population.release(family[place]!);
  };
  const gather = (): void => {
    family.length = 0;
    for (const individual of ranked) family.push(individual);
  };
  return {
    founded: () => {
      gather();
      select(family.length);
    },
    generation: () => {
      gather();
      const parents = family.length;
      fill(family, populationSize);
      select(parents);
    },
  };
}
