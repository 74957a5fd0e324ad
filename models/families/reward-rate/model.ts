import { meterOf } from '../../facility/meter.js';
import { type CompiledBefore, type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import type { Crac, Facility } from '../../facility/facility.js';
import type { PowerBudget } from '../../facility/power-budget.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import { compileFailedRooms, type FailedRoom } from './failed-rooms.js';
import type { RewardRateInstance } from './instance.js';
import type { StandbyNodes } from './plan.js';
import { keptLimits } from './reserve.js';
import { worstCase, worstThermal } from './worst-case.js';

/**
 * The reward-rate model: its facility in dense indices, rewards, arrivals and limits.
 *
 * maximise sum_i r_i min(rate_i, lambda_i) (Eq. 22)
 *
 * subject to total power <= phi (Eqs. 16-17), inlets <= red line (Eq. 20), set-points in range, and limits of racks,
 * PDUs and cooling, each minus its reserve. Only P-states that meet the deadline alone are used (Eq. 24).
 *
 * r_i is the reward and lambda_i the arrival rate of task type i, phi the power cap.
 */
export interface RewardRateModel extends CompiledFacility {
  /**
   * The instance. If plans must be feasible for a whole uncertainty set, its powers and times are the greatest of that
   * set.
   */
  readonly instance: RewardRateInstance;
  readonly taskNames: readonly string[];
  /** Reward for each completed task (r_i), for each task type. */
  readonly rewardPerTask: Float64Array;
  /** Arrival rate of each task type (lambda_i), tasks/s. */
  readonly arrivalRatePerS: Float64Array;
  readonly budget: PowerBudget;
  readonly redLineC: number;
  /** Limits on the total node power of each rack and each PDU, as sets of zones. */
  readonly powerLimits: readonly ZonePowerLimit[];
  /**
   * Minimum-on requirements: minimum numbers of nodes that are on, for nodes that may be on standby. Absent if there
   * are none (see withStandby).
   */
  readonly minimumOn?: readonly MinimumOn[];
  /**
   * Nodes that are on standby in every plan, because the air was computed for exactly these nodes on standby (see
   * withAsleep). Absent if plans choose which nodes are on standby.
   */
  readonly asleep?: readonly StandbyNodes[] | undefined;
  /** Rooms after a failure, in which plans must also keep all limits; absent or empty if there are none. */
  readonly failedRooms?: readonly FailedRoom[];
}

/**
 * Minimum-on requirement: a minimum number of nodes of one type in one rack must be on, although nodes may be on
 * standby (docs/reward-rate/standby.md).
 */
export interface MinimumOn {
  /** Name of rack and node type, e.g. "R1/T". */
  readonly where: string;
  /** Zones of the nodes concerned. Idle nodes that are on only to meet the minimum are in the first of these zones. */
  readonly zones: readonly number[];
  /** Minimum number of nodes that are on, at least 1 and less than all. */
  readonly nodes: number;
}

export interface ZonePowerLimit {
  readonly constraint: 'rackPower' | 'pduPower';
  readonly where: string;
  readonly zones: readonly number[];
  readonly limitW: number;
}

/**
 * Returns the model of a valid instance and its influence matrix. If plans must be robust, it is the model of the worst
 * case.
 *
 * @param like model of a similar instance; parts of the facility that are equal are reused as the same objects
 * (compileFacility)
 * @throws RangeError as thermalResponse does.
 */
export function rewardRateModel(
  stated: RewardRateInstance,
  matrix: InfluenceMatrix,
  like?: RewardRateModel,
): RewardRateModel {
  const instance = worstCase(stated);
  const { facility, workload, limits } = instance;
  const kept = keptLimits(instance);
  const compiled = compileFacility(withCracs(facility, kept.cracs), workload.taskTypes, matrix, compiledBefore(like));
  const zonesOfRack = (rack: string): number[] => matrix.zones.flatMap((zone, b) => (zone.rack === rack ? [b] : []));
  const failedRooms = compileFailedRooms(instance, compiled, like);
  return {
    ...compiled,
    ...(failedRooms.length === 0 ? {} : { failedRooms }),
    thermal: worstThermal(instance, compiled.workingAir, compiled.thermal),
    instance,
    taskNames: workload.taskTypes.map((taskType) => taskType.name),
    rewardPerTask: Float64Array.from(workload.taskTypes, (taskType) => taskType.rewardPerTask),
    arrivalRatePerS: Float64Array.from(workload.taskTypes, (taskType) => taskType.arrivalRatePerS),
    budget: { ...meterOf(facility), cooling: compiled.cooling, powerCapW: kept.powerCapW },
    redLineC: kept.redLineC,
    powerLimits: [
      ...(limits.rackPowerLimits ?? []).map((limit) => ({
        constraint: 'rackPower' as const,
        where: limit.rack,
        zones: zonesOfRack(limit.rack),
        limitW: limit.powerLimitW,
      })),
      ...(limits.pdus ?? []).map((pdu) => ({
        constraint: 'pduPower' as const,
        where: pdu.name,
        zones: pdu.racks.flatMap(zonesOfRack),
        limitW: pdu.powerLimitW,
      })),
    ],
  };
}

/** Returns the parts of an earlier model that can be reused, with its nominal (not worst-case) thermal response. */
function compiledBefore(like: RewardRateModel | undefined): CompiledBefore | undefined {
  if (like === undefined) return undefined;
  const { stated } = like.thermal.uncertain ?? {};
  return {
    compiled: stated === undefined ? like : { ...like, thermal: stated },
    tasks: like.instance.workload.taskTypes,
  };
}

/** Returns the facility with these CRACs instead of its own; the same object if they are its own. */
function withCracs(facility: Facility, cracs: readonly Crac[]): Facility {
  return cracs === facility.cracs ? facility : { ...facility, cracs };
}
