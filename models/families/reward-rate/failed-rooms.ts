import { type PowerCap, withCapOf } from '../../facility/meter.js';
import { type CompiledBefore, type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import { DEFAULT_AIR } from '../../physics/cooling/crac.js';
import { afterFailure, withAirAfter, type DrawAir } from '../../facility/failed-units.js';
import { airAfterFailure } from '../../physics/airflow/unit-air.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import { failureWay, type WayRoom } from '../../physics/thermal/failure-way.js';
import { wayEnvelope } from '../../physics/thermal/way-envelope.js';
import type { Limits, RewardRateInstance } from './instance.js';

/**
 * A room after one CRAC, or one group of CRACs, has failed. Plans must keep all limits in it, with the same work on all
 * nodes (docs/reward-rate/survive.md). Its power cap and red line are those of the instance without reserve, because
 * reserves may be used then.
 */
export interface FailedRoom
  extends
    PowerCap,
    Pick<
      CompiledFacility,
      'matrix' | 'workingAir' | 'thermal' | 'cracs' | 'passed' | 'setPointMinC' | 'setPointMaxC' | 'coolingLimits'
    > {
  /** Name of the failed CRAC or group. */
  readonly gone: string;
  /** Indices of the CRACs that still work, among the working CRACs of the model. They have the order of `cracs`. */
  readonly left: readonly number[];
  readonly redLineC: number;
  /**
   * New set-points of the remaining CRACs, if they are decision variables. The field is absent if the CRACs keep the
   * plan's set-points.
   */
  readonly reset?: Reset | undefined;
  /**
   * Bounds of temperatures on the way to the new steady state, at set-points that stay. The field is absent if the
   * steady states before and after bound them: neither air nor set-points change, and one CRAC fails alone.
   */
  readonly envelope?: ReturnType<typeof wayEnvelope> | undefined;
}

/** Decision variables for the set-points of the remaining CRACs after a failure. */
export interface Reset {
  /** Index of this room's first set-point variable. All failed rooms share one list of such variables. */
  readonly first: number;
  /**
   * Function that computes temperatures from the failure to the new steady state. They depend on the old and the new
   * set-points.
   */
  readonly way: ReturnType<typeof failureWay>;
}

/** Default time from a failure until new set-points, s. It is enough for an alarm and an automatic controller. */
const REACTION_S = 30;
/**
 * Default heat that a node stores per kelvin, J/K, as in the templates family. It assumes a node of 20 kg, half of
 * which takes part.
 */
const NODE_THERMAL_MASS_J_PER_K = 10_000;
/** Default time constant of the plenum (air under the floor), s, as in the templates family. */
const PLENUM_TIME_CONSTANT_S = 20;

/** Returns true if plans of this instance must keep all limits after a failure of a CRAC or of a failure group. */
export function mustSurvive({ limits }: Pick<RewardRateInstance, 'limits'>): boolean {
  return limits.survive !== undefined;
}

/** Returns true if plans of this instance give the remaining CRACs other set-points after each failure. */
export function setsAnew({ limits }: { readonly limits: Pick<Limits, 'survive'> }): boolean {
  return limits.survive === 'any-crac-reset' || limits.survive === 'any-group-reset';
}

/** A failure that plans must survive: the CRAC or group that fails, and the CRACs that stop working. */
export interface SurvivedFailure {
  readonly name: string;
  readonly cracs: readonly string[];
}

/**
 * Returns the failures that plans of an instance must survive. There is one failure for each working CRAC and, if the
 * instance asks for it, one for each failure group with a working CRAC.
 *
 * @param atWork names of the working CRACs
 */
export function survivedFailures(
  { limits, failureGroups = [] }: Pick<RewardRateInstance, 'limits' | 'failureGroups'>,
  atWork: readonly string[],
): SurvivedFailure[] {
  if (limits.survive === undefined) return [];
  const groups = limits.survive.startsWith('any-group') ? failureGroups : [];
  return [
    ...atWork.map((name) => ({ name, cracs: [name] })),
    ...groups
      .map(({ name, cracs }) => ({ name, cracs: cracs.filter((crac) => atWork.includes(crac)) }))
      .filter(({ cracs }) => cracs.length > 0),
  ];
}

/**
 * Returns the influence matrix of a room with the air after each failure that plans must survive.
 *
 * @throws PotentialNotConverged, AirflowStopped, TooManyEntries, MixingNotConverged as roomInfluenceMatrix
 */
export function withSurvivedAir(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  draw?: DrawAir,
): InfluenceMatrix {
  const { facility } = instance;
  const atWork = facility.cracs.flatMap(({ name, coolingCapacityW }) => (coolingCapacityW === 0 ? [] : [name]));
  const failures = survivedFailures(instance, atWork).filter(({ cracs }) => cracs.length < atWork.length);
  return withAirAfter(
    facility,
    matrix,
    failures.map(({ cracs: gone }) => ({ gone })),
    draw,
  );
}

export interface CompiledWithFailedRooms extends CompiledFacility {
  readonly instance: RewardRateInstance;
  readonly failedRooms?: readonly FailedRoom[];
}

/**
 * Returns one room for each failure that plans must survive. Returns none if only one CRAC works, because there is no
 * steady state without it.
 *
 * The nodes of a failed group count as on. Limits that hold with these nodes also hold without them.
 *
 * @param like earlier result for the same air, whose thermal responses are reused
 */
export function compileFailedRooms(
  instance: RewardRateInstance,
  compiled: CompiledFacility,
  like: CompiledWithFailedRooms | undefined,
): FailedRoom[] {
  if (!mustSurvive(instance) || compiled.cracs.length < 2) return [];
  const { facility, workload, limits } = instance;
  let first = 0;
  const atWork = compiled.cracs.map(({ name }) => name);
  return survivedFailures(instance, atWork).map(({ name, cracs: gone }): FailedRoom => {
    const failed = afterFailure(facility, { gone });
    const air = airAfterFailure(failed, compiled.matrix);
    if (air === null) throw new Error(`The air of the room after ${name} fails was not drawn: see withSurvivedAir`);
    const before = like?.failedRooms?.find((one) => one.gone === name);
    const again: CompiledBefore = {
      compiled: before === undefined ? compiled : { ...like!, ...before },
      tasks: (before === undefined ? instance : like!.instance).workload.taskTypes,
    };
    const room = compileFacility(failed, workload.taskTypes, air, again);
    const resets = setsAnew(instance);
    const reset = resets ? { first, way: failureWay(wayRoomOf(instance, room)) } : undefined;
    const isOneWay = air === compiled.matrix && gone.length === 1;
    const envelope = resets || isOneWay ? undefined : wayEnvelope(wayRoomOf(instance, room));
    first += room.cracs.length;
    return {
      matrix: air,
      workingAir: room.workingAir,
      thermal: room.thermal,
      cracs: room.cracs,
      passed: room.passed,
      setPointMinC: room.setPointMinC,
      setPointMaxC: room.setPointMaxC,
      coolingLimits: room.coolingLimits,
      gone: name,
      left: room.cracs.map((one) => compiled.cracs.findIndex((crac) => crac.name === one.name)),
      ...withCapOf({}, limits),
      redLineC: limits.redLineC,
      ...(reset === undefined ? {} : { reset }),
      ...(envelope === undefined ? {} : { envelope }),
    };
  });
}

function wayRoomOf({ facility, limits }: RewardRateInstance, { matrix, cracs }: CompiledFacility): WayRoom {
  const {
    reactionS = REACTION_S,
    nodeThermalMassJPerK = NODE_THERMAL_MASS_J_PER_K,
    plenumTimeConstantS = PLENUM_TIME_CONSTANT_S,
  } = limits.failureResponse ?? {};
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const left = new Set(cracs.map(({ index }) => index));
  return {
    matrix,
    rhoC: densityKgPerM3 * heatCapacityJPerKgK,
    reactionS,
    inertia: { nodeThermalMassJPerK, plenumTimeConstantS },
    failed: new Set([...matrix.cracNames.keys()].filter((c) => !left.has(c))),
  };
}
