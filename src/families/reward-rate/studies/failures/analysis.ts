import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { MAX_FAILURE_S, timeToRedLineS } from '../../../../../models/physics/thermal/failing-cracs.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { ThermalInertia } from '../../../../../models/physics/thermal/transient.js';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/problems/reward-rate/plan.js';
import { rewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { acceptedSetPoints } from '../../../../../models/problems/reward-rate/set-point-steps.js';
import { zoneState } from '../../../../../models/problems/reward-rate/set-points.js';
import { checkPlan } from '../../check/check-plan.js';
import { cheapestSetPoints } from '../../methods/best-set-points.js';
import type { FailureCase, FailuresRecord, SteadyState } from './record.js';

/** A plan in its room, and the checker's word on it with every CRAC at work. */
export interface PlannedRoom {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
  readonly inertia: ThermalInertia;
}

/** Violations that leave no steady state: air that meets no CRAC at work. */
const NO_STEADY_STATE = 'matrix';

/** Violations that are none in a failure: a limit is kept and the reserve below it is used, which is there for that. */
const RESERVES: ReadonlySet<string> = new Set(['powerReserve', 'inletReserve', 'coolingReserve']);

/**
 * Analysis of a plan in each case of CRACs gone. Every steady state is judged by the checker on the instance with their capacity 0,
 * against the limits themselves.
 * @throws CheckerLimitError as the checker does.
 */
export function analyseFailures(room: PlannedRoom, cases: readonly (readonly string[])[]): FailuresRecord {
  return {
    assumptions: { ...room.inertia, horizonS: MAX_FAILURE_S },
    cases: cases.map((gone) => failureCase(room, gone)),
  };
}

function failureCase(room: PlannedRoom, gone: readonly string[]): FailureCase {
  const failed = withoutCracs(room.instance, gone);
  const evaluation = isAnyLeft(failed) ? checkPlan(failed, room.matrix, room.plan) : null;
  const isSteady = evaluation !== null && !evaluation.violations.some((one) => one.constraint === NO_STEADY_STATE);
  if (!isSteady) {
    return { gone, verdict: 'noSteadyState', atPlan: null, reset: null, ...courseOf(room, failed, gone, null) };
  }
  const atPlan = steadyState(evaluation);
  const course = courseOf(room, failed, gone, evaluation);
  if (atPlan.violations.length === 0) return { gone, verdict: 'holds', atPlan, reset: null, ...course };
  const setPointsC = setPointsFor(room, failed, evaluation);
  const reset = { setPointsC, ...steadyState(checkPlan(failed, room.matrix, { ...room.plan, setPointsC })) };
  return { gone, verdict: reset.violations.length === 0 ? 'holdsReset' : 'broken', atPlan, reset, ...course };
}

/** The instance in which the named CRACs remove no heat (docs/decisions/failed-crac.md); no further failure need be survived there. */
function withoutCracs(instance: RewardRateInstance, gone: readonly string[]): RewardRateInstance {
  const cracs = instance.facility.cracs.map((crac) =>
    gone.includes(crac.name) ? { ...crac, coolingCapacityW: 0 } : crac,
  );
  const limits = { ...instance.limits, survive: undefined };
  return { ...instance, limits, facility: { ...instance.facility, cracs } };
}

/** The instance without reserves: its limits themselves are to be kept. */
function withoutReserve({ limits, ...instance }: RewardRateInstance): RewardRateInstance {
  return { ...instance, limits: { ...limits, reserve: undefined } };
}

function isAnyLeft({ facility }: RewardRateInstance): boolean {
  return facility.cracs.some((crac) => crac.coolingCapacityW !== 0);
}

function steadyState({ zoneInletC, power, violations }: PlanEvaluation): SteadyState {
  const hottestInletC = zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  return {
    ...{ hottestInletC, totalPowerW: power.totalW },
    violations: violations.filter(({ constraint }) => !RESERVES.has(constraint)),
    reservesUsed: violations.filter(({ constraint }) => RESERVES.has(constraint)),
  };
}

/**
 * Set-points by name for the plan's powers in the failed room: the cheapest found that keep red line and capacities, else the coldest of
 * all ranges. Failed CRACs keep the plan's, which mean nothing.
 */
function setPointsFor(
  { matrix, plan }: PlannedRoom,
  failed: RewardRateInstance,
  { zoneNodePowerW }: PlanEvaluation,
): Record<string, number> {
  const problem = rewardRateProblem(withoutReserve(failed), matrix);
  const names = problem.cracs.map(({ index }) => matrix.cracNames[index]!);
  const known = names.map((name) => plan.setPointsC[name]!);
  const found = cheapestSetPoints(problem, zoneState(problem, Float64Array.from(zoneNodePowerW)), [known]);
  const freeC = found?.setPointsC ?? problem.cracs.map((crac) => crac.setPointMinC);
  const chosenC = acceptedSetPoints(problem, freeC, (setPointsC) => {
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
 * Course of the inlets after the failure at the plan's set-points. Where the steady state of the failed room is within red line and
 * capacities and every failed CRAC removed heat before, temperatures only rise towards it and nothing need be simulated.
 */
function courseOf(
  { instance, matrix, plan, evaluation, inertia }: PlannedRoom,
  failed: RewardRateInstance,
  gone: readonly string[],
  steady: PlanEvaluation | null,
): Pick<FailureCase, 'redLine' | 'timeToRedLineS'> {
  const { cracNames } = matrix;
  const removedHeat = gone.every((name) => evaluation.cracHeatW[cracNames.indexOf(name)]! >= 0);
  const isThermal = ({ constraint }: { readonly constraint: string }): boolean =>
    constraint === 'redLine' || constraint === 'coolingCapacity';
  if (steady !== null && removedHeat && !steady.violations.some(isThermal)) {
    return { redLine: 'kept', timeToRedLineS: null };
  }
  if (matrix.recirculationKPerW !== undefined) return { redLine: 'unknown', timeToRedLineS: null };
  const { densityKgPerM3, heatCapacityJPerKgK } = instance.facility.air ?? DEFAULT_AIR;
  const unitOf = (of: RewardRateInstance, name: string): number =>
    of.facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? Infinity;
  const timeS = timeToRedLineS({
    ...{ matrix, inertia, rhoC: densityKgPerM3 * heatCapacityJPerKgK, redLineC: instance.limits.redLineC },
    zonePowerW: evaluation.zoneNodePowerW,
    // A unit that had failed before passes on what it draws in.
    outletC: cracNames.map((name, c) =>
      unitOf(instance, name) === 0 ? evaluation.cracInletC[c]! : plan.setPointsC[name]!,
    ),
    capacityW: cracNames.map((name) => unitOf(failed, name)),
  });
  return timeS === null
    ? { redLine: 'notWithinHorizon', timeToRedLineS: null }
    : { redLine: 'passed', timeToRedLineS: timeS };
}
