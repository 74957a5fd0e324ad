import { MAX_FAILURE_S, type Remedy } from '../../../../../models/physics/thermal/failing-cracs.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { acceptedSetPoints } from '../../../../../models/families/reward-rate/set-point-steps.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { checkPlan } from '../../check/check-plan.js';
import { cheapestSetPoints } from '../../methods/best-set-points.js';
import {
  courseIn,
  type FailedRoom,
  type FallbackSearch,
  isAnyLeft,
  type PlannedRoom,
  steadyState,
  withoutCracs,
  withoutReserve,
} from './failed-room.js';
import { fallbackOf, fallbackOfReset, type Found, restOf } from './fallback.js';
import type { GoneParts } from './cases.js';
import { withoutRacks } from './without-racks.js';
import type { FailureCase, FailuresRecord } from '../../runs/failures.js';

/** Analysis of failures. `plans` holds the fallback plan of each failure case, in their order; null if none. */
export interface FailureAnalysis {
  readonly record: FailuresRecord;
  readonly plans: readonly (RewardRatePlan | null)[];
}

/** Constraint that is violated if there is no steady state, because some air reaches no working CRAC. */
const NO_STEADY_STATE = 'matrix';

/**
 * Analyses a plan in each failure case, a set of CRACs and racks that fail together. The checker evaluates every steady
 * state, with capacity 0 for failed CRACs and without reserves.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export async function analyseFailures(
  room: PlannedRoom,
  cases: readonly GoneParts[],
  search: FallbackSearch,
): Promise<FailureAnalysis> {
  const found: CaseFound[] = [];
  for (const parts of cases) found.push(await failureCase(room, parts, search));
  return {
    record: { assumptions: { ...room.inertia, horizonS: MAX_FAILURE_S }, cases: found.map(({ one }) => one) },
    plans: found.map(({ plan }) => plan),
  };
}

interface CaseFound {
  readonly one: FailureCase;
  readonly plan: RewardRatePlan | null;
}

async function failureCase(planned: PlannedRoom, named: GoneParts, search: FallbackSearch): Promise<CaseFound> {
  const { gone } = named;
  const room = withoutRacks(planned, named.racks ?? []);
  const parts = named.racks === undefined ? named : { ...named, lostWithRacksPerS: lostWithRacks(planned, room) };
  const failed = withoutCracs(room.instance, gone);
  const evaluation = isAnyLeft(failed) ? checkPlan(failed, room.matrix, room.plan) : null;
  const isSteady = evaluation !== null && !evaluation.violations.some((one) => one.constraint === NO_STEADY_STATE);
  const failedRoom: FailedRoom = { room, gone, failed, course: courseIn(room, failed) };
  const none = { fallback: null, atRest: null };
  if (!isSteady) {
    const course = courseOf(failedRoom, null, parts);
    const atRest = restOf(failedRoom);
    return {
      one: { ...parts, verdict: 'noSteadyState', atPlan: null, reset: null, ...course, ...none, atRest },
      plan: null,
    };
  }
  const atPlan = steadyState(evaluation);
  const course = courseOf(failedRoom, evaluation, parts);
  if (atPlan.violations.length === 0) {
    return { one: { ...parts, verdict: 'holds', atPlan, reset: null, ...course, ...none }, plan: null };
  }
  const model = rewardRateModel(withoutReserve(failed), room.matrix);
  const own = plannedFor(room, failed, parts);
  const setPointsC = own ?? setPointsFor(room, failed, model, evaluation);
  const atReset = checkPlan(failed, room.matrix, { ...room.plan, setPointsC });
  const reset = { setPointsC, ...steadyState(atReset) };
  const holds = reset.violations.length === 0;
  const found: Found = holds
    ? fallbackOfReset(failedRoom, course, atReset, setPointsC)
    : await fallbackOf(failedRoom, model, course, [evaluation, atReset], search);
  return {
    one: {
      ...parts,
      verdict: holds ? 'holdsReset' : 'broken',
      atPlan,
      reset,
      ...course,
      fallback: found.fallback,
      atRest: found.atRest,
    },
    plan: found.plan,
  };
}

/**
 * Returns the plan's set-points for this failure case, C, by CRAC name; null if the plan has none or a limit is
 * violated at them.
 */
function plannedFor(
  { matrix, plan }: PlannedRoom,
  failed: RewardRateInstance,
  { gone, group }: GoneParts,
): Record<string, number> | null {
  const name = group ?? (gone.length === 1 ? gone[0]! : '');
  const own = plan.failureSetPointsC?.[name];
  if (own === undefined) return null;
  const setPointsC = { ...plan.setPointsC, ...own };
  const holds = steadyState(checkPlan(failed, matrix, { ...plan, setPointsC })).violations.length === 0;
  return holds ? setPointsC : null;
}

/**
 * Returns set-points by CRAC name, C, for unchanged work after the failure. They are those with the least power found
 * that keep the red line and the cooling capacities, otherwise the coldest possible. Failed CRACs keep their set-points
 * in the plan, which have no effect.
 */
function setPointsFor(
  { matrix, plan }: PlannedRoom,
  failed: RewardRateInstance,
  model: RewardRateModel,
  { zoneNodePowerW }: PlanEvaluation,
): Record<string, number> {
  const names = model.cracs.map(({ index }) => matrix.cracNames[index]!);
  const known = names.map((name) => plan.setPointsC[name]!);
  const found = cheapestSetPoints(model, zoneState(model, Float64Array.from(zoneNodePowerW)), [known]);
  const freeC = found?.setPointsC ?? model.cracs.map((crac) => crac.setPointMinC);
  const chosenC = acceptedSetPoints(model, freeC, (setPointsC) => {
    const steady = steadyState(
      checkPlan(failed, matrix, {
        ...plan,
        setPointsC: { ...plan.setPointsC, ...Object.fromEntries(names.map((name, c) => [name, setPointsC[c]!])) },
      }),
    );
    return steady.violations.length === 0;
  });
  return { ...plan.setPointsC, ...Object.fromEntries(names.map((name, c) => [name, chosenC[c]!])) };
}

/**
 * Returns whether and when an inlet exceeds the red line after the failure, at unchanged set-points. No simulation is
 * needed if every failed CRAC removed heat, and the new steady state meets the red line and the cooling capacities.
 * Temperatures then only rise towards that state.
 */
function courseOf(
  { room, gone, failed, course }: FailedRoom,
  steady: PlanEvaluation | null,
  { racks }: GoneParts,
): Pick<FailureCase, 'redLine' | 'timeToRedLineS'> {
  const { matrix, evaluation, plan } = room;
  const removedHeat = gone.every((name) => evaluation.cracHeatW[matrix.cracNames.indexOf(name)]! >= 0);
  const isThermal = ({ constraint }: { readonly constraint: string }): boolean =>
    constraint === 'redLine' || constraint === 'coolingCapacity';
  if (steady !== null && removedHeat && !steady.violations.some(isThermal)) {
    return { redLine: 'kept', timeToRedLineS: null };
  }
  if (course === null) return { redLine: 'unknown', timeToRedLineS: null };
  // Nodes that are gone draw nothing from the failure on.
  const passedS =
    racks === undefined
      ? course.untouchedPassedS()
      : course.atOnce(powersWithout(room, failed, steady, plan.setPointsC)).passedS;
  return passedS === null
    ? { redLine: 'notWithinHorizon', timeToRedLineS: null }
    : { redLine: 'passed', timeToRedLineS: passedS };
}

/** Returns the reward rate lost because the nodes in failed racks stop, reward/s. */
function lostWithRacks({ evaluation }: PlannedRoom, { instance, matrix, plan }: PlannedRoom): number {
  return evaluation.rewardPerS - checkPlan(instance, matrix, plan).rewardPerS;
}

/** Returns zone powers, W, and CRAC outlet temperatures, C, after the failure, without the nodes in failed racks. */
function powersWithout(
  { matrix, plan, instance }: PlannedRoom,
  failed: RewardRateInstance,
  steady: PlanEvaluation | null,
  setPointsC: Readonly<Record<string, number>>,
): Remedy {
  const { zoneNodePowerW, cracInletC } = steady ?? checkPlan(instance, matrix, plan);
  const isGone = (name: string): boolean =>
    failed.facility.cracs.some((crac) => crac.name === name && crac.coolingCapacityW === 0);
  const outletC = matrix.cracNames.map((name, c) => {
    if (!isGone(name)) return setPointsC[name]!;
    return steady === null ? NaN : cracInletC[c]!;
  });
  return { zonePowerW: zoneNodePowerW, outletC };
}
