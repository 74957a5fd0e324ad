import { keptDrawing } from '../../../../facility/kept-air.js';
import { MAX_FAILURE_S } from '../../../../../models/physics/thermal/failing-cracs.js';
import { failureModeOf, withAirAfter } from '../../../../../models/facility/failed-units.js';
import type { FailureMode } from '../../../../../models/physics/airflow/unit-air.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { evaluatedIn } from '../../check/check-plan.js';
import { cheapestSetPoints } from '../../methods/best-set-points.js';
import type { FailureCase, FailuresRecord } from '../../runs/failures.js';
import { acceptedByName, type SetPointsByName } from '../set-points-by-name.js';
import type { GoneParts } from './cases.js';
import {
  evaluatedAfter,
  type FailedRoom,
  failedRoom,
  keepsLimits,
  type NewPowers,
  type PlannedRoom,
  remedyOf,
  steadyState,
} from './failed-room.js';
import { type Course, keepsRedLine, untouchedCourse } from './failed-course.js';
import { fallbackOf, fallbackOfReset, type FallbackSearch, restOf } from './fallback.js';

/** Analysis of failures. `plans` holds the fallback plan of each failure case, in their order; null if none. */
export interface FailureAnalysis {
  readonly record: FailuresRecord;
  readonly plans: readonly (RewardRatePlan | null)[];
}

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
  const { facility } = room.instance;
  const failures = cases.flatMap(({ gone }) => [{ gone }, ...otherModes(room, gone).map((mode) => ({ gone, mode }))]);
  const drawn = { ...room, matrix: withAirAfter(facility, room.matrix, failures, keptDrawing()) };
  const found: CaseFound[] = [];
  for (const parts of cases) found.push(await failureCase(drawn, parts, search));
  return {
    record: { assumptions: { ...room.inertia, horizonS: MAX_FAILURE_S }, cases: found.map(({ one }) => one) },
    plans: found.map(({ plan }) => plan),
  };
}

interface CaseFound {
  readonly one: FailureCase;
  readonly plan: RewardRatePlan | null;
}

async function failureCase(planned: PlannedRoom, parts: GoneParts, search: FallbackSearch): Promise<CaseFound> {
  const room = failedRoom(planned, parts);
  const evaluation = steadyEvaluation(room);
  const modes = { onFailure: modeOf(planned, parts.gone), ...otherMode(planned, parts) };
  const course = courseOf(room, evaluation, parts);
  const lost = parts.racks === undefined ? {} : { lostWithRacksPerS: lostWithRacks(room) };
  const caseOf = (
    verdict: FailureCase['verdict'],
    found: Partial<FailureCase>,
    plan: RewardRatePlan | null = null,
  ): CaseFound => {
    const usual = { atPlan: null, reset: null, ...course, fallback: null, atRest: null };
    return { one: { ...parts, ...lost, verdict, ...modes, ...usual, ...found }, plan };
  };
  if (evaluation === null) return caseOf('noSteadyState', { atRest: restOf(room) });
  const atPlan = steadyState(evaluation);
  if (keepsLimits(evaluation)) return caseOf('holds', { atPlan });
  const model = rewardRateModel({ ...room.failed, limits: { ...room.failed.limits, reserve: undefined } }, room.matrix);
  const setPointsC = plannedFor(room, parts) ?? setPointsFor(room, model, evaluation);
  const atReset = evaluatedAfter(room, { ...room.plan, setPointsC });
  const reset = { setPointsC, ...steadyState(atReset) };
  const holds = keepsLimits(atReset);
  const { plan, ...found } = holds
    ? fallbackOfReset(room, course, atReset, setPointsC)
    : await fallbackOf(room, model, course, [evaluation, atReset], search);
  return caseOf(holds ? 'holdsReset' : 'broken', { atPlan, reset, ...found }, plan);
}

/** Returns what the fans of the CRACs that fail do; 'mixed' if some stop and others run. */
function modeOf({ instance: { facility } }: PlannedRoom, gone: readonly string[]): FailureCase['onFailure'] {
  const modes = facility.cracs.flatMap((crac) =>
    gone.includes(crac.name) ? [failureModeOf(crac, facility.airflow)] : [],
  );
  return modes.every((mode) => mode === modes[0]) ? modes[0]! : 'mixed';
}

/** Returns the mode of failure that is shown beside the one that is planned for; none where no air can be drawn. */
function otherModes(room: PlannedRoom, gone: readonly string[]): FailureMode[] {
  if (room.instance.facility.airflow.source !== 'room') return [];
  return [modeOf(room, gone) === 'fanRuns' ? 'fanStops' : 'fanRuns'];
}

/** Returns what becomes of the plan, as it is, if the fans of the failed CRACs do otherwise than planned for. */
function otherMode(planned: PlannedRoom, parts: GoneParts): Pick<FailureCase, 'otherMode'> {
  const [onFailure] = otherModes(planned, parts.gone);
  if (onFailure === undefined) return {};
  const room = failedRoom(planned, parts, onFailure);
  const evaluation = steadyEvaluation(room);
  const course = courseOf(room, evaluation, parts);
  if (evaluation === null) return { otherMode: { onFailure, verdict: 'noSteadyState', atPlan: null, ...course } };
  const atPlan = steadyState(evaluation);
  const verdict = keepsLimits(evaluation) ? 'holds' : 'broken';
  return { otherMode: { onFailure, verdict, atPlan, ...course } };
}

/**
 * Returns the evaluation of the plan after the failure; null if there is no steady state, because some air reaches no
 * working CRAC.
 */
function steadyEvaluation(room: FailedRoom): PlanEvaluation | null {
  if (room.failed.facility.cracs.every((crac) => crac.coolingCapacityW === 0)) return null;
  const evaluation = evaluatedAfter(room, room.plan);
  return evaluation.violations.some(({ constraint }) => constraint === 'matrix') ? null : evaluation;
}

/**
 * Returns the plan's set-points for this failure case, C, by CRAC name; null if the plan has none or a limit is
 * violated at them.
 */
function plannedFor(room: FailedRoom, { gone, group }: GoneParts): SetPointsByName | null {
  const own = room.plan.failureSetPointsC?.[group ?? (gone.length === 1 ? gone[0]! : '')];
  if (own === undefined) return null;
  const setPointsC = { ...room.plan.setPointsC, ...own };
  return keepsLimits(evaluatedAfter(room, { ...room.plan, setPointsC })) ? setPointsC : null;
}

/**
 * Returns set-points by CRAC name, C, for unchanged work after the failure. They are those with the least power found
 * that keep the red line and the cooling capacities, otherwise the coldest possible. Failed CRACs keep their set-points
 * in the plan, which have no effect.
 */
function setPointsFor(room: FailedRoom, model: RewardRateModel, { zoneNodePowerW }: PlanEvaluation): SetPointsByName {
  const { plan } = room;
  const known = model.cracs.map(({ name }) => plan.setPointsC[name]!);
  const found = cheapestSetPoints(model, zoneState(model, Float64Array.from(zoneNodePowerW)), [known]);
  const freeC = found?.setPointsC ?? model.cracs.map((crac) => crac.setPointMinC);
  return acceptedByName(model, plan.setPointsC, freeC, (setPointsC) =>
    keepsLimits(evaluatedAfter(room, { ...plan, setPointsC })),
  );
}

/** Returns whether and when an inlet exceeds the red line after the failure, at unchanged set-points. */
function courseOf(room: FailedRoom, steady: PlanEvaluation | null, { racks }: GoneParts): Course {
  const { before, course, plan } = room;
  if (racks === undefined || course === null) return untouchedCourse(room);
  // Nodes that are gone draw nothing from the failure on.
  const powers: NewPowers = steady ?? evaluatedIn({ ...room, matrix: before }, plan);
  if (keepsRedLine(room, { before, after: room.matrix }, powers.zoneNodePowerW))
    return { redLine: 'kept', timeToRedLineS: null };
  const { passedS } = course.atOnce(remedyOf(room, powers, plan.setPointsC));
  return { redLine: passedS === null ? 'notWithinHorizon' : 'passed', timeToRedLineS: passedS };
}

/** Returns the reward rate lost because the nodes in failed racks stop, reward/s. */
function lostWithRacks(room: FailedRoom): number {
  return room.evaluation.rewardPerS - evaluatedIn({ ...room, matrix: room.before }, room.plan).rewardPerS;
}
