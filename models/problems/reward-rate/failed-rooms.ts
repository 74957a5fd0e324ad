import { type CompiledBefore, type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import type { RewardRateInstance } from './instance.js';

/** The room in which one more CRAC has failed and everything else is as planned (docs/reward-rate/survive.md). */
export interface FailedRoom extends Pick<
  CompiledFacility,
  'workingAir' | 'thermal' | 'cracs' | 'passed' | 'setPointMinC' | 'setPointMaxC' | 'coolingLimits'
> {
  /** Name of the CRAC that fails. */
  readonly gone: string;
  /** CRACs left at work, in the order of `cracs`: indices into the CRACs of the problem. */
  readonly left: readonly number[];
  /** Limits themselves: reserves may be used in a failure. */
  readonly powerCapW: number;
  readonly redLineC: number;
}

/** Test whether plans of this instance must keep all limits when a CRAC fails. */
export function mustSurvive({ limits }: Pick<RewardRateInstance, 'limits'>): boolean {
  return limits.survive === 'any-crac';
}

/** Compiled facility with the rooms it was compiled to before. */
export interface CompiledWithFailedRooms extends CompiledFacility {
  readonly instance: RewardRateInstance;
  readonly failedRooms?: readonly FailedRoom[];
}

/**
 * A room for each CRAC at work, without it; none where plans need not survive or only one is at work, without which no state is steady.
 * Responses of `like`, the rooms of a problem of the same air, serve again.
 */
export function compileFailedRooms(
  instance: RewardRateInstance,
  compiled: CompiledFacility,
  like: CompiledWithFailedRooms | undefined,
): FailedRoom[] {
  if (!mustSurvive(instance) || compiled.cracs.length < 2) return [];
  const { facility, workload, limits } = instance;
  return compiled.cracs.map(({ name }): FailedRoom => {
    const cracs = facility.cracs.map((crac) => (crac.name === name ? { ...crac, coolingCapacityW: 0 } : crac));
    const before = like?.failedRooms?.find(({ gone }) => gone === name);
    const again: CompiledBefore = {
      compiled: before === undefined ? compiled : { ...like!, ...before },
      tasks: (before === undefined ? instance : like!.instance).workload.taskTypes,
    };
    const room = compileFacility({ ...facility, cracs }, workload.taskTypes, compiled.matrix, again);
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
    };
  });
}
