import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { Remedy } from '../../../../../models/physics/thermal/failing-cracs.js';
import { heldBound } from '../../../../../models/families/bound.js';
import { greatestReward } from '../../../../../models/families/reward-rate/greatest-reward.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasStandby, withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { checkPlan } from '../../check/check-plan.js';
import { boundCovers } from '../../methods/bound/certificate.js';
import { idleNodes, keepsCommonSetPoint } from '../../methods/rounding/node-plan.js';
import { placementOfPlan, planOfPlacement } from '../alternatives/placement.js';
import { orderedActions } from './actions.js';
import { bestKept } from './best-kept.js';
import { type FailedRoom, type FallbackSearch, steadyState } from './failed-room.js';
import { type KeptWork, keptWork, placementOfNodes } from './kept-work.js';
import type { Applied, AtRest, FailureCase, Fallback } from '../../runs/failures.js';

/** Fallback plan after a failure. If no fallback exists, `atRest` describes the facility with all nodes idle. */
export interface Found {
  readonly fallback: Fallback | null;
  readonly plan: RewardRatePlan | null;
  readonly atRest: AtRest | null;
}

/** Whether and when an inlet exceeds the red line if neither set-points nor work are changed. */
type Untouched = Pick<FailureCase, 'redLine' | 'timeToRedLineS'>;

/** Excess over the red line (maximum inlet temperature) that is no violation, K: the checker's tolerance. */
const RED_LINE_TOLERANCE_C = 1e-6;

/** Returns the fallback plan that changes only set-points, with which all limits must hold. */
export function fallbackOfReset(
  failed: FailedRoom,
  untouched: Untouched,
  evaluation: PlanEvaluation,
  setPointsC: Readonly<Record<string, number>>,
): Found {
  const plan = { ...failed.room.plan, setPointsC };
  const fallback: Fallback = {
    ...steadyState(evaluation),
    setPointsC,
    ...rewardOf(failed, evaluation),
    boundRewardPerS: null,
    gap: null,
    scope: null,
    actions: [],
    criticalZone: null,
    ...timing(failed, untouched, evaluation, setPointsC),
  };
  return { fallback, plan: ofFallback(plan, evaluation), atRest: null };
}

/**
 * Computes a fallback plan that gives up some work, for a plan that violates limits at all set-points tried.
 *
 * @param before evaluations of the plan at its own set-points and at the best ones found
 */
export async function fallbackOf(
  failed: FailedRoom,
  compiled: RewardRateModel,
  untouched: Untouched,
  before: readonly PlanEvaluation[],
  { engine, control }: FallbackSearch,
): Promise<Found> {
  const { room } = failed;
  const kept = keptWork(withStandby(compiled), placementOfPlan(room.matrix, room.plan));
  if (kept === null) return { fallback: null, plan: null, atRest: null };
  const best = await bestKept(kept, engine, control);
  if ('conflict' in best) return { fallback: null, plan: null, atRest: restIn(failed, kept, best.conflict.setPointsC) };
  const judged = [best.nodes, idleNodes(kept.model)]
    .map((nodes) => ({ nodes, ...planWith(failed, kept, nodes, best.setPointsC) }))
    .find(({ evaluation }) => steadyState(evaluation).violations.length === 0);
  if (judged === undefined) return { fallback: null, plan: null, atRest: restIn(failed, kept, best.setPointsC) };
  const { nodes, plan, evaluation } = judged;
  const critical = criticalZone(failed, before);
  const criticalPart = critical === null ? -1 : kept.parts.findIndex(({ zone }) => zone === critical);
  const fallback: Fallback = {
    ...steadyState(evaluation),
    setPointsC: plan.setPointsC,
    ...rewardOf(failed, evaluation),
    ...boundOf(failed, kept, best.boundRewardPerS, evaluation.rewardPerS, best.setPointsC),
    actions: orderedActions(kept, nodes, criticalPart < 0 ? null : criticalPart),
    criticalZone: critical === null ? null : room.matrix.zones[critical]!.name,
    ...timing(failed, untouched, evaluation, plan.setPointsC),
  };
  return { fallback, plan: ofFallback(plan, evaluation), atRest: null };
}

/**
 * Returns the state of the facility with all nodes idle and the working CRACs at their coldest set-points. It serves
 * failures without a steady state, where some air reaches no working CRAC. Null if some work of the plan cannot run on
 * its nodes.
 */
export function restOf(failed: FailedRoom): AtRest | null {
  const { instance, matrix, plan } = failed.room;
  const model = withStandby(rewardRateModel(instance, matrix));
  const kept = keptWork(model, placementOfPlan(matrix, plan));
  if (kept === null) return null;
  const placement = placementOfNodes(kept, matrix.zones.length, idleNodes(kept.model));
  // Powers do not depend on the air: they are those of the room as it was.
  const { zoneNodePowerW } = checkPlan(instance, matrix, planOfPlacement(plan, matrix, placement));
  const outletC = matrix.cracNames.map((name) => {
    const crac = failed.failed.facility.cracs.find((one) => one.name === name);
    return crac?.coolingCapacityW === 0 ? NaN : (crac?.setPointMinC ?? NaN);
  });
  return { violations: [], atOnce: appliedAtOnce(failed, { zonePowerW: zoneNodePowerW, outletC }) };
}

/** Returns the state of the idle facility at given set-points, in the order of the influence matrix's CRACs. */
function restIn(failed: FailedRoom, kept: KeptWork, setPointsC: readonly number[]): AtRest {
  const { plan, evaluation } = planWith(failed, kept, idleNodes(kept.model), setPointsC);
  const remedy = remedyOf(failed, evaluation, plan.setPointsC);
  return { violations: steadyState(evaluation).violations, atOnce: appliedAtOnce(failed, remedy) };
}

/**
 * Returns the plan with other node configurations and set-points, and its evaluation after the failure. Failed CRACs
 * keep the plan's set-points, which have no effect.
 *
 * @param nodes configurations: [part][node], where a part is a set of nodes of one zone that do the same in the plan
 */
function planWith(
  { room, failed }: FailedRoom,
  kept: KeptWork,
  nodes: readonly (readonly Configuration[])[],
  setPointsC: readonly number[],
): { readonly plan: RewardRatePlan; readonly evaluation: PlanEvaluation } {
  const { matrix } = room;
  const atWork = kept.model.cracs.map(({ index }) => [matrix.cracNames[index]!, setPointsC[index]!]);
  const placement = placementOfNodes(kept, matrix.zones.length, nodes);
  const all = { ...room.plan.setPointsC, ...(Object.fromEntries(atWork) as Record<string, number>) };
  const plan = planOfPlacement(room.plan, matrix, placement, all);
  return { plan, evaluation: checkPlan(failed, matrix, plan) };
}

function ofFallback(plan: RewardRatePlan, { rewardPerS }: PlanEvaluation): RewardRatePlan {
  return { ...plan, method: `${plan.method} --failures`, claimedRewardPerS: rewardPerS };
}

function rewardOf(
  { room }: FailedRoom,
  { rewardPerS }: PlanEvaluation,
): Pick<Fallback, 'rewardPerS' | 'lostRewardPerS'> {
  return { rewardPerS, lostRewardPerS: room.evaluation.rewardPerS - rewardPerS };
}

function boundOf(
  { room }: FailedRoom,
  kept: KeptWork,
  bound: number | null,
  rewardPerS: number,
  setPointsC: readonly number[],
): Pick<Fallback, 'boundRewardPerS' | 'gap' | 'scope'> {
  if (bound === null || !boundCovers(kept.model, setPointsC)) return { boundRewardPerS: null, gap: null, scope: null };
  const held = heldBound(bound, rewardPerS, true, greatestReward(room.instance));
  if (held.isRefuted)
    throw new Error(
      `a fallback plan earns ${rewardPerS} reward/s, above its bound of ${bound}: one of the two is wrong`,
    );
  const gap = held.bound > 0 ? (held.bound - rewardPerS) / held.bound : 0;
  return { boundRewardPerS: held.bound, gap, scope: scopeOf(kept) };
}

function scopeOf({ model, only }: KeptWork): string {
  const standby = hasStandby(model) ? ', or is on standby where it may be' : '';
  const { cracs } = model;
  const setPoints =
    cracs.length === 1
      ? 'any set-point of the CRAC at work'
      : keepsCommonSetPoint(model)
        ? `one set-point common to all ${cracs.length} CRACs at work`
        : `any set-points of the ${cracs.length} CRACs at work`;
  return (
    'every plan in which each node runs its own tasks on as many cores or fewer, each in its P-state or a slower one, or idles' +
    `${standby}${only.length === 0 ? '' : ` (${only.join('; ')})`}, with ${setPoints}`
  );
}

/**
 * Returns the index of the zone with the hottest inlet in the first evaluation in which an inlet exceeds the red line.
 * Null if none does.
 */
function criticalZone({ room }: FailedRoom, evaluations: readonly PlanEvaluation[]): number | null {
  const { redLineC } = room.instance.limits;
  for (const { zoneInletC } of evaluations) {
    const hottest = zoneInletC.reduce((most, inletC, b) => (inletC > zoneInletC[most]! ? b : most), 0);
    if (zoneInletC[hottest]! > redLineC + RED_LINE_TOLERANCE_C) return hottest;
  }
  return null;
}

function timing(
  failed: FailedRoom,
  { redLine, timeToRedLineS }: Untouched,
  evaluation: PlanEvaluation,
  setPointsC: Readonly<Record<string, number>>,
): Pick<Fallback, 'atOnce' | 'latestS'> {
  const remedy = remedyOf(failed, evaluation, setPointsC);
  const atOnce = appliedAtOnce(failed, remedy);
  const isUrgent = redLine === 'passed' && timeToRedLineS !== null && atOnce?.keepsRedLine === true;
  return { atOnce, latestS: isUrgent ? failed.course!.latestS(remedy, timeToRedLineS) : null };
}

function remedyOf(
  { room, failed }: FailedRoom,
  { zoneNodePowerW, cracInletC }: PlanEvaluation,
  setPointsC: Readonly<Record<string, number>>,
): Remedy {
  const capacityW = new Map(failed.facility.cracs.map((crac) => [crac.name, crac.coolingCapacityW]));
  const outletC = room.matrix.cracNames.map((name, c) =>
    capacityW.get(name) === 0 ? cracInletC[c]! : setPointsC[name]!,
  );
  return { zonePowerW: zoneNodePowerW, outletC };
}

function appliedAtOnce({ course }: FailedRoom, remedy: Remedy): Applied | null {
  if (course === null) return null;
  const { passedS, hottestInletC } = course.atOnce(remedy);
  return { keepsRedLine: passedS === null, timeToRedLineS: passedS, hottestInletC };
}
