import type { InfluenceMatrix } from '../physics/thermal/influence-matrix.js';
import { type AirLimit, type Reading, readingIn } from './air-limits.js';
import { type LimitAt, type LimitName, unitOf } from './limits.js';
import type { Operation } from './operation.js';
import { type PowerCurve, type PowerLimit, powerUse } from './power-limits.js';

/** Value of a limit in an instance. `where` is the rack, PDU, CRAC, node type or task type; '' is the whole facility. */
export interface StatedLimit {
  readonly where: string;
  readonly value: number;
}

/** Place in a room at which an operation must keep a limit. Plans must keep `limit`: the stated `value` less the reserve. */
export interface LimitPlace extends StatedLimit, LimitAt<Operation> {
  readonly unit: string;
  /** Place of the stated value. It differs from `where` if several places keep one value, as the red line. */
  readonly of: string;
}

/**
 * Kind of limit of a room: its values in an instance and how to change them, and what an operation uses of it.
 * Everything that names, evaluates, loosens or prices limits reads these entries.
 */
export interface RoomLimit<Instance> {
  readonly name: LimitName;
  /** Unit of the value of a limit that LIMITS does not name; absent for the others. */
  readonly unit?: string;
  /** Path of the value in an instance, without the positions in its lists; absent if it is not a single field. */
  readonly field?: string;
  readonly stated: (instance: Instance) => readonly StatedLimit[];
  readonly with: (instance: Instance, where: string, value: number) => Instance;
  /** Returns the loosest value that is valid in an instance file; undefined where the limit stays as it is. */
  readonly loosest?: (instance: Instance, where: string) => number | undefined;
  /** What is left free below the limit. */
  readonly reserve?: Reserve<Instance>;
  /** Name of the limit of which this entry is the reserve. */
  readonly reserveOf?: LimitName;
  /** Returns the zones whose node power the limit concerns, whatever the set-points are. */
  readonly zones?: (instance: Instance, matrix: InfluenceMatrix, where: string) => readonly number[];
  /** Function of these zones' powers that is limited; by default their sum. */
  readonly curve?: PowerCurve;
  /** Returns what is limited at each place, for limits on temperatures and heats. They hold after failures, too. */
  readonly readings?: (instance: Instance, matrix: InfluenceMatrix) => readonly LimitReading[];
  /** Returns what an operation uses of the limit, for limits on the whole facility. */
  readonly use?: (operation: Operation) => number;
}

/** What a limit on temperatures or heats limits at one place. `of` is the place of the stated value if it is another one. */
interface LimitReading {
  readonly where: string;
  readonly of?: string;
  readonly reading: Reading;
}

/** Reserve of a limit: `of` returns an amount in the limit's unit, or a fraction of the limit if `isShare` is true. */
interface Reserve<Instance> {
  readonly isShare: boolean;
  readonly of: (instance: Instance) => number;
}

/** What an operation uses of a limit at one place. `of` is the place of the stated value if it is another one. */
type LimitUse = Pick<LimitPlace, 'where' | 'use'> & Partial<Pick<LimitPlace, 'of'>>;

/** Returns true if operations use the limit, so that plans must keep it; false for reserves and choices of nodes. */
export function isUsed({ zones, readings, use }: Pick<RoomLimit<never>, 'zones' | 'readings' | 'use'>): boolean {
  return zones !== undefined || readings !== undefined || use !== undefined;
}

/** Returns how much the value that plans must keep rises if the stated limit rises by one unit. */
export function keptPerStated<Instance>({ reserve }: Pick<RoomLimit<Instance>, 'reserve'>, instance: Instance): number {
  return reserve?.isShare === true ? 1 - reserve.of(instance) : 1;
}

/** Returns what an instance reserves of a stated value, in the unit of the limit (docs/reward-rate/reserves.md). */
export function reservedOf<Instance>(
  { reserve }: Pick<RoomLimit<Instance>, 'reserve'>,
  instance: Instance,
  value: number,
): number {
  const reserved = reserve?.of(instance) ?? 0;
  return reserve?.isShare === true ? reserved * value : reserved;
}

/** Returns the value that plans must keep of a stated one: less the reserve. */
export function keptOf<Instance>(
  limit: Pick<RoomLimit<Instance>, 'reserve'>,
  instance: Instance,
  value: number,
): number {
  const gain = keptPerStated(limit, instance);
  return gain === 1 ? value - reservedOf(limit, instance, value) : value * gain;
}

/** Returns the places at which an operation must keep a limit; none for limits that no operation uses. */
export function placesOf<Instance>(
  limit: RoomLimit<Instance>,
  instance: Instance,
  matrix: InfluenceMatrix,
): LimitPlace[] {
  const { name: constraint } = limit;
  const unit = unitOf(constraint, limit.unit);
  const stated = new Map(limit.stated(instance).map(({ where, value }) => [where, value]));
  const places = [
    ...powerLimitsOf([limit], instance, matrix).map((one) => ({
      where: one.where,
      use: ({ zoneNodePowerW }: Operation) => powerUse(one, zoneNodePowerW),
    })),
    ...(limit.readings?.(instance, matrix) ?? []).map(({ reading, ...place }) => ({
      ...place,
      use: (operation: Operation) => readingIn(reading, operation),
    })),
    ...(limit.use === undefined ? [] : [{ where: '', use: limit.use }]),
  ];
  return places.flatMap(({ where, of = where, use }: LimitUse) => {
    const value = stated.get(of);
    if (value === undefined) return [];
    return [{ constraint, unit, where, of, value, limit: keptOf(limit, instance, value), use }];
  });
}

/** Returns one place for each stated value of a limit: where several places keep the same value, the one that uses most. */
export function statedPlacesOf<Instance>(
  limit: RoomLimit<Instance>,
  instance: Instance,
  matrix: InfluenceMatrix,
): LimitPlace[] {
  const all = placesOf(limit, instance, matrix);
  return [...new Set(all.map(({ of }) => of))].map((where) => {
    const own = all.filter(({ of }) => of === where);
    return {
      ...own[0]!,
      where,
      use: (operation) => own.reduce((most, { use }) => Math.max(most, use(operation)), -Infinity),
    };
  });
}

/** Returns the limits on node powers alone, in the order of the catalogue. */
export function powerLimitsOf<Instance>(
  limits: readonly RoomLimit<Instance>[],
  instance: Instance,
  matrix: InfluenceMatrix,
): PowerLimit[] {
  return limits.flatMap((limit): PowerLimit[] => {
    const { name: constraint, zones, curve, stated } = limit;
    if (zones === undefined) return [];
    const unit = unitOf(constraint, limit.unit);
    return stated(instance).map(({ where, value }) => {
      const own = [...new Set(zones(instance, matrix, where))];
      return { constraint, unit, where, zones: own, limit: keptOf(limit, instance, value), curve };
    });
  });
}

/** Limits whose kept values are fields of a model. Methods make their readings from these fields. */
const IN_FIELDS: ReadonlySet<LimitName> = new Set(['redLine', 'coolingCapacity']);

/** Returns the limits on temperatures and heats besides red line and cooling capacities, in the order of the catalogue. */
export function moreAirLimits<Instance>(
  limits: readonly RoomLimit<Instance>[],
  instance: Instance,
  matrix: InfluenceMatrix,
): AirLimit[] {
  return limits.flatMap((limit) => {
    const { name: constraint, readings } = limit;
    if (readings === undefined || IN_FIELDS.has(constraint)) return [];
    const unit = unitOf(constraint, limit.unit);
    const values = new Map(limit.stated(instance).map(({ where, value }) => [where, value]));
    return readings(instance, matrix).flatMap(({ where, of = where, reading }): AirLimit[] => {
      const stated = values.get(of);
      if (stated === undefined) return [];
      return [{ constraint, unit, where, of, reading, limit: keptOf(limit, instance, stated), stated }];
    });
  });
}
