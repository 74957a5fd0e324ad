import type { RandomStream } from '../../../../random/stream.js';
import { evolve } from '../../../../solvers/genetic/evolve.js';
import { superiorityOfFeasible } from '../../../../solvers/genetic/penalty.js';
import { createScore, type GeneticProblem, isFeasible, type Score } from '../../../../solvers/genetic/problem.js';
import { geneticSearch } from '../../../../solvers/genetic/search.js';
import { linearBias } from '../../../../solvers/genetic/selection.js';
import { createDistribution, copyDistribution, type Distribution, type StaleCentres } from './distribution.js';
import type { Distributor } from './distributor.js';
import { randomFounder } from './founders.js';
import { blend, copies, crossTasks, moveShares, type MutationOptions } from './variation.js';

export interface GaldSearchOptions {
  readonly populationSize: number;
  /** Linear bias of parent selection by rank, 1 (uniform) to 2. */
  readonly bias: number;
  readonly mutation: MutationOptions;
  /** How far blended children may lie beyond a parent, as a fraction of the distance between the parents. */
  readonly beyond: number;
  /** Maximum number of generations per epoch; a generation has three matings with six children. */
  readonly mostGenerations: number;
  /** Number of generations over which an epoch's search must gain at least `leastRelativeGain`, so that it goes on. */
  readonly stallGenerations: number;
  /** Relative gain over `stallGenerations` below which the search of an epoch ends. */
  readonly leastRelativeGain: number;
  /** Number of founders (initial solutions) or generations between two checks of the run's limits. */
  readonly advancesPerStep: number;
}

/** Distribution of arrivals among data centres, with its score. */
export interface Judged {
  readonly distribution: Distribution;
  readonly score: Score;
}

export function judge(distributor: Distributor, distribution: Distribution): Judged {
  const score = createScore(VIOLATIONS.length);
  distributor.evaluate(distribution, score);
  return { distribution, score };
}

/**
 * Violations in a score: 'missing' is the sum of the unserved fractions of arrivals, and 'broken' is the number of
 * centres that break a limit.
 */
export const VIOLATIONS = ['missing', 'broken'] as const;

/** Returns true if `a` is better than `b`: a feasible one beats an infeasible one, then the cheaper one wins. */
export function isBetter(a: Judged, b: Judged): boolean {
  return superiorityOfFeasible().compare(a.score, b.score) < 0;
}

/** Returns the search as a problem of the genetic solver. Its objective is minus the cost of a distribution. */
export function distributionProblem(distributor: Distributor): GeneticProblem<Distribution, StaleCentres> {
  const { model } = distributor.tables;
  return {
    violationCount: VIOLATIONS.length,
    createGenome: () => createDistribution(model),
    createChange: () => new Uint8Array(model.centres.length),
    clearChange: (stale) => {
      stale.fill(0);
    },
    copyGenome: copyDistribution,
    evaluate: (distribution, score) => {
      distributor.evaluate(distribution, score);
    },
    evaluateChange: (distribution, stale, score) => {
      distributor.evaluateChange(distribution, stale, score);
    },
  };
}

export interface EpochSearch {
  readonly options: GaldSearchOptions;
  readonly random: RandomStream;
  /** Called with the best solution so far; true ends the search. */
  readonly step: (best: Judged) => Promise<boolean>;
}

/** Runs steps 1-20 of Algorithm 5 for one epoch. The best distribution's arrays are overwritten later. */
export async function searchEpoch(
  distributor: Distributor,
  seeds: readonly Distribution[],
  { options, random, step }: EpochSearch,
): Promise<{ readonly best: Judged; readonly work: Readonly<Record<string, number>> }> {
  const { tables } = distributor;
  const mutate = moveShares(tables, options.mutation);
  const mutateAlways = moveShares(tables, { ...options.mutation, perChromosome: 1 });
  const search = geneticSearch<Distribution, StaleCentres>({
    problem: distributionProblem(distributor),
    founders: { seeds, randomise: randomFounder(tables) },
    variations: [
      { cross: crossTasks(), mutate },
      { cross: blend(options.beyond), mutate },
      { cross: copies(), mutate: mutateAlways },
    ],
    populationSize: options.populationSize,
    foundingTries: 2,
    selection: linearBias(options.bias),
    penalty: superiorityOfFeasible(),
    // Trimmed after each generation with the best on top: elitism (step 18).
    survival: 'steadyState',
    duplicates: 'drop',
    random,
  });
  const best = (): Judged => {
    const { genome, score } = search.incumbent ?? search.ranked[0]!;
    return { distribution: genome, score };
  };
  await evolve(search, {
    advancesPerStep: options.advancesPerStep,
    stallGenerations: options.stallGenerations,
    leastRelativeGain: options.leastRelativeGain,
    mostGenerations: options.mostGenerations,
    step: () => step(best()),
  });
  return { best: best(), work: { ...search.counters } };
}

/** Returns true if all arrivals are served within all limits. */
export function isServed({ score }: Judged): boolean {
  return isFeasible(score);
}
