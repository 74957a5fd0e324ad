import { isWithinCap } from '../../../../../models/facility/meter.js';
import {
  assignmentsFromFractions,
  fractionsFromAssignments,
} from '../../../../../models/families/reward-rate/core-fractions.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { RandomStream } from '../../../../random/stream.js';
import { evolve } from '../../../../solvers/genetic/evolve.js';
import { superiorityOfFeasible } from '../../../../solvers/genetic/penalty.js';
import type { Founders, GeneticProblem, Individual, Score } from '../../../../solvers/genetic/problem.js';
import { type GeneticSearch, geneticSearch } from '../../../../solvers/genetic/search.js';
import { linearBias } from '../../../../solvers/genetic/selection.js';
import { greedyNodes } from '../greedy.js';
import { idleConflict } from '../infeasibility.js';
import { commonSetPointsFor, idleNodes, independentSetPoints } from '../rounding/node-plan.js';
import { assignmentsOf, commonSetPoint, type DraftPlan, type MethodRequest, type MethodOutcome } from '../outcome.js';
import { judgeablePlan } from './judgeable-plan.js';
import {
  copyState,
  createState,
  type PlanState,
  type PlanTables,
  planTables,
  refresh,
  refreshAll,
  setPointOf,
  VIOLATIONS,
  violationsInto,
} from './plan-state.js';
import type { Population } from './populations.js';
import { createRepair, MAX_ITERATIONS } from './repair.js';
import { crossCores, mutateGenes, randomiseGenes } from './variation.js';

/** Settings of the search. A type of its own, because the printed values are only some of those allowed. */
export interface GaOptions extends Readonly<Record<keyof typeof PRINTED_NUMBERS, number>> {
  /** True if founders (members of the initial population) are repaired before they are ranked. */
  readonly repairsFounders: boolean;
  /** What happens to a plan with exactly the score of a member of the population. */
  readonly duplicates: 'keep' | 'drop';
}

/** Numbers as printed in section 3.4.3 of the thesis. The stopping rule is ours, because the thesis has none. */
const PRINTED_NUMBERS = {
  populationSize: 200,
  /**
   * Bias of the ranking selection, from 1 (all members equally likely) to 2 (best members strongly preferred). The
   * thesis gives no value; 1.5 is Whitley's.
   */
  bias: 1.5,
  /** Probability pm that a child is mutated. */
  mutationPerChromosome: 0.1,
  /** Probability pg that each gene (core and task type) of a mutated child changes. */
  mutationPerGene: 0.05,
  /** Maximum number of iterations of the repair, Algorithm 3 (maxIter). */
  repairIterations: MAX_ITERATIONS,
  /** Number of initial members, or of generations with two offspring, between two checks of the run's end. */
  advancesPerStep: 25,
  /** The search ends if the best reward rises by less than the fraction `leastRelativeGain` in this many generations. */
  stallGenerations: 10_000,
  leastRelativeGain: 1e-3,
};

/** Settings as printed in section 3.4.3 of the thesis. */
export const PRINTED_GA: GaOptions = { ...PRINTED_NUMBERS, repairsFounders: false, duplicates: 'keep' };

/** What each rule for the population changes of the printed settings. */
const CHANGED: Readonly<Record<Population, Partial<GaOptions>>> = {
  printed: {},
  repaired: { repairsFounders: true },
  diverse: { repairsFounders: true, duplicates: 'drop' },
};

/** Method `ga`: the thesis' genetic algorithm (docs/reward-rate/ga.md; choices: docs/decisions/ga-reading.md). */
export const ga = (input: MethodRequest): Promise<MethodOutcome> =>
  geneticMethod(input, { ...PRINTED_GA, ...CHANGED[input.population ?? 'printed'] });

/** Runs the genetic algorithm on a model with the given settings and returns its plan. */
export async function geneticMethod(input: MethodRequest, options: GaOptions): Promise<MethodOutcome> {
  const { control } = input;
  const tables = planTables(input.model);
  const work = { repairIterations: 0, repairSteps: 0 };
  const search = planSearch(input, tables, options, work);
  const end = await evolve(search, {
    ...options,
    step: ({ incumbent }) =>
      control.step({ phase: 'genetic', bound: null, incumbent: incumbent?.score.objective ?? null }),
  });
  const { plan, claimedRewardPerS, warnings } = planOf(tables, search.incumbent);
  return {
    plan,
    claimedRewardPerS,
    certificate: null,
    stoppedEarly: end === 'stopped',
    warnings,
    ...(plan === null ? {} : { next: { assignments: new Map(), plan } }),
    work: { ...search.counters, ...work },
  };
}

/** Work of Algorithm 3 in a run. */
interface RepairWork {
  repairIterations: number;
  repairSteps: number;
}

/**
 * Returns the genetic search for a plan, before its first step.
 *
 * @param work is increased by what Algorithm 3 does
 */
export function planSearch(
  input: Pick<MethodRequest, 'start' | 'random'>,
  tables: PlanTables,
  options: GaOptions,
  work: RepairWork,
): GeneticSearch<PlanState> {
  const repair = createRepair(tables, options.repairIterations);
  const improve = (state: PlanState, stale: Set<number>, stream: RandomStream): void => {
    const { iterations, steps } = repair(state, stale, stream);
    work.repairIterations += iterations;
    work.repairSteps += steps;
  };
  return geneticSearch({
    problem: geneticProblem(tables),
    founders: foundersOf(input, tables, options.repairsFounders ? improve : null),
    variations: [
      {
        cross: crossCores(tables),
        mutate: mutateGenes(tables, options.mutationPerChromosome, options.mutationPerGene),
        improve,
      },
    ],
    populationSize: options.populationSize,
    selection: linearBias(options.bias),
    penalty: superiorityOfFeasible(),
    survival: 'steadyState',
    duplicates: options.duplicates,
    random: input.random.fork('genetic'),
  });
}

/**
 * Returns the problem that the genetic algorithm solves. Its members are plans given as core fractions. Their objective
 * is the reward rate with time-averaged features, reward/s. Their violations are the amounts by which they exceed
 * limits.
 */
export function geneticProblem(tables: PlanTables): GeneticProblem<PlanState, Set<number>> {
  const rate = (state: PlanState, score: Score): void => {
    score.objective = rewardOfRates(tables.model, state.ratePerS);
    violationsInto(score.violations, tables, state);
  };
  return {
    violationCount: VIOLATIONS.length,
    createGenome: () => createState(tables),
    createChange: () => new Set(),
    clearChange: (stale) => {
      stale.clear();
    },
    copyGenome: copyState,
    evaluate: (state, score) => {
      refreshAll(tables, state);
      rate(state, score);
    },
    evaluateChange: (state, stale, score) => {
      refresh(tables, state, stale);
      rate(state, score);
    },
  };
}

/**
 * Returns the initial members: those of `seedsOf`, then random ones.
 *
 * @param improve repairs a plan in place, of which all stored values are outdated; null if members stay as they are
 */
function foundersOf(
  { start, random }: Pick<MethodRequest, 'start' | 'random'>,
  tables: PlanTables,
  improve: ((state: PlanState, stale: Set<number>, random: RandomStream) => void) | null,
): Founders<PlanState> {
  const seeds = seedsOf(tables, start?.plan ?? null);
  const randomise = randomiseGenes(tables);
  if (improve === null) return { seeds, randomise };
  const repaired = (state: PlanState, stream: RandomStream): void => {
    improve(state, new Set(tables.layout.nodeType.keys()), stream);
  };
  const stream = random.fork('seeds');
  for (const seed of seeds) repaired(seed, stream);
  return {
    seeds,
    randomise: (state, own) => {
      randomise(state, own);
      repaired(state, own);
    },
  };
}

/**
 * Returns the non-random initial members: the plan of Algorithm 2 (idle nodes if it has none) and, if given, the plan
 * of a similar model.
 */
function seedsOf(tables: PlanTables, neighbour: DraftPlan | null): PlanState[] {
  const { model, layout } = tables;
  const greedy = assignmentsOf(model, greedyNodes(model).nodes);
  return [greedy, ...(neighbour === null ? [] : [neighbour.assignments])].map((assignments) => ({
    ...createState(tables),
    plan: fractionsFromAssignments(model, layout, assignments),
  }));
}

/**
 * Returns the best feasible plan in a form that the checker can handle, or idle nodes if none was found; null if even
 * idling is infeasible. Warnings say where a plan was simplified.
 */
function planOf(
  tables: PlanTables,
  incumbent: Individual<PlanState> | null,
): Pick<MethodOutcome, 'plan' | 'claimedRewardPerS' | 'warnings'> {
  const { model } = tables;
  if (incumbent === null) {
    if (idleConflict(model) !== null) return { plan: null, claimedRewardPerS: null, warnings: [] };
    const setPointsC = commonSetPointsFor(model, idleNodes(model));
    return { plan: { setPointsC, assignments: [] }, claimedRewardPerS: 0, warnings: [] };
  }
  const { genome, score } = incumbent;
  const { setPointsC, warnings } = setPointsOf(tables, genome);
  const found = judgeablePlan(model, assignmentsFromFractions(model, genome.plan), genome.ratePerS);
  return {
    plan: { setPointsC, assignments: found.assignments },
    claimedRewardPerS: found.nodes === 0 ? score.objective : found.rewardPerS,
    warnings: found.nodes === 0 ? warnings : [...warnings, tooManyStates(found.nodes)],
  };
}

function tooManyStates(nodes: number): string {
  return (
    `ga: ${nodes} nodes of its best plan divide their cores among so many task types that no checker could follow them. ` +
    'Their time was put onto whole cores as far as their power allows; the plan earns what that leaves.'
  );
}

/** Returns a set-point for every CRAC, failed ones included, C: the common one, clamped to the CRAC's range. */
function setPointsOf(
  tables: PlanTables,
  state: PlanState,
): { readonly setPointsC: number[]; readonly warnings: string[] } {
  const { model } = tables;
  const common = commonSetPoint(model, setPointOf(tables, state));
  if (model.setPointMinC <= model.setPointMaxC) return { setPointsC: common, warnings: [] };
  const own = independentSetPoints(model, state.zonePowerW);
  const isKept = own !== null && isWithinCap(model.budget, own.totalW);
  return { setPointsC: own?.setPointsC ?? common, warnings: isKept ? [] : [NO_COMMON_SET_POINT] };
}

/** Warning shown if the CRACs' ranges have no common set-point. */
const NO_COMMON_SET_POINT =
  'The genetic search assumes one set-point for all CRACs, which their ranges do not allow: its plan breaks a limit.';
