import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { greatestReward } from '../../../../models/families/reward-rate/greatest-reward.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { standbySummary } from '../../../../models/families/reward-rate/standby.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { boundCaveat, boundCovers, boundScope, withoutRoundOff } from '../methods/bound/certificate.js';
import { type Certificate, type ClassBound, type MethodOutcome, overallBound } from '../methods/outcome.js';
import { bindingConstraints } from './binding.js';
import type { Driver } from '../../../runs/control.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { endOfRun, type RunFacts } from '../../../runs/end-of-run.js';
import { sharingOf } from './momentary.js';
import { planFigures } from './plan-figures.js';
import { reserveUse } from './reserves.js';
import type { RunResult } from './result.js';

/** Unit of the objective in results. */
export const OBJECTIVE_UNIT = 'reward/s';

/** Parts of a run's request that its result repeats; `naive` is true if co-location was ignored. */
export interface Asked {
  readonly method: { readonly name: string };
  readonly naive: boolean;
  readonly seed: number;
}

export interface ResultParts {
  readonly request: Asked;
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly model: RewardRateModel;
  readonly outcome: MethodOutcome;
  readonly certificate: Certificate | null;
  readonly plan: RewardRatePlan | null;
  readonly evaluation: PlanEvaluation | null;
  readonly driver: Driver;
  /** True if a second Ctrl-C cut short work on which the plan depends, so that another run may give another plan. */
  readonly wasHurried?: boolean;
}

/** Returns the result of a finished run as docs/reward-rate/results.md describes it. */
export function resultOf(parts: ResultParts): RunResult {
  const { request, instance, matrix, model, outcome, certificate, plan, evaluation, driver, wasHurried } = parts;
  const objective = evaluation?.rewardPerS ?? null;
  const overall = overallBound(certificate, outcome);
  const ofClass = boundOfClass(outcome, plan, overall);
  const proven = boundOfPlan(model, outcome, plan, certificate);
  const setPointsC = plan === null ? null : matrix.cracNames.map((name) => plan.setPointsC[name]!);
  const covered = proven === null || setPointsC === null || boundCovers(model, setPointsC);
  const { result } = endOfRun(
    {
      ...named(request, instance),
      objective,
      verdict: evaluation,
      boundScope: ofClass === null || overall === null ? boundScope(model) : ofClass.scope,
      driver,
      stoppedEarly: outcome.stoppedEarly,
      isFailed: outcome.failure !== undefined,
      ...(wasHurried === undefined ? {} : { wasHurried }),
      withoutPlan: 'the run ended without a plan',
      uncovered: covered ? null : 'the plan has set-points of its own, the bound does not cover them',
      wasStopped: driver.stopReason !== null,
      warnings: [...planWarnings(request, outcome, driver), ...(proven === null ? [] : caveats(model))],
      work: {
        steps: driver.steps,
        ...(certificate === null || certificate.relaxationGap === null
          ? {}
          : { relaxationGap: certificate.relaxationGap }),
        ...certificate?.work,
        ...outcome.work,
      },
    },
    {
      objective: {
        proven,
        own: covered ? objective : null,
        isUpper: true,
        scale: greatestReward(instance),
        says: `earns ${objective} reward/s`,
        proof: `a proven bound of ${proven}`,
      },
    },
  );
  const { bound } = result;
  return {
    ...result,
    ...ownFields(request, instance, matrix, evaluation),
    colocationLoss: colocationLoss(evaluation),
    claimedObjective: outcome.claimedRewardPerS,
    ...(outcome.planFrom === undefined ? {} : { planFrom: outcome.planFrom }),
    ...withoutSharing(outcome, model, bound),
    ...planFigures(instance, matrix, plan, evaluation),
    ...sharingIn(model, plan, evaluation),
    ...(plan?.standby === undefined ? {} : { standby: standbySummary(instance, matrix, plan.standby) }),
    ...(ofClass === null || overall === null ? {} : { boundWithSharing: Math.max(overall, bound ?? overall) }),
    binding:
      evaluation === null
        ? []
        : bindingConstraints(
            instance,
            matrix,
            evaluation,
            covered ? (certificate?.marginal ?? null) : null,
            plan?.standby,
            model.limits,
          ),
  };
}

/**
 * Returns the upper bound on reward that applies to the plan, reward/s; null if there is none. It is the bound on plans
 * with one configuration per node if it covers the plan, otherwise the bound on all plans.
 */
export function boundOfPlan(
  model: RewardRateModel,
  outcome: MethodOutcome,
  plan: RewardRatePlan | null,
  certificate: Certificate | null,
): number | null {
  const overall = overallBound(certificate, outcome);
  const proven = boundOfClass(outcome, plan, overall)?.boundRewardPerS ?? overall;
  return proven === null ? null : withoutRoundOff(model, proven);
}

/**
 * Returns the bound on plans with one configuration per node, or the bound on all plans if that is lower. Null if the
 * plan is not of this kind or the bound was not searched.
 */
function boundOfClass(
  { ofOneConfiguration: ofClass }: MethodOutcome,
  plan: RewardRatePlan | null,
  overall: number | null,
): ClassBound | null {
  if (ofClass === undefined || plan === null || overall === null || plan.assignments.some(sharesTime)) return null;
  return { ...ofClass, boundRewardPerS: Math.min(ofClass.boundRewardPerS, overall) };
}

function sharingIn(
  model: RewardRateModel,
  plan: RewardRatePlan | null,
  evaluation: PlanEvaluation | null,
): Pick<RunResult, 'sharing'> {
  const sharing = plan === null || evaluation === null ? null : sharingOf(model, plan, evaluation.zoneNodePowerW);
  return sharing === null ? {} : { sharing };
}

function withoutSharing(
  { withoutSharing: whole }: MethodOutcome,
  model: RewardRateModel,
  bound: number | null,
): Pick<RunResult, 'withoutSharing'> {
  if (whole === undefined) return {};
  const { rewardPerS: objective, setPointsC } = whole;
  const gap = bound !== null && boundCovers(model, setPointsC) ? relativeGap(bound, objective) : null;
  return { withoutSharing: { objective, gap } };
}

/** Returns warnings that a method ended without a plan although idling is feasible. */
function planWarnings({ method }: Asked, outcome: MethodOutcome, driver: Driver): string[] {
  if (outcome.plan !== null || driver.stopReason !== null) return [];
  return [`Method ${method.name} found no plan, although leaving every node idle is one: try another method.`];
}

function caveats(model: RewardRateModel): string[] {
  const caveat = boundCaveat(model);
  return caveat === null ? [] : [caveat];
}

/** Returns the fields that identify a run: instance, method, seed and the like. */
export function named(
  { method, seed }: Asked,
  { name }: RewardRateInstance,
): Pick<RunFacts<'reward-rate'>, 'instance' | 'family' | 'method' | 'seed' | 'objectiveUnit'> {
  return { instance: name, family: 'reward-rate', method: method.name, seed, objectiveUnit: OBJECTIVE_UNIT };
}

/** Returns the fields that every reward-rate result has, with or without a plan. */
export function ownFields(
  { naive }: Pick<Asked, 'naive'>,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation | null,
): Pick<RunResult, 'naive' | 'colocationLoss' | 'claimedObjective' | 'reserves' | 'binding' | 'matrixProvenance'> {
  return {
    naive,
    colocationLoss: null,
    claimedObjective: null,
    ...reservesOf(instance, matrix, evaluation),
    binding: [],
    matrixProvenance: matrix.provenance.summary,
  };
}

/** Returns the fraction of the reward that co-location costs, by the estimate of Eq. 23; null without a plan. */
function colocationLoss(evaluation: PlanEvaluation | null): number | null {
  if (evaluation === null) return null;
  const { naiveRewardPerS, rewardPerS } = evaluation;
  return naiveRewardPerS > 0 ? (naiveRewardPerS - rewardPerS) / naiveRewardPerS : 0;
}

function reservesOf(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation | null,
): Pick<RunResult, 'reserves'> {
  const reserves = reserveUse(instance, matrix, evaluation);
  return reserves.length === 0 ? {} : { reserves };
}
