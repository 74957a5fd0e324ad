import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { evolve } from '../../../../solvers/genetic/evolve.js';
import {
  dynamicPenalty,
  limiting,
  type PenaltyHandler,
  staticPenalty,
  superiorityOfFeasible,
} from '../../../../solvers/genetic/penalty.js';
import { createScore, type GeneticProblem, type Score } from '../../../../solvers/genetic/problem.js';
import { geneticSearch, type GeneticSearch } from '../../../../solvers/genetic/search.js';
import { linearBias } from '../../../../solvers/genetic/selection.js';
import { PENALTY_STEP } from '../handling.js';
import {
  type ConstraintHandling,
  type Improvements,
  PENALTY_WEIGHT,
  type RobustMethodRequest,
  type RobustMethodOutcome,
} from '../outcome.js';
import {
  type Chromosome,
  copyGenes,
  createChromosome,
  mappingOf,
  measureInto,
  sumUp,
  takeMapping,
} from './chromosome.js';
import { keepingFounders } from './founders.js';
import { type GeneTables, geneTables, homelessTask } from './gene-tables.js';
import { chromosomeSearch } from './local-search.js';
import { Nursery } from './nursery.js';
import { exactTies, scoring } from './score.js';
import { crossPStates, crossTasks, mutatePStates, mutateTasks, randomiseGenes } from './variation.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import { minEnergyMapping } from '../greedy/min-energy.js';
import { minMinBalanceSchedule } from '../greedy/min-min-balance.js';
import { minMinMapping } from '../greedy/min-min.js';

export interface RobustGaOptions {
  readonly populationSize: number;
  /**
   * Parameter of parent selection by rank, from 1 (all ranks alike) to 2 (the best preferred most). Whitley's value is
   * 1.5.
   */
  readonly bias: number;
  /** Probability p_m that a chromosome is mutated. */
  readonly mutationPerChromosome: number;
  /** Probability p_mg that each gene of a mutated chromosome changes. */
  readonly mutationPerGene: number;
  /** Number of short hops made on an offspring at least as good as the worst of the population; 0 for GA. */
  readonly localSearchIterations: number;
  /** Maximum number of founders (initial chromosomes) made for each member of the population, if some are rejected. */
  readonly foundingTries: number;
  /** Whether the population may contain equal mappings; 'drop' removes copies. The thesis does not say. */
  readonly duplicates: 'keep' | 'drop';
  /** Number of generations between two checks of the run's limits. Each generation makes four offspring. */
  readonly advancesPerStep: number;
  /** Number of founders (initial chromosomes) made between two checks of the run's limits. */
  readonly foundersPerStep: number;
  /**
   * Number of generations after which the search ends if the best feasible mapping has gained less than
   * `leastRelativeGain` over them.
   */
  readonly stallGenerations: number;
  /** Relative gain over `stallGenerations` below which the search ends. */
  readonly leastRelativeGain: number;
  /** Maximum number of generations; absent if there is none. */
  readonly mostGenerations?: number;
  /**
   * Weight c of the penalty in Eqs. 13 and 14. It is constant for the static penalty, and the initial value for the
   * dynamic penalty.
   */
  readonly penaltyWeight: number;
}

/** Settings of `ga` as printed in the thesis, section 2.5.6. The stopping rule is ours, because the thesis has none. */
export const PRINTED_ROBUST_GA: RobustGaOptions = {
  populationSize: 200,
  bias: 1.5,
  mutationPerChromosome: 0.1,
  mutationPerGene: 0.001,
  localSearchIterations: 0,
  foundingTries: 2,
  duplicates: 'keep',
  advancesPerStep: 100,
  foundersPerStep: 10,
  stallGenerations: 100_000,
  leastRelativeGain: 1e-3,
  penaltyWeight: PENALTY_WEIGHT,
};

/** Settings of `gals` as printed in the thesis, section 2.5.7. */
export const PRINTED_ROBUST_GALS: RobustGaOptions = {
  ...PRINTED_ROBUST_GA,
  localSearchIterations: 200,
  advancesPerStep: 2,
  stallGenerations: 1000,
};

/** Runs method `ga`, the Genitor genetic algorithm with two crossovers and two mutations (docs/robust/ga.md). */
export const ga = (input: RobustMethodRequest): Promise<RobustMethodOutcome> =>
  geneticMethod(input, tuned(PRINTED_ROBUST_GA, input));

/** Runs method `gals`, which is `ga` with local search that improves good offspring. */
export const gals = (input: RobustMethodRequest): Promise<RobustMethodOutcome> => {
  const { localSearchIterations = PRINTED_ROBUST_GALS.localSearchIterations } = input.tuning ?? {};
  return geneticMethod(input, tuned({ ...PRINTED_ROBUST_GALS, localSearchIterations }, input));
};

/** Number of steps that a run with a given number of generations has at least, so that its course can be followed. */
const MIN_STEPS = 100;

/** Returns the number of generations per step of a run of `generations` in all: at most `most`. */
function stepOf(generations: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(generations / MIN_STEPS)));
}

function tuned(printed: RobustGaOptions, { tuning = {} }: RobustMethodRequest): RobustGaOptions {
  const { penaltyWeight = printed.penaltyWeight, persist = false, generations } = tuning;
  const goesOn = persist || generations !== undefined;
  return {
    ...printed,
    penaltyWeight,
    ...(generations === undefined
      ? {}
      : { mostGenerations: generations, advancesPerStep: stepOf(generations, printed.advancesPerStep) }),
    ...(goesOn ? { stallGenerations: Infinity } : {}),
  };
}

export async function geneticMethod(
  input: RobustMethodRequest,
  options: RobustGaOptions,
): Promise<RobustMethodOutcome> {
  const { model, goal, control, start } = input;
  const tables = geneTables(model);
  const homeless = homelessTask(tables);
  if (homeless >= 0) return nothing(`Task ${model.taskName(homeless)} can run on no node.`);
  const run = { localSearches: 0, stopped: false };
  const seeds = seedsOf(input);
  const search = searchFor(input, options, tables, seeds, () => run.localSearches++);
  // Limiting the search space, no founder was admitted: there is nothing to breed from.
  const isEmpty = ({ founding, ranked }: GeneticSearch<Chromosome>): boolean => !founding && ranked.length === 0;
  await evolve(search, {
    advancesPerStep: options.advancesPerStep,
    foundersPerStep: options.foundersPerStep,
    stallGenerations: options.stallGenerations,
    leastRelativeGain: options.leastRelativeGain,
    ...(options.mostGenerations === undefined ? {} : { mostGenerations: options.mostGenerations }),
    step: async (now) => {
      const reached = now.incumbent === null ? null : objectiveZ(goal, now.incumbent.genome.measures);
      run.stopped = await control.step({ phase: 'genetic', bound: null, incumbent: reached });
      return run.stopped || isEmpty(now);
    },
  });
  const mapping = mappingOf(search.incumbent?.genome ?? leastInfeasible(input, search, seeds));
  return {
    mapping,
    certificate: null,
    stoppedEarly: run.stopped,
    warnings: isEmpty(search) ? [NO_FOUNDER] : [],
    next: { mapping, prices: start?.prices ?? null },
    work: { ...search.counters, localSearchIterations: run.localSearches * options.localSearchIterations },
  };
}

/** Warning for a run that admits only feasible mappings if no founder (initial chromosome) was feasible. */
const NO_FOUNDER =
  'No founder of the genetic search kept the limit, and limiting the search space admits no other: the mapping is the greedy one closest to it.';

function nothing(warning: string): RobustMethodOutcome {
  return { mapping: null, certificate: null, stoppedEarly: false, warnings: [warning], work: {} };
}

function objectiveZ(goal: RobustGoal, { makespanZ, energyZ }: RobustMeasures): number {
  return goal === 'mo-ec' ? makespanZ : energyZ;
}

/**
 * Returns true if a is better than b in the quantile that the goal maximizes, or, on a tie, in the limited quantile.
 * Quantiles are compared because probabilities round to 1.
 */
function isAhead(goal: RobustGoal, a: RobustMeasures, b: RobustMeasures): boolean {
  const [z, heldZ] = [objectiveZ(goal, a), objectiveZ(goal, b)];
  const limited: RobustGoal = goal === 'mo-ec' ? 'eo-mc' : 'mo-ec';
  return z > heldZ || (z === heldZ && objectiveZ(limited, a) > objectiveZ(limited, b));
}

function searchFor(
  { model, goal, handling, improvements, random }: RobustMethodRequest,
  options: RobustGaOptions,
  tables: GeneTables,
  seeds: readonly Chromosome[],
  onLocalSearch: () => void,
): GeneticSearch<Chromosome> {
  const { mutationPerChromosome: perChromosome, mutationPerGene: perGene, localSearchIterations } = options;
  const score = scoring(model, goal, improvements, handling);
  const penalty = penaltyOf(handling, options.penaltyWeight, improvements);
  const nursery = new Nursery(tables);
  const improve = localSearchIterations > 0 ? { improve: improvement() } : {};
  const search = geneticSearch<Chromosome, undefined>({
    problem: chromosomeProblem(nursery, score),
    founders: {
      seeds,
      randomise:
        handling === 'limit' || improvements.keepFeasible ? keepingFounders(model, goal) : randomiseGenes(tables),
    },
    variations: [
      { cross: crossTasks(nursery), mutate: mutateTasks(nursery, perChromosome, perGene), ...improve },
      { cross: crossPStates(nursery), mutate: mutatePStates(nursery, perChromosome, perGene), ...improve },
    ],
    populationSize: options.populationSize,
    foundingTries: options.foundingTries,
    selection: linearBias(options.bias),
    penalty,
    survival: 'steadyState',
    duplicates: options.duplicates,
    isBetter: (newcomer, incumbent) => isAhead(goal, newcomer.genome.measures, incumbent.genome.measures),
    random: random.fork('genetic'),
  });
  return search;

  /**
   * Returns the local search of section 2.5.7. It improves offspring that are at least as good as the worst member of
   * the population.
   */
  function improvement(): (child: Chromosome) => void {
    const shortHops = chromosomeSearch(model, goal, handling, improvements, random.fork('short-hops'));
    const ofChild = createScore(1);
    return (child) => {
      nursery.measure(child);
      score(child.measures, ofChild);
      if (penalty.compare(ofChild, search.ranked.at(-1)!.score) > 0) return;
      onLocalSearch();
      nursery.settle(child);
      shortHops(child, localSearchIterations, penalty.weight);
    };
  }
}

/**
 * Returns the problem for the genetic solver: its objective is the measure that the goal maximizes, its violation the
 * distance from the limit.
 */
export function chromosomeProblem(
  nursery: Nursery,
  scoreOf: (measures: RobustMeasures, score: Score) => void,
): GeneticProblem<Chromosome, undefined> {
  return {
    violationCount: 1,
    createGenome: () => createChromosome(nursery.tables.model),
    // The operators keep the sums up to date themselves.
    createChange: () => undefined,
    clearChange: () => undefined,
    copyGenome: (target, source) => {
      nursery.forget(target);
      nursery.settle(source);
      copyGenes(target, source);
      target.content = source.content;
      Object.assign(target.measures, source.measures);
    },
    settle: (chromosome) => {
      nursery.settle(chromosome);
    },
    evaluate: (chromosome, score) => {
      nursery.settle(chromosome);
      chromosome.content = nursery.newContent();
      sumUp(chromosome);
      chromosome.loads.measure(chromosome.measures);
      scoreOf(chromosome.measures, score);
    },
    evaluateChange: (chromosome, _, score) => {
      nursery.measure(chromosome);
      scoreOf(chromosome.measures, score);
    },
  };
}

function penaltyOf(handling: ConstraintHandling, weight: number, { zSpace, ties }: Improvements): PenaltyHandler {
  const exact = zSpace || ties ? {} : { ties: exactTies };
  switch (handling) {
    case 'dynamic':
      return dynamicPenalty({ initial: weight, step: PENALTY_STEP, ...exact });
    case 'static':
      return staticPenalty(weight, exact.ties);
    case 'superiority':
      return superiorityOfFeasible();
    case 'limit':
      return limiting();
  }
}

/**
 * Returns the founders that are not random: the four greedy mappings and, if there is one, the mapping of an earlier
 * run.
 */
function seedsOf({ model, goal, start, random }: RobustMethodRequest): Chromosome[] {
  const mappings: Mapping[] = [...greedySeeds(model, goal, random)];
  if (start?.mapping != null) mappings.push(start.mapping);
  return mappings.map((mapping) => {
    const chromosome = createChromosome(model);
    takeMapping(chromosome, mapping);
    return chromosome;
  });
}

/**
 * Returns the chromosome that is closest to the limit, among the population and the non-random founders. For use if
 * none is feasible.
 */
function leastInfeasible(
  { model, goal, handling, improvements }: RobustMethodRequest,
  { ranked }: GeneticSearch<Chromosome>,
  seeds: readonly Chromosome[],
): Chromosome {
  const scoreOf = scoring(model, goal, { ...improvements, zSpace: true }, handling);
  const { compare } = superiorityOfFeasible();
  for (const seed of seeds) {
    sumUp(seed);
    measureInto(seed.measures, seed);
  }
  const candidates = [...seeds, ...ranked.map(({ genome }) => genome)].map((genome) => {
    const score = createScore(1);
    scoreOf(genome.measures, score);
    return { genome, score };
  });
  return candidates.reduce((best, next) => (compare(next.score, best.score) < 0 ? next : best)).genome;
}

/** Returns the mappings of Min-Energy, Min-Min Pmin, Min-Min Pmax, and Min-Min Balance for the goal (2.5.6.1). */
export function greedySeeds(model: RobustModel, goal: RobustGoal, random: RandomStream): Mapping[] {
  return [
    minEnergyMapping(model),
    minMinMapping(model, 'pmin'),
    minMinMapping(model, 'pmax'),
    minMinBalanceSchedule(model, goal, random.fork('min-min-balance')),
  ];
}
