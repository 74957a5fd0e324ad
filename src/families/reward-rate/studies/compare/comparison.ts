import { greatestReward } from '../../../../../models/families/reward-rate/greatest-reward.js';
import { hasAirOfStandby } from '../../../../../models/families/reward-rate/standby-air.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { TrialRequest } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput } from '../../../../experiments/record.js';
import { digestOf } from '../../../../runs/digest.js';
import { type LpEngineName, loadLpEngine } from '../../../../solvers/linear/load.js';
import type { BoundFrame, ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { boundOutput, commonBound, namedFigures, runOutput } from '../../../../studies/compare/outputs.js';
import { BOUND, figureOf } from '../../../../studies/compare/run.js';
import type { Comparison, TrialSurroundings } from '../../../../studies/compare/comparison.js';
import { varyWorkload } from '../../instances/generate.js';
import { boundCaveat, boundCovers } from '../../methods/bound/certificate.js';
import { configurationBound } from '../../methods/config-lp.js';
import { withIdleRoom } from '../../methods/idle-room.js';
import { idleConflict } from '../../methods/infeasibility.js';
import { type Method, METHODS } from '../../methods/registry.js';
import { type OpenedFacility, type OpenedModel, modelInMemory } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { rulesOf } from '../../runs/sharing-rules.js';
import { solveOpened } from '../../runs/solve.js';
import { SCOPE_OF_EACH } from '../summary.js';
import { type Contestant, contestantOf } from './contestants.js';
import { type NaiveSummary, naiveSummaries } from './naive.js';

interface Figures {
  /** Reward of the plan as if there were no co-location (Eq. 23), reward/s, checked; null without a feasible plan. */
  readonly naiveObjective: number | null;
  /** Power of the plan at the meter, W; null without a feasible plan. */
  readonly powerW: number | null;
  /** No plan of this reward draws less, W; null where that was not proven. */
  readonly leastPowerW: number | null;
  /** Plans for which the run's own bound holds; absent where all runs of a trial have one bound. */
  readonly boundScope?: string;
}

interface Facts {
  readonly engine: string;
  /** True if air depends on which nodes are on standby, so that each run has a bound of its own; absent where a trial has one. */
  readonly boundPerRun?: true;
  readonly naive: readonly NaiveSummary[];
}

export type CompareRun = RunFrame & Figures;
export type RewardRateComparisonRecord = ComparisonRecord<Figures, BoundFrame, never, 'ofBound'> & Facts;

export interface RewardRateComparisonRequest {
  readonly opened: OpenedFacility;
  readonly labels: readonly string[];
  readonly engine: LpEngineName;
  /** True if trials are seeded variants of the workload. */
  readonly variants: boolean;
  readonly methods?: readonly Method[];
  /** Choices of a contestant's runs beside its method and form; those of a plain run if absent. */
  readonly choicesOf?: (contestant: Contestant) => Partial<RunRequest>;
}

/** Comparison of methods on one reward-rate instance; each trial is held against its least certificate. */
export function rewardRateComparison(input: RewardRateComparisonRequest): Comparison {
  const { opened, labels, methods = METHODS, engine } = input;
  const contestants = labels.map((label) => contestantOf(label, methods)!);
  const scale = greatestReward(opened.instance);
  const caveat = boundCaveat(modelInMemory(opened.instance, opened.matrix).model);
  // A bound in one air is none in another: each run has that of its own nodes on standby.
  const boundPerRun = hasAirOfStandby(opened.instance);
  const isNaive = (label: string): boolean => contestants.some((one) => one.label === label && one.naive);
  return {
    instance: opened.instance.name,
    warnings: opened.warnings,
    sha256: () => digestOf([opened.sha256, opened.matrix]),
    objectiveUnit: OBJECTIVE_UNIT,
    blank: { objective: null, naiveObjective: null, powerW: null, leastPowerW: null, bound: null, covered: true },
    trial: (asked, surroundings) => trial(input, contestants, asked, surroundings),
    boundsPer: 'trial',
    bound: (entries, of) => {
      const held = boundPerRun ? entries.filter(({ cell }) => cell['method'] === BOUND) : entries;
      return commonBound(held, of, coveredObjective, true, scale);
    },
    read: (entry, common) => ({
      ...namedFigures(entry, ['objective', 'naiveObjective', 'powerW', 'leastPowerW']),
      // The trial's bound may be one on plans with a common set-point, which this one does not have.
      bound:
        entry.values['covered'] === false ? null : boundPerRun ? figureOf(entry, 'bound') : (common?.bound ?? null),
      ...(boundPerRun ? { boundScope: String(entry.values['boundScope'] ?? '') } : {}),
    }),
    proofs: [
      {
        value: (run) => run.objective,
        bound: (run) => run.bound,
        isUpper: true,
        scale,
        wrong: (value, bound) => `earns ${value} reward/s, more than the proven bound of ${bound}`,
      },
    ],
    metrics: [],
    pairs: [{ key: 'ofBound', of: (run) => (boundPerRun ? null : ofBound(run)) }],
    rank: { of: (run) => run.objective, scale: 0 },
    convergence: {
      // Naive forms see other rewards on the way.
      isDrawn: (label) => !isNaive(label),
      isUsable: ({ bound }) => bound !== null && bound > 0,
      axis: 'seconds',
      shown: gapTo,
      without: 1,
      beyond: 1,
    },
    caveats: [...(caveat === null ? [] : [caveat]), ...(boundPerRun ? [BOUND_PER_RUN] : [])],
    facts: (runs) => ({
      engine,
      naive: naiveSummaries(contestants, runs as readonly CompareRun[]),
      ...(boundPerRun ? { boundPerRun } : {}),
    }),
  };
}

/** Caveat where each run has a bound of its own. */
const BOUND_PER_RUN =
  'The air depends on which nodes are on standby: the bound and the gap of a run hold for plans with exactly the nodes on standby of its own plan, so gaps of methods whose plans have other nodes on standby do not compare. Rewards do.';

/** Objective of a run, reward/s, if its trial's bound covers its plan; else null. */
export function coveredObjective(entry: JournalEntry): number | null {
  return entry.values['covered'] === false ? null : figureOf(entry, 'objective');
}

function ofBound({ objective, bound }: RunFrame): number | null {
  return objective === null || bound === null || bound <= 0 ? null : objective / bound;
}

/**
 * Gap of a value to its trial's bound, which must not be null; a fraction from 0 to 1. A method's own value may lie above
 * the bound where it computes otherwise than the checker: the gap is 0 then.
 */
export function gapTo({ bound }: Pick<RunFrame, 'bound'>, value: number): number {
  return Math.min(1, Math.max(0, (bound! - value) / bound!));
}

/**
 * Run of one method on one trial, or of the trial's bound. Each compiles its model afresh, so that none finds
 * another's work done.
 */
async function trial(
  { opened, variants, engine, choicesOf }: RewardRateComparisonRequest,
  contestants: readonly Contestant[],
  { cell, seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const instance = variants ? varyWorkload(opened.instance, seed) : opened.instance;
  const model = modelInMemory(instance, opened.matrix);
  const boundPerRun = hasAirOfStandby(instance);
  if (cell['method'] === BOUND && boundPerRun) {
    return boundOutput(surroundings, () => Promise.resolve({ bound: null, boundScope: SCOPE_OF_EACH }));
  }
  if (cell['method'] === BOUND) return trialBound(model, engine, surroundings);
  const contestant = contestants.find(({ label }) => label === cell['method'])!;
  const { method, naive } = contestant;
  const { record, plan } = await solveOpened(
    { ...choicesOf?.(contestant), ...surroundings, engine, method, naive, seed, withBound: boundPerRun },
    model,
  );
  const { result, evaluation } = record;
  const rated = result.feasible && evaluation !== null ? evaluation : null;
  const values = {
    planFrom: result.planFrom ?? null,
    ...(plan === null || rated === null ? {} : { rules: rulesOf(plan) }),
    objective: rated?.rewardPerS ?? null,
    naiveObjective: rated?.naiveRewardPerS ?? null,
    powerW: rated?.power.totalW ?? null,
    leastPowerW: result.leastPower?.boundW ?? null,
    bound: result.bound,
    covered:
      plan === null ||
      boundCovers(
        model.model,
        opened.matrix.cracNames.map((name) => plan.setPointsC[name]!),
      ),
    boundScope: result.boundScope,
  };
  return runOutput(record, values, naive ? null : (rated?.rewardPerS ?? null), 'more');
}

/** Run of the configuration LP to its end, which proves the trial's bound, reward/s. */
function trialBound(opened: OpenedModel, engine: LpEngineName, surroundings: TrialSurroundings): Promise<TrialOutput> {
  return boundOutput(surroundings, async (control) => {
    const model = withStandby(opened.model);
    if (idleConflict(model) !== null) return { bound: null, boundScope: '' };
    const input = { model: withIdleRoom(model), engine: await loadLpEngine(engine), control, start: null };
    const certificate = await configurationBound(input, null);
    return { bound: certificate?.boundRewardPerS ?? null, boundScope: certificate?.scope ?? '' };
  });
}
