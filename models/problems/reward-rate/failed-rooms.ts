import { type CompiledBefore, type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import { DEFAULT_AIR } from '../../physics/cooling/crac.js';
import { failureWay } from '../../physics/thermal/failure-way.js';
import type { RewardRateInstance } from './instance.js';

/** The room in which one more CRAC, or a group of them, has failed and everything else is as planned (docs/reward-rate/survive.md). */
export interface FailedRoom extends Pick<
  CompiledFacility,
  'workingAir' | 'thermal' | 'cracs' | 'passed' | 'setPointMinC' | 'setPointMaxC' | 'coolingLimits'
> {
  /** Name of the CRAC or group that fails. */
  readonly gone: string;
  /** CRACs left at work, in the order of `cracs`: indices into the CRACs of the problem. */
  readonly left: readonly number[];
  /** Limits themselves: reserves may be used in a failure. */
  readonly powerCapW: number;
  readonly redLineC: number;
  /** Set-points of the CRACs left for this failure; absent where they keep those of the plan. */
  readonly reset?: Reset | undefined;
}

/** Set-points that the CRACs left take after a failure. */
export interface Reset {
  /** Number of such set-points of the failed rooms before this one. */
  readonly first: number;
  /** Course of the temperatures until and after these set-points work. */
  readonly way: ReturnType<typeof failureWay>;
}

/** Time from a failure until other set-points work where the instance states none, s (ours): an alarm, and a controller that acts by itself. */
const REACTION_S = 30;
/** Heat that a node stores per kelvin where the instance states none, J/K: 20 kg at half participation, as templates have it. */
const NODE_THERMAL_MASS_J_PER_K = 10_000;
/** Time constant of the air under the floor where the instance states none, s, as templates have it. */
const PLENUM_TIME_CONSTANT_S = 20;

/** Test whether plans of this instance must keep all limits when something fails. */
export function mustSurvive({ limits }: Pick<RewardRateInstance, 'limits'>): boolean {
  return limits.survive !== undefined;
}

/** Test whether plans have set-points of their own for each failure. */
export function setsAnew({ limits }: Pick<RewardRateInstance, 'limits'>): boolean {
  return limits.survive === 'any-crac-reset' || limits.survive === 'any-group-reset';
}

/** A failure that plans outlive: its name and those of the CRACs at work that it takes. */
export interface SurvivedFailure {
  readonly name: string;
  readonly cracs: readonly string[];
}

/** Failures that plans of an instance outlive: each CRAC at work, and each group that takes some where groups are asked for. */
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

/** Compiled facility with the rooms it was compiled to before. */
export interface CompiledWithFailedRooms extends CompiledFacility {
  readonly instance: RewardRateInstance;
  readonly failedRooms?: readonly FailedRoom[];
}

/**
 * A room for each failure that plans outlive; none where they need not or only one CRAC is at work, without which no state is steady. The nodes of a group
 * stay on in it: what is kept with them is kept without them. Responses of `like`, the rooms of a problem of the same air, serve again.
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
    const cracs = facility.cracs.map((crac) => (gone.includes(crac.name) ? { ...crac, coolingCapacityW: 0 } : crac));
    const before = like?.failedRooms?.find((one) => one.gone === name);
    const again: CompiledBefore = {
      compiled: before === undefined ? compiled : { ...like!, ...before },
      tasks: (before === undefined ? instance : like!.instance).workload.taskTypes,
    };
    const room = compileFacility({ ...facility, cracs }, workload.taskTypes, compiled.matrix, again);
    const reset = setsAnew(instance) ? { first, way: wayOf(instance, compiled, room) } : undefined;
    first += room.cracs.length;
    return {
      workingAir: room.workingAir,
      thermal: room.thermal,
      cracs: room.cracs,
      passed: room.passed,
      setPointMinC: room.setPointMinC,
      setPointMaxC: room.setPointMaxC,
      coolingLimits: room.coolingLimits,
      gone: name,
      left: room.cracs.map((one) => compiled.cracs.findIndex((crac) => crac.name === one.name)),
      powerCapW: limits.powerCapW,
      redLineC: limits.redLineC,
      ...(reset === undefined ? {} : { reset }),
    };
  });
}

function wayOf(
  { facility, limits }: RewardRateInstance,
  { matrix }: CompiledFacility,
  room: CompiledFacility,
): Reset['way'] {
  const {
    reactionS = REACTION_S,
    nodeThermalMassJPerK = NODE_THERMAL_MASS_J_PER_K,
    plenumTimeConstantS = PLENUM_TIME_CONSTANT_S,
  } = limits.failureResponse ?? {};
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const left = new Set(room.cracs.map(({ index }) => index));
  return failureWay({
    ...{ matrix, rhoC: densityKgPerM3 * heatCapacityJPerKgK, reactionS },
    inertia: { nodeThermalMassJPerK, plenumTimeConstantS },
    failed: new Set([...matrix.cracNames.keys()].filter((c) => !left.has(c))),
  });
}
