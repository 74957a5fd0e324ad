import { MAX_TOLD_C } from '../../../../../models/facility/limits.js';
import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import {
  type FailingCourse,
  failingCourse,
  type FailingRoom,
  type Remedy,
} from '../../../../../models/physics/thermal/failing-cracs.js';
import { afterFailure } from '../../../../../models/facility/failed-units.js';
import { airAfterFailure, type FailureMode } from '../../../../../models/physics/airflow/unit-air.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { ThermalInertia } from '../../../../../models/physics/thermal/transient.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { ROOM_LIMITS } from '../../../../../models/families/reward-rate/room-limits.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { type CheckedRoom, evaluatedIn } from '../../check/check-plan.js';
import type { Applied, SteadyState } from '../../runs/failures.js';
import type { SetPointsByName } from '../set-points-by-name.js';
import type { GoneParts } from './cases.js';

/** Plan before a failure. `inertia` describes how fast temperatures change after it. */
export interface PlannedRoom extends CheckedRoom {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
  readonly inertia: ThermalInertia;
}

/**
 * Room in which CRACs have failed, and the plan made before, both without the nodes of failed racks. `matrix` is that of
 * the air after the failure.
 */
export interface FailedRoom extends PlannedRoom {
  readonly gone: readonly string[];
  /** Influence matrix of the air before the failure. */
  readonly before: InfluenceMatrix;
  /** Instance in which the failed CRACs have cooling capacity 0. */
  readonly failed: RewardRateInstance;
  /** Simulation of temperatures after the failure; null for a heat-recirculation matrix, which lacks air flows. */
  readonly course: FailingCourse | null;
}

/** Constraints on reserves, which may be violated after a failure as long as the limits themselves hold. */
const RESERVES: ReadonlySet<string> = new Set(
  ROOM_LIMITS.flatMap(({ name, reserveOf }) => (reserveOf === undefined ? [] : [name])),
);

/**
 * Returns the room after a failure (docs/decisions/failed-crac.md). The influence matrix must have its air.
 *
 * @param mode what the fans of the failed CRACs do, if not what the instance says
 */
export function failedRoom(planned: PlannedRoom, { gone, racks = [] }: GoneParts, mode?: FailureMode): FailedRoom {
  const room = withoutRacks(planned, racks);
  const { limits } = room.instance;
  const facility = afterFailure(room.instance.facility, { gone, mode });
  const failed = { ...room.instance, limits: { ...limits, survive: undefined }, facility };
  const before = room.matrix;
  const matrix = airAfterFailure(facility, before);
  if (matrix === null) throw new Error(`The air of the room without ${gone.join(', ')} was not drawn`);
  const found = { ...room, gone, failed, before, matrix };
  return { ...found, course: before.recirculationKPerW === undefined ? failingCourse(courseRoom(found)) : null };
}

/**
 * Returns the room without the nodes in the named racks. They draw no power, run nothing, and do not count for minimum
 * numbers of nodes. Air still flows through them, as through a failed CRAC (docs/decisions/failure-groups.md).
 * `evaluation` remains the one before the failure.
 */
function withoutRacks(room: PlannedRoom, racks: readonly string[]): PlannedRoom {
  if (racks.length === 0) return room;
  const { instance, matrix, plan } = room;
  const isGone = ({ rack }: { readonly rack: string }): boolean => racks.includes(rack);
  const goneOf = (nodeType: string): string => `${nodeType} (gone)`;
  const goneZones = matrix.zones.filter(isGone);
  const isLeft = ({ zone }: { readonly zone: string }): boolean => goneZones.every(({ name }) => name !== zone);
  const goneTypes = instance.facility.nodeTypes
    .filter(({ name }) => goneZones.some(({ nodeType }) => nodeType === name))
    .map(({ sleepPowerW: _, offPowerW: __, ...type }) => ({
      ...type,
      name: goneOf(type.name),
      idlePowerW: 0,
      tasks: [],
    }));
  const nodeGroups = instance.facility.nodeGroups.map((group) => {
    if (!isGone(group)) return group;
    const { mayBeOff: _, minimumOn: __, ...stays } = group;
    return { ...stays, nodeType: goneOf(group.nodeType) };
  });
  const withGoneZones = (air: InfluenceMatrix): InfluenceMatrix => ({
    ...air,
    zones: air.zones.map((zone) => (isGone(zone) ? { ...zone, nodeType: goneOf(zone.nodeType) } : zone)),
  });
  const nodeTypes = [...instance.facility.nodeTypes, ...goneTypes];
  return {
    ...room,
    instance: { ...instance, facility: { ...instance.facility, nodeTypes, nodeGroups } },
    matrix: {
      ...withGoneZones(matrix),
      afterFailure: matrix.afterFailure?.map((one) => ({ ...one, matrix: withGoneZones(one.matrix) })),
    },
    plan: {
      ...plan,
      assignments: plan.assignments.filter(isLeft),
      ...(plan.standby === undefined ? {} : { standby: plan.standby.filter(isLeft) }),
    },
  };
}

/** Returns the checker's evaluation after the failure of the plan, or of another one for the same nodes. */
export function evaluatedAfter(room: FailedRoom, plan: RewardRatePlan): PlanEvaluation {
  return evaluatedIn({ ...room, instance: room.failed }, plan);
}

/**
 * Returns the steady state of an evaluation for the record. Used reserves are listed separately from violated limits.
 */
export function steadyState({ zoneInletC, power, violations }: PlanEvaluation): SteadyState {
  const hottestInletC = zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  if (hottestInletC > MAX_TOLD_C && !keepsLimits({ violations }))
    return { hottestInletC: null, totalPowerW: null, beyondModel: true, violations: [], reservesUsed: [] };
  return {
    hottestInletC,
    totalPowerW: power.totalW,
    violations: violations.filter(({ constraint }) => !RESERVES.has(constraint)),
    reservesUsed: violations.filter(({ constraint }) => RESERVES.has(constraint)),
  };
}

export function keepsLimits({ violations }: Pick<PlanEvaluation, 'violations'>): boolean {
  return violations.every(({ constraint }) => RESERVES.has(constraint));
}

/** Returns the room for the simulation of temperatures from the steady state before the failure on. */
export function courseRoom(room: Omit<FailedRoom, 'course'>): FailingRoom {
  const { instance, failed, before, matrix, plan, evaluation, inertia } = room;
  const { densityKgPerM3, heatCapacityJPerKgK } = instance.facility.air ?? DEFAULT_AIR;
  return {
    matrix,
    before,
    inertia,
    rhoC: densityKgPerM3 * heatCapacityJPerKgK,
    redLineC: instance.limits.redLineC,
    zonePowerW: evaluation.zoneNodePowerW,
    // A unit that had failed before passes on what it draws in.
    outletC: outletsC(instance, before, plan.setPointsC, evaluation.cracInletC),
    capacityW: matrix.cracNames.map((name) => capacityOf(failed, name)),
  };
}

function capacityOf({ facility }: RewardRateInstance, name: string): number {
  return facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? Infinity;
}

/** Returns the outlet temperatures of all CRACs, C: set-points or, for failed CRACs, their inlet temperatures. */
function outletsC(
  instance: RewardRateInstance,
  { cracNames }: InfluenceMatrix,
  setPointsC: SetPointsByName,
  cracInletC: ArrayLike<number>,
): number[] {
  return cracNames.map((name, c) => (capacityOf(instance, name) === 0 ? (cracInletC[c] ?? NaN) : setPointsC[name]!));
}

/** Zone powers after a failure, W, and CRAC inlet temperatures in the steady state, C; absent if there is none. */
export type NewPowers = Pick<PlanEvaluation, 'zoneNodePowerW'> & Partial<Pick<PlanEvaluation, 'cracInletC'>>;

/** Returns new zone powers and set-points, as the simulation of temperatures takes them. */
export function remedyOf(
  { failed, matrix }: FailedRoom,
  { zoneNodePowerW, cracInletC = [] }: NewPowers,
  setPointsC: SetPointsByName,
): Remedy {
  return { zonePowerW: zoneNodePowerW, outletC: outletsC(failed, matrix, setPointsC, cracInletC) };
}

/** Returns the course of temperatures if the remedy is applied in the moment of the failure; null if unknown. */
export function appliedAtOnce({ course }: FailedRoom, remedy: Remedy): Applied | null {
  if (course === null) return null;
  const { passedS, hottestInletC } = course.atOnce(remedy);
  return {
    keepsRedLine: passedS === null,
    timeToRedLineS: passedS,
    hottestInletC: hottestInletC > MAX_TOLD_C ? null : hottestInletC,
  };
}
