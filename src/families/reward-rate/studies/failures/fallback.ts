import { TOLERATED_K } from '../../../../../models/facility/limits.js';
import { heldBound } from '../../../../../models/families/bound.js';
import { greatestReward } from '../../../../../models/families/reward-rate/greatest-reward.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasStandby, withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { evaluatedIn } from '../../check/check-plan.js';
import { boundCovers } from '../../methods/bound/certificate.js';
import { idleNodes, keepsCommonSetPoint, type NodeConfigurations } from '../../methods/rounding/node-plan.js';
import type { AtRest, FailureCase, Fallback } from '../../runs/failures.js';
import { placementOfPlan, planOfPlacement } from '../alternatives/placement.js';
import type { SetPointsByName } from '../set-points-by-name.js';
import { orderedActions } from './actions.js';
import { bestKept } from './best-kept.js';
import { evaluatedAfter, appliedAtOnce, type FailedRoom, keepsLimits, remedyOf, steadyState } from './failed-room.js';
import { type KeptWork, keptWork, placementOfNodes } from './kept-work.js';

/** Fallback plan after a failure. If no fallback exists, `atRest` describes the facility with all nodes idle. */
interface Found {
  readonly fallback: Fallback | null;
  readonly plan: RewardRatePlan | null;
  readonly atRest: AtRest | null;
}

/** LP engine and control of the search for a fallback plan. */
export interface FallbackSearch {
  readonly engine: LpEngine;
  readonly control: RunControl;
}

/** Whether and when an inlet exceeds the red line if neither set-points nor work are changed. */
type Untouched = Pick<FailureCase, 'redLine' | 'timeToRedLineS'>;

/** Returns the fallback plan that changes only set-points, with which all limits must hold. */
export function fallbackOfReset(
  room: FailedRoom,
  untouched: Untouched,
  evaluation: PlanEvaluation,
  setPointsC: SetPointsByName,
): Found {
  return foundWith(room, untouched, { plan: { ...room.plan, setPointsC }, evaluation });
}

/**
 * Computes a fallback plan that gives up some work, for a plan that violates limits at all set-points tried.
 *
 * @param before evaluations of the plan at its own set-points and at the best ones found
 */
export async function fallbackOf(
  room: FailedRoom,
  compiled: RewardRateModel,
  untouched: Untouched,
  before: readonly PlanEvaluation[],
  { engine, control }: FallbackSearch,
): Promise<Found> {
  const { matrix } = room;
  const none = { fallback: null, plan: null };
  const kept = keptWork(withStandby(compiled), placementOfPlan(matrix, room.plan));
  if (kept === null) return { ...none, atRest: null };
  const best = await bestKept(kept, engine, control);
  const { setPointsC } = 'conflict' in best ? best.conflict : best;
  const resting = planWith(room, kept, idleNodes(kept.model), setPointsC);
  const tried = 'conflict' in best ? [] : [planWith(room, kept, best.nodes, setPointsC), resting];
  const judged = tried.find(({ evaluation }) => keepsLimits(evaluation));
  if (judged === undefined || 'conflict' in best) {
    const { plan, evaluation } = resting;
    const atOnce = appliedAtOnce(room, remedyOf(room, evaluation, plan.setPointsC));
    return { ...none, atRest: { violations: steadyState(evaluation).violations, atOnce } };
  }
  const critical = criticalZone(room, before);
  const criticalPart = critical === null ? -1 : kept.parts.findIndex(({ zone }) => zone === critical);
  return foundWith(room, untouched, judged, {
    ...boundOf(room, kept, best.boundRewardPerS, judged.evaluation.rewardPerS, setPointsC),
    actions: orderedActions(kept, judged.nodes, criticalPart < 0 ? null : criticalPart),
    criticalZone: critical === null ? null : matrix.zones[critical]!.name,
  });
}

interface JudgedPlan {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns a fallback plan with its record. `more` has the fields that concern changes of work. */
function foundWith(
  room: FailedRoom,
  { redLine, timeToRedLineS }: Untouched,
  { plan, evaluation }: JudgedPlan,
  more: Partial<Fallback> = {},
): Found {
  const { setPointsC } = plan;
  const { rewardPerS } = evaluation;
  const remedy = remedyOf(room, evaluation, setPointsC);
  const atOnce = appliedAtOnce(room, remedy);
  const isUrgent = redLine === 'passed' && timeToRedLineS !== null && atOnce?.keepsRedLine === true;
  const fallback: Fallback = {
    ...steadyState(evaluation),
    setPointsC,
    rewardPerS,
    lostRewardPerS: room.evaluation.rewardPerS - rewardPerS,
    boundRewardPerS: null,
    gap: null,
    scope: null,
    actions: [],
    criticalZone: null,
    ...more,
    atOnce,
    latestS: isUrgent ? room.course!.latestS(remedy, timeToRedLineS) : null,
  };
  const method = `${plan.method} --failures`;
  return { fallback, plan: { ...plan, method, claimedRewardPerS: rewardPerS }, atRest: null };
}

/**
 * Returns the state of the facility with all nodes idle and the working CRACs at their coldest set-points. It serves
 * failures without a steady state, where some air reaches no working CRAC. Null if some work of the plan cannot run on
 * its nodes.
 */
export function restOf(room: FailedRoom): AtRest | null {
  const { instance, before: matrix, plan } = room;
  const kept = keptWork(withStandby(rewardRateModel(instance, matrix)), placementOfPlan(matrix, plan));
  if (kept === null) return null;
  const placement = placementOfNodes(kept, matrix.zones.length, idleNodes(kept.model));
  // Powers do not depend on the air: they are those of the room as it was.
  const { zoneNodePowerW } = evaluatedIn({ ...room, matrix }, planOfPlacement(plan, matrix, placement));
  const coldestC = Object.fromEntries(room.failed.facility.cracs.map((crac) => [crac.name, crac.setPointMinC]));
  return { violations: [], atOnce: appliedAtOnce(room, remedyOf(room, { zoneNodePowerW }, coldestC)) };
}

/**
 * Returns the plan with other node configurations and set-points, and its evaluation after the failure. Failed CRACs
 * keep the plan's set-points, which have no effect.
 *
 * @param nodes configurations: [part][node], where a part is a set of nodes of one zone that do the same in the plan
 * @param setPointsC set-points in the order of the influence matrix's CRACs, C
 */
function planWith(
  room: FailedRoom,
  kept: KeptWork,
  nodes: NodeConfigurations,
  setPointsC: readonly number[],
): JudgedPlan & { readonly nodes: NodeConfigurations } {
  const { matrix } = room;
  const atWork = kept.model.cracs.map(({ name, index }) => [name, setPointsC[index]!]);
  const placement = placementOfNodes(kept, matrix.zones.length, nodes);
  const all = { ...room.plan.setPointsC, ...(Object.fromEntries(atWork) as SetPointsByName) };
  const plan = planOfPlacement(room.plan, matrix, placement, all);
  return { nodes, plan, evaluation: evaluatedAfter(room, plan) };
}

function boundOf(
  { instance }: FailedRoom,
  kept: KeptWork,
  bound: number | null,
  rewardPerS: number,
  setPointsC: readonly number[],
): Pick<Fallback, 'boundRewardPerS' | 'gap' | 'scope'> {
  if (bound === null || !boundCovers(kept.model, setPointsC)) return { boundRewardPerS: null, gap: null, scope: null };
  const held = heldBound(bound, rewardPerS, true, greatestReward(instance));
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
function criticalZone({ instance }: FailedRoom, evaluations: readonly PlanEvaluation[]): number | null {
  const { redLineC } = instance.limits;
  for (const { zoneInletC } of evaluations) {
    const hottest = zoneInletC.reduce((most, inletC, b) => (inletC > zoneInletC[most]! ? b : most), 0);
    if (zoneInletC[hottest]! > redLineC + TOLERATED_K) return hottest;
  }
  return null;
}
