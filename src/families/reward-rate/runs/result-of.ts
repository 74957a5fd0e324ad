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
import { gapReason, standing } from '../../../runs/standing.js';
import type { Termination } from '../../../runs/result.js';
import { sharingOf } from './momentary.js';
import { planFigures } from './plan-figures.js';
import { reserveUse } from './reserves.js';
import type { RunResult } from './result.js';

/** Unit of the objective. */
export const OBJECTIVE_UNIT = 'reward/s';

/** Parts of a request that appear in its result. */
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
  /** True if a second Ctrl-C ended work that the plan depends on. */
  readonly wasHurried?: boolean;
}

/** Returns a finished run as docs/reward-rate/results.md describes it. */
export function resultOf(parts: ResultParts): RunResult {
  const { request, instance, matrix, model, outcome, certificate, plan, evaluation, driver, wasHurried } = parts;
  const feasible = evaluation !== null && evaluation.violations.length === 0;
  const objective = evaluation === null ? null : evaluation.rewardPerS;
  const overall = overallBound(certificate, outcome);
  const ofClass = boundOfClass(outcome, plan, overall);
  const proven = boundOfPlan(model, outcome, plan, certificate);
  const setPointsC = plan === null ? null : matrix.cracNames.map((name) => plan.setPointsC[name]!);
  const covered = proven === null || setPointsC === null || boundCovers(model, setPointsC);
  const rated = feasible && covered ? objective : null;
  const { bound, gap, isRefuted } = standing(proven, rated, true, greatestReward(instance));
  return {
    ...emptyResult(request, instance, matrix, model),
    termination: isRefuted
      ? 'failed'
      : wasHurried === true && gap !== 0
        ? 'interrupted'
        : termination(outcome, driver, gap),
    feasible,
    objective,
    colocationLoss: colocationLoss(evaluation),
    claimedObjective: outcome.claimedRewardPerS,
    ...(outcome.planFrom === undefined ? {} : { planFrom: outcome.planFrom }),
    ...withoutSharing(outcome, model, bound),
    ...planFigures(instance, matrix, plan, evaluation),
    ...sharingIn(model, plan, evaluation),
    ...reservesOf(instance, matrix, evaluation),
    ...(plan?.standby === undefined ? {} : { standby: standbySummary(instance, matrix, plan.standby) }),
    bound,
    gap,
    ...(ofClass === null || overall === null
      ? {}
      : { boundScope: ofClass.scope, boundWithSharing: Math.max(overall, bound ?? overall) }),
    ...(gap === null ? { gapReason: whyNoGap(evaluation, bound, feasible, covered, driver) } : {}),
    binding:
      evaluation === null
        ? []
        : bindingConstraints(
            instance,
            matrix,
            evaluation,
            covered ? (certificate?.marginal ?? null) : null,
            plan?.standby,
          ),
    violations: evaluation?.violations ?? [],
    warnings: [...planWarnings(request, outcome, driver), ...boundWarnings(model, objective, bound, isRefuted)],
    work: {
      steps: driver.steps,
      ...(certificate === null || certificate.relaxationGap === null
        ? {}
        : { relaxationGap: certificate.relaxationGap }),
      ...certificate?.work,
      ...outcome.work,
    },
  };
}

/**
 * Returns the bound that applies to the plan: on plans with one configuration per node, or on all; null if there is
 * none.
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
 * Returns the bound on plans with one configuration per node, if the plan is one and that bound was searched; never
 * above the bound over mixtures.
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

function termination(outcome: MethodOutcome, driver: Driver, gap: number | null): Termination {
  if (outcome.failure !== undefined) return 'failed';
  if (driver.stopReason !== null && outcome.stoppedEarly) return driver.stopReason;
  if (gap !== null && gap <= 1e-9) return 'optimal';
  return driver.stopReason ?? 'finished';
}

function whyNoGap(
  evaluation: PlanEvaluation | null,
  bound: number | null,
  feasible: boolean,
  covered: boolean,
  driver: Driver,
): string {
  return gapReason({
    withoutPlan: evaluation === null ? 'the run ended without a plan' : null,
    feasible,
    uncovered: covered ? null : 'the plan has set-points of its own, the bound does not cover them',
    isProven: bound !== null,
    wasStopped: driver.stopReason !== null,
  });
}

/** Returns warnings if a method ended without a plan although idling is possible. */
function planWarnings({ method }: Asked, outcome: MethodOutcome, driver: Driver): string[] {
  if (outcome.plan !== null || driver.stopReason !== null) return [];
  return [`Method ${method.name} found no plan, although leaving every node idle is one: try another method.`];
}

/** Returns a warning if the plan is above its bound, because one of the two must be wrong. */
function boundWarnings(
  model: RewardRateModel,
  objective: number | null,
  bound: number | null,
  isRefuted: boolean,
): string[] {
  if (bound === null) return [];
  const caveat = boundCaveat(model);
  const warnings = caveat === null ? [] : [caveat];
  if (!isRefuted) return warnings;
  return [
    ...warnings,
    `The plan earns ${objective} reward/s, more than the proven bound of ${bound}: one of them is wrong. Please report this instance.`,
  ];
}

export function emptyResult(
  request: Asked,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  model: RewardRateModel,
): RunResult {
  return {
    instance: instance.name,
    family: 'reward-rate',
    method: request.method.name,
    naive: request.naive,
    seed: request.seed,
    termination: 'finished',
    feasible: false,
    objective: null,
    colocationLoss: null,
    claimedObjective: null,
    objectiveUnit: OBJECTIVE_UNIT,
    bound: null,
    gap: null,
    boundScope: boundScope(model),
    ...reservesOf(instance, matrix, null),
    binding: [],
    violations: [],
    warnings: [],
    matrixProvenance: matrix.provenance.summary,
    timeS: {},
    work: {},
    files: {},
  };
}

/** Returns the share of the naive estimate (Eq. 23) that is lost to co-location. */
function colocationLoss(evaluation: PlanEvaluation | null): number | null {
  if (evaluation === null) return null;
  const { naiveRewardPerS, rewardPerS } = evaluation;
  return naiveRewardPerS > 0 ? (naiveRewardPerS - rewardPerS) / naiveRewardPerS : 0;
}

/** Returns the result's fields on reserves; {} if the instance has none. */
function reservesOf(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation | null,
): Pick<RunResult, 'reserves'> {
  const reserves = reserveUse(instance, matrix, evaluation);
  return reserves.length === 0 ? {} : { reserves };
}
