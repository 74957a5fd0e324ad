import type { Design, LevelsOf } from '../../../../../../models/families/jobs/design-point.js';
import { nonDominated } from '../../../../../../models/families/jobs/hypervolume.js';
import type { Front, FrontProof } from '../../../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../../../models/families/jobs/task-graph.js';
import type { RandomStream } from '../../../../../random/stream.js';
import { superiorityOfFeasible } from '../../../../../solvers/genetic/penalty.js';
import type { GeneticProblem } from '../../../../../solvers/genetic/problem.js';
import { geneticSearch } from '../../../../../solvers/genetic/search.js';
import { tournament } from '../../../../../solvers/genetic/selection.js';
import { ParetoArchive } from './archive.js';
import { evaluated } from '../list-schedule.js';
import { Decoder } from './decoder.js';
import { copyGenes, type DesignGenes, encode } from './genes.js';
import { type Polish, Polisher } from './polish.js';
import { createRepair } from './repair.js';
import { designVariation, type GeneRanges, randomiseGenes } from './variation.js';

export interface NsgaOptions {
  readonly populationSize: number;
  readonly generations: number;
  readonly levelsOf: LevelsOf;
  readonly polish: Polish;
  /** Number of evaluations after which local search begins no further design. */
  readonly polishEvaluations: number;
}

/**
 * Settings of NSGA-II with which the fronts of jobs with 5 to 10 tasks reach 0.99 of the exact hypervolume on average
 * (docs/jobs/profiles-nsga.md).
 */
export const NSGA: NsgaOptions = {
  populationSize: 60,
  generations: 150,
  levelsOf: 'core',
  polish: 'all',
  polishEvaluations: 100_000,
};

/**
 * Number of tasks up to which a search runs all its generations. For more tasks, tasks x generations stays constant.
 */
const TASKS_AT_FULL_EFFORT = 1000;
/**
 * Number of tasks up to which local search may use all its evaluations. For more tasks, tasks x evaluations stays
 * constant. At 30 tasks local search does not finish within its evaluations.
 */
const TASKS_POLISHED_IN_FULL = 30;
/** Minimum number of generations, however large the job is. */
const MIN_GENERATIONS = 10;

/**
 * Returns settings that bound time and memory for a job of any size. Local search changes only levels if its
 * evaluations do not suffice for all neighbours of one design.
 */
export function effortFor(options: NsgaOptions, tasks: number, cores: number): NsgaOptions {
  const polishEvaluations = Math.ceil(options.polishEvaluations * Math.min(1, TASKS_POLISHED_IN_FULL / tasks));
  const generations = Math.ceil(options.generations * Math.min(1, TASKS_AT_FULL_EFFORT / tasks));
  const isBeyond =
    options.polish === 'all' && tasks > TASKS_POLISHED_IN_FULL && tasks * tasks * cores > polishEvaluations;
  return {
    ...options,
    generations: Math.max(Math.min(MIN_GENERATIONS, options.generations), generations),
    polishEvaluations,
    polish: isBeyond ? 'levels' : options.polish,
  };
}

/** Random numbers, initial designs and stop condition of a search. */
export interface NsgaControl {
  readonly random: RandomStream;
  /** Initial designs on exactly the search's number of cores, e.g. from a heuristic. */
  readonly seeds?: readonly Design[];
  /**
   * Called after each generation and each design that local search has finished; true ends the search with the designs
   * found.
   */
  readonly shouldStop?: () => boolean;
}

export interface NsgaOutcome {
  readonly found: Front;
  readonly evaluations: number;
  readonly stoppedEarly: boolean;
}

/**
 * Returns the front of designs on exactly `cores` cores by NSGA-II, which minimizes response time and energy, and by
 * local search. On one core with one level for all tasks the front is exact.
 *
 * @throws RangeError for more cores than tasks, or fewer than 1
 */
export function nsgaFront(
  graph: TaskGraph,
  power: CorePower,
  cores: number,
  options: NsgaOptions,
  { random, seeds = [], shouldStop = () => false }: NsgaControl,
): NsgaOutcome {
  const { tasks, levels } = graph;
  if (!(cores >= 1 && cores <= tasks)) throw new RangeError(`${cores} cores for ${tasks} tasks`);
  const { levelsOf } = options;
  const decoder = new Decoder(graph, power, cores, levelsOf);
  const archive = new ParetoArchive(tasks, cores, levelsOf);
  if (cores === 1 && levelsOf === 'core') {
    addSerialDesigns(archive, decoder, levels);
    const found = frontOf(archive, decoder, graph, power, cores, 'exact');
    return { found, evaluations: levels, stoppedEarly: false };
  }
  const ranges: GeneRanges = { tasks, cores, levels, bottomLevel: bottomLevels(graph) };
  const variation = designVariation(ranges);
  const randomise = randomiseGenes(ranges);
  const repair = createRepair(ranges);
  const search = geneticSearch({
    problem: designProblem(decoder, archive, cores),
    founders: {
      seeds: seeds.map((design) => {
        const genes = archive.createGenes();
        encode(genes, design, levelsOf);
        return genes;
      }),
      randomise: (genes, stream) => {
        randomise(genes, stream);
        repair(genes, stream);
      },
    },
    variations: [
      {
        ...variation,
        improve: (genes, _, stream) => {
          repair(genes, stream);
        },
      },
    ],
    populationSize: options.populationSize,
    selection: tournament(2),
    penalty: superiorityOfFeasible(),
    survival: 'nonDominated',
    // Few points, many designs for each: copies would fill the population.
    duplicates: 'drop',
    random,
  });
  while (search.founding) search.advance();
  let stoppedEarly = shouldStop();
  while (!stoppedEarly && search.counters.generations < options.generations) {
    search.advance();
    stoppedEarly = shouldStop();
  }
  for (const { genome, score } of search.ranked) {
    if (score.violations[0] === 0) archive.add(genome, -score.objective, -score.further[0]!);
  }
  const isOver = (evaluations: number): boolean => {
    stoppedEarly ||= shouldStop();
    return stoppedEarly || evaluations >= options.polishEvaluations;
  };
  const polisher = new Polisher(archive, decoder, ranges, options.polish, isOver);
  let isLeft = true;
  while (isLeft && !isOver(polisher.evaluations)) isLeft = polisher.advance();
  const found = frontOf(archive, decoder, graph, power, cores, 'none');
  return { found, evaluations: search.counters.evaluations + polisher.evaluations, stoppedEarly };
}

/**
 * Returns the problem for the genetic algorithm, which maximizes negated response time and energy. The constraint
 * violation is the number of cores without a task.
 */
function designProblem(
  decoder: Decoder,
  archive: ParetoArchive,
  cores: number,
): GeneticProblem<DesignGenes, undefined> {
  return {
    violationCount: 1,
    objectiveCount: 2,
    createGenome: () => archive.createGenes(),
    createChange: () => undefined,
    clearChange: () => undefined,
    copyGenome: copyGenes,
    evaluate: (genes, score) => {
      decoder.decode(genes);
      score.objective = -decoder.timeS;
      score.further[0] = -decoder.energyJ;
      score.violations[0] = cores - decoder.coresUsed;
    },
  };
}

/** Adds the designs on one core, one for each level; the order of tasks does not matter there. */
function addSerialDesigns(archive: ParetoArchive, decoder: Decoder, levels: number): void {
  const genes = archive.createGenes();
  for (let level = 0; level < levels; level++) {
    genes.levelOf[0] = level;
    decoder.decode(genes);
    archive.add(genes, decoder.timeS, decoder.energyJ);
  }
}

/**
 * Returns the archive's designs with times and energies recomputed by `execute`, merging those that are equal after
 * rounding.
 */
function frontOf(
  archive: ParetoArchive,
  decoder: Decoder,
  graph: TaskGraph,
  power: CorePower,
  cores: number,
  proof: Exclude<FrontProof['kind'], 'bounded'>,
): Front {
  const points = archive.designs.map(({ genes }) => evaluated(graph, power, decoder.designOf(genes)));
  return { cores, points: nonDominated(points), proof: { kind: proof } };
}

/**
 * Returns for each task the longest path from its start to the end of the job at the highest level, transfers included,
 * s.
 */
function bottomLevels({ tasks, levels, timeS, firstEdge, edgeFrom, transferS }: TaskGraph): Float64Array {
  const bottomS = new Float64Array(tasks);
  for (let task = tasks - 1; task >= 0; task--) {
    bottomS[task]! += timeS[task * levels + levels - 1]!;
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      const from = edgeFrom[edge]!;
      bottomS[from] = Math.max(bottomS[from]!, transferS[edge]! + bottomS[task]!);
    }
  }
  return bottomS;
}
