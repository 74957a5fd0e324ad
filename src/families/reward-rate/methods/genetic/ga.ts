import {
  assignmentsFromFractions,
  fractionsFromAssignments,
} from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { evolve } from '../../../../solvers/genetic/evolve.js';
import { superiorityOfFeasible } from '../../../../solvers/genetic/penalty.js';
import type { GeneticProblem, Individual } from '../../../../solvers/genetic/problem.js';
import { geneticSearch, type GeneticSearch } from '../../../../solvers/genetic/search.js';
import { linearBias } from '../../../../solvers/genetic/selection.js';
import { greedyNodes } from '../greedy.js';
import { idleConflict } from '../infeasibility.js';
import { commonSetPointsFor, idleNodes, independentSetPointsAt } from '../rounding/node-plan.js';
import { assignmentsOf, commonSetPoint, type DraftPlan, type MethodRequest, type MethodOutcome } from '../outcome.js';
import { judgeablePlan } from './judgeable-plan.js';
import { greatestRise, setPointOf, VIOLATIONS, violationsInto } from './operating-point.js';
import {
  averagedReward,
  clearStale,
  copyState,
  createStale,
  createState,
  type PlanState,
  refresh,
  refreshAll,
  type StaleNodes,
} from './plan-state.js';
import { type PlanTables, planTables, type SetPointRule } from './plan-tables.js';
import { createRepair, type RepairOutcome } from './repair.js';
import { crossCores, mutateGenes, randomiseGenes } from './variation.js';

export interface GaOptions {
  readonly populationSize: number;
  /**
   * Bias of the ranking selection, from 1 (all members equally likely) to 2 (best members strongly preferred). The
   * thesis gives no value; 1.5 is Whitley's.
   */
  readonly bias: number;
  /** Probability pm that a child is mutated. */
  readonly mutationPerChromosome: number;
  /** Probability pg that each gene (core and task type) of a mutated child changes. */
  readonly mutationPerGene: number;
  /** Maximum number of iterations of the repair, Algorithm 3 (maxIter). */
  readonly repairIterations: number;
  /** True if the repair (Algorithm 3) is also applied to the random initial members, which the thesis does not do. */
  readonly repairFounders: boolean;
  /**
   * What the repair (Algorithm 3) does when the hottest node cannot be slowed down further. True: go on with the next
   * node. False: end, as printed.
   */
  readonly passOver: boolean;
  readonly setPointRule: SetPointRule;
  /** Whether equal plans stay in the population ('keep') or only one does ('drop'). The thesis does not say. */
  readonly duplicates: 'keep' | 'drop';
  /** Number of initial members, or of generations with two offspring, between two checks of the run's end. */
  readonly advancesPerStep: number;
  /**
   * The search ends if the best reward rises by less than the fraction `leastRelativeGain` in this many generations.
   */
  readonly stallGenerations: number;
  readonly leastRelativeGain: number;
}

/** Parameters as printed in section 3.4.3 of the thesis. The stopping rule is ours, because the thesis has none. */
export const PRINTED_GA: GaOptions = {
  populationSize: 200,
  bias: 1.5,
  mutationPerChromosome: 0.1,
  mutationPerGene: 0.05,
  repairIterations: 2000,
  repairFounders: false,
  passOver: true,
  setPointRule: 'wholeDegrees',
  duplicates: 'keep',
  advancesPerStep: 25,
  stallGenerations: 10_000,
  leastRelativeGain: 1e-3,
};

/** Method `ga`: the thesis' genetic algorithm (docs/reward-rate/ga.md; choices: docs/decisions/ga-reading.md). */
export const ga = (input: MethodRequest): Promise<MethodOutcome> => geneticMethod(input, PRINTED_GA);

/** Runs the genetic algorithm on a model with the given settings and returns its plan. */
export async function geneticMethod(input: MethodRequest, options: GaOptions): Promise<MethodOutcome> {
  const { model, control } = input;
  const tables = planTables(model, options.setPointRule);
  const work = { repairIterations: 0, repairSteps: 0 };
  const search = searchFor(input, tables, options, (outcome) => {
    work.repairIterations += outcome.iterations;
    work.repairSteps += outcome.steps;
  });
  const end = await evolve(search, {
    advancesPerStep: options.advancesPerStep,
    stallGenerations: options.stallGenerations,
    leastRelativeGain: options.leastRelativeGain,
    step: ({ incumbent }) =>
      control.step({ phase: 'genetic', bound: null, incumbent: incumbent?.score.objective ?? null }),
  });
  const { plan, rewardPerS, warnings } = planOf(tables, search);
  return {
    plan,
    claimedRewardPerS: rewardPerS,
    certificate: null,
    stoppedEarly: end === 'stopped',
    warnings,
    ...(plan === null ? {} : { next: { assignments: new Map(), plan } }),
    work: { ...search.counters, ...work },
  };
}

function searchFor(
  { model, random, start }: MethodRequest,
  tables: PlanTables,
  options: GaOptions,
  onRepair: (outcome: RepairOutcome) => void,
): GeneticSearch<PlanState> {
  const repair = createRepair(tables, { mostIterations: options.repairIterations, passOver: options.passOver });
  const randomise = randomiseGenes(tables);
  const founding = createStale(tables);
  return geneticSearch({
    problem: geneticProblem(tables),
    founders: {
      seeds: seedsOf(model, tables, start?.plan ?? null),
      randomise: (state, stream) => {
        randomise(state, stream);
        if (!options.repairFounders) return;
        refreshAll(tables, state);
        onRepair(repair(state, founding, stream));
      },
    },
    variations: [
      {
        cross: crossCores(tables),
        mutate: mutateGenes(tables, options.mutationPerChromosome, options.mutationPerGene),
        improve: (state, stale, stream) => {
          onRepair(repair(state, stale, stream));
        },
      },
    ],
    populationSize: options.populationSize,
    selection: linearBias(options.bias),
    penalty: superiorityOfFeasible(),
    survival: { kind: 'steadyState' },
    duplicates: options.duplicates,
    random: random.fork('genetic'),
  });
}

/**
 * Returns the problem that the genetic algorithm solves. Its members are plans given as core fractions. Their objective
 * is the reward rate with time-averaged features, reward/s. Their violations are the amounts by which they exceed
 * limits.
 */
export function geneticProblem(tables: PlanTables): GeneticProblem<PlanState, StaleNodes> {
  const scoreOf: GeneticProblem<PlanState, StaleNodes>['evaluateChange'] = (state, stale, score) => {
    refresh(tables, state, stale);
    score.objective = averagedReward(tables, state);
    violationsInto(score.violations, tables, state);
  };
  return {
    violationCount: VIOLATIONS.length,
    createGenome: () => createState(tables),
    createChange: () => createStale(tables),
    clearChange: clearStale,
    copyGenome: copyState,
    evaluate: (state, score) => {
      refreshAll(tables, state);
      score.objective = averagedReward(tables, state);
      violationsInto(score.violations, tables, state);
    },
    evaluateChange: scoreOf,
  };
}

/**
 * Returns the non-random initial members: the plan of Algorithm 2 (idle nodes if it has none) and, if given, the plan
 * of a similar model.
 */
function seedsOf(model: RewardRateModel, tables: PlanTables, neighbour: DraftPlan | null): PlanState[] {
  const plans = [
    assignmentsOf(model, greedyNodes(model).nodes),
    ...(neighbour === null ? [] : [neighbour.assignments]),
  ];
  return plans.map((assignments) => ({
    ...createState(tables),
    plan: fractionsFromAssignments(model, tables.layout, assignments),
  }));
}

/**
 * Returns the best feasible plan in a form that the checker can handle, or idle nodes if none was found; null if even
 * idling is infeasible. Warnings say where a plan was simplified.
 */
function planOf(
  tables: PlanTables,
  { incumbent }: { readonly incumbent: Individual<PlanState> | null },
): { readonly plan: DraftPlan | null; readonly rewardPerS: number | null; readonly warnings: string[] } {
  const { model } = tables;
  if (incumbent !== null) {
    const { setPointsC, warnings } = setPointsOf(tables, incumbent.genome);
    const { genome, score } = incumbent;
    const found = judgeablePlan(model, assignmentsFromFractions(model, genome.plan), genome.ratePerS);
    return {
      plan: { setPointsC, assignments: found.assignments },
      rewardPerS: found.nodes === 0 ? score.objective : found.rewardPerS,
      warnings: found.nodes === 0 ? warnings : [...warnings, tooManyStates(found.nodes)],
    };
  }
  if (idleConflict(model) !== null) return { plan: null, rewardPerS: null, warnings: [] };
  return {
    plan: { setPointsC: commonSetPointsFor(model, idleNodes(model)), assignments: [] },
    rewardPerS: 0,
    warnings: [],
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
  { riseC, zonePowerW }: PlanState,
): { readonly setPointsC: number[]; readonly warnings: string[] } {
  const { model } = tables;
  const common = commonSetPoint(model, setPointOf(tables, greatestRise(riseC)));
  if (model.setPointMinC <= model.setPointMaxC) return { setPointsC: common, warnings: [] };
  const own = independentSetPointsAt(model, zonePowerW);
  if (own !== null && own.totalW <= model.budget.powerCapW) return { setPointsC: own.setPointsC, warnings: [] };
  return { setPointsC: own?.setPointsC ?? common, warnings: [NO_COMMON_SET_POINT] };
}

/** Warning shown if the CRACs' ranges have no common set-point. */
const NO_COMMON_SET_POINT =
  'The genetic search assumes one set-point for all CRACs, which their ranges do not allow: its plan breaks a limit.';
