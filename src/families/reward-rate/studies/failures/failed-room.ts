import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { type FailingCourse, failingCourse } from '../../../../../models/physics/thermal/failing-cracs.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { ThermalInertia } from '../../../../../models/physics/thermal/transient.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { SteadyState } from '../../runs/failures.js';

/** Plan before a failure. `inertia` describes how fast temperatures change after it. */
export interface PlannedRoom {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
  readonly inertia: ThermalInertia;
}

export interface FallbackSearch {
  readonly engine: LpEngine;
  readonly control: RunControl;
}

/** Room in which CRACs have failed, and the plan made before. */
export interface FailedRoom {
  readonly room: PlannedRoom;
  readonly gone: readonly string[];
  /** Instance in which the failed CRACs have cooling capacity 0. */
  readonly failed: RewardRateInstance;
  /** Simulation of temperatures after the failure; null for a heat-recirculation matrix, which lacks air flows. */
  readonly course: FailingCourse | null;
}

/** Constraints on reserves, which may be violated after a failure as long as the limits themselves hold. */
const RESERVES: ReadonlySet<string> = new Set(['powerReserve', 'inletReserve', 'coolingReserve']);

/** Returns the instance in which the named CRACs have cooling capacity 0 (docs/decisions/failed-crac.md). */
export function withoutCracs(instance: RewardRateInstance, gone: readonly string[]): RewardRateInstance {
  const cracs = instance.facility.cracs.map((crac) =>
    gone.includes(crac.name) ? { ...crac, coolingCapacityW: 0 } : crac,
  );
  const limits = { ...instance.limits, survive: undefined };
  return { ...instance, limits, facility: { ...instance.facility, cracs } };
}

export function withoutReserve({ limits, ...instance }: RewardRateInstance): RewardRateInstance {
  return { ...instance, limits: { ...limits, reserve: undefined } };
}

export function isAnyLeft({ facility }: RewardRateInstance): boolean {
  return facility.cracs.some((crac) => crac.coolingCapacityW !== 0);
}

/**
 * Returns the steady state of an evaluation for the record. Used reserves are listed separately from violated limits.
 */
export function steadyState({ zoneInletC, power, violations }: PlanEvaluation): SteadyState {
  const hottestInletC = zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  return {
    hottestInletC,
    totalPowerW: power.totalW,
    violations: violations.filter(({ constraint }) => !RESERVES.has(constraint)),
    reservesUsed: violations.filter(({ constraint }) => RESERVES.has(constraint)),
  };
}

/**
 * Returns the simulation of temperatures from the steady state before the failure on. Null for a heat-recirculation
 * matrix, which does not describe how air flows.
 */
export function courseIn(
  { instance, matrix, plan, evaluation, inertia }: PlannedRoom,
  failed: RewardRateInstance,
): FailingCourse | null {
  if (matrix.recirculationKPerW !== undefined) return null;
  const { densityKgPerM3, heatCapacityJPerKgK } = instance.facility.air ?? DEFAULT_AIR;
  const capacityOf = (of: RewardRateInstance, name: string): number =>
    of.facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? Infinity;
  return failingCourse({
    matrix,
    inertia,
    rhoC: densityKgPerM3 * heatCapacityJPerKgK,
    redLineC: instance.limits.redLineC,
    zonePowerW: evaluation.zoneNodePowerW,
    // A unit that had failed before passes on what it draws in.
    outletC: matrix.cracNames.map((name, c) =>
      capacityOf(instance, name) === 0 ? evaluation.cracInletC[c]! : plan.setPointsC[name]!,
    ),
    capacityW: matrix.cracNames.map((name) => capacityOf(failed, name)),
  });
}
