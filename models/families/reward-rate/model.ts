import { meterOf, withCapOf } from '../../facility/meter.js';
import { type CompiledBefore, type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import type { PowerBudget } from '../../facility/power-budget.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import { compileFailedRooms, type FailedRoom } from './failed-rooms.js';
import type { RewardRateInstance } from './instance.js';
import type { StandbyNodes } from './plan.js';
import { keptLimits } from './reserve.js';
import type { PowerLimit } from '../../facility/power-limits.js';
import type { AirLimit } from '../../facility/air-limits.js';
import { moreAirLimits, powerLimitsOf } from '../../facility/room-limits.js';
import { ROOM_LIMITS, type RoomLimit } from './room-limits.js';
import { worstCase, worstThermal } from './worst-case.js';

/**
 * The reward-rate problem with indices instead of names. Task type i has reward r_i per task and arrival rate lambda_i;
 * phi is the power cap.
 *
 * maximise sum over i of r_i min(rate_i, lambda_i) (Eq. 22)
 *
 * subject to: total power <= phi (Eqs. 16-17), inlets <= red line (Eq. 20), set-points in their range, limits of racks,
 * PDUs and CRACs. Reserves are subtracted from the limits.
 *
 * A task type runs only in P-states in which it meets its deadline without co-location (Eq. 24).
 */
export interface RewardRateModel extends CompiledFacility {
  /**
   * The instance. If plans must be robust, its powers and times are the greatest values of their uncertainty ranges.
   */
  readonly instance: RewardRateInstance;
  readonly taskNames: readonly string[];
  /** Reward of a completed task of each type (r_i). */
  readonly rewardPerTask: Float64Array;
  /** Arrival rate of each task type, tasks/s (lambda_i). */
  readonly arrivalRatePerS: Float64Array;
  readonly budget: PowerBudget;
  readonly redLineC: number;
  /** Catalogue of the limits that plans must keep. */
  readonly limits: readonly RoomLimit[];
  /** Limits on node powers alone, such as those of racks and PDUs. */
  readonly powerLimits: readonly PowerLimit[];
  /** Limits on temperatures and heats besides the red line and the cooling capacities. */
  readonly airLimits: readonly AirLimit[];
  /** Requirements that a minimum number of nodes are on; absent if there are none (see withStandby). */
  readonly minimumOn?: readonly MinimumOn[];
  /**
   * Nodes that are on standby in every plan. The influence matrix was computed with these nodes on standby (see
   * withAsleep). The field is absent if plans choose which nodes are on standby.
   */
  readonly asleep?: readonly StandbyNodes[] | undefined;
  /**
   * The room after each failure that plans must survive. Plans must also keep all limits in these rooms. The list is
   * absent or empty if no failure must be survived.
   */
  readonly failedRooms?: readonly FailedRoom[];
}

/**
 * Requirement that a minimum number of the nodes of one type in one rack are on, and not on standby
 * (docs/reward-rate/standby.md).
 */
export interface MinimumOn {
  /** Rack and node type, e.g. "R1/T". */
  readonly where: string;
  /**
   * Indices of the zones of these nodes. Idle nodes that are on only to meet the minimum are taken from the first
   * zones.
   */
  readonly zones: readonly number[];
  /** Minimum number of nodes that are on. It is at least 1 and less than the number of these nodes. */
  readonly nodes: number;
}

/**
 * Returns the model of a valid instance. If plans must be robust, it is the model of the worst case.
 *
 * @param stated the instance as in its file
 * @param matrix influence matrix of the instance's room
 * @param like model of a similar instance; equal parts of the compiled facility are reused as the same objects
 * @param catalogue limits that plans must keep
 * @throws RangeError as thermalResponse does
 */
export function rewardRateModel(
  stated: RewardRateInstance,
  matrix: InfluenceMatrix,
  like?: RewardRateModel,
  catalogue: readonly RoomLimit[] = like?.limits ?? ROOM_LIMITS,
): RewardRateModel {
  const instance = worstCase(stated);
  const { facility, workload } = instance;
  const kept = keptLimits(instance);
  const compiled = compileFacility(
    { ...facility, cracs: kept.cracs },
    workload.taskTypes,
    matrix,
    compiledBefore(like),
  );
  const failedRooms = compileFailedRooms(instance, compiled, like);
  return {
    ...compiled,
    ...(failedRooms.length === 0 ? {} : { failedRooms }),
    thermal: worstThermal(instance, compiled.workingAir, compiled.thermal),
    instance,
    taskNames: workload.taskTypes.map((taskType) => taskType.name),
    rewardPerTask: Float64Array.from(workload.taskTypes, (taskType) => taskType.rewardPerTask),
    arrivalRatePerS: Float64Array.from(workload.taskTypes, (taskType) => taskType.arrivalRatePerS),
    budget: withCapOf({ ...meterOf(facility), cooling: compiled.cooling }, kept),
    redLineC: kept.redLineC,
    limits: catalogue,
    powerLimits: powerLimitsOf(catalogue, instance, matrix),
    airLimits: moreAirLimits(catalogue, instance, matrix),
  };
}

/**
 * Returns the compiled facility of an earlier model for reuse. It has the nominal thermal response, not that of the
 * worst case.
 */
function compiledBefore(like: RewardRateModel | undefined): CompiledBefore | undefined {
  if (like === undefined) return undefined;
  const { stated } = like.thermal.uncertain ?? {};
  return {
    compiled: stated === undefined ? like : { ...like, thermal: stated },
    tasks: like.instance.workload.taskTypes,
  };
}
