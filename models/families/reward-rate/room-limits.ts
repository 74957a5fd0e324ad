import type { LimitName } from '../../facility/limits.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { Limits, Reserve, RewardRateCrac, RewardRateInstance, RewardRateNodeGroup } from './instance.js';
import { type AirLimit, type Reading, readingIn } from './air-limits.js';
import { coldestCopC, warmestCopC } from './limit-steps.js';
import { type PowerCurve, type PowerLimit, powerUse } from './power-limits.js';
import { standbyOf } from './standby-state.js';

/**
 * What limits see of a room's operation under a plan. Zones and CRACs (failed ones included) are in the order of the
 * influence matrix.
 */
export interface Operation {
  readonly zoneNodePowerW: ArrayLike<number>;
  readonly zoneInletC: ArrayLike<number>;
  /** Heat that each CRAC removes, W. */
  readonly cracHeatW: ArrayLike<number>;
  readonly power: { readonly totalW: number };
}

/** Value of a limit in an instance. `where` is the rack, PDU, CRAC, node type or task type; '' is the whole facility. */
export interface StatedLimit {
  readonly where: string;
  readonly value: number;
}

/** Place in a room at which an operation must keep a limit. */
export interface LimitPlace extends StatedLimit {
  /** Place of the stated value. It differs from `where` if several places keep one value, as the red line. */
  readonly of: string;
  /** Value that plans must keep: `value` less the reserve. */
  readonly kept: number;
  /** Returns the value of the limited quantity in an operation, in the unit of the limit. */
  readonly use: (operation: Operation) => number;
}

/**
 * Kind of limit: its values in an instance and how to change them, and what an operation uses of it. Everything that
 * names, evaluates, loosens or prices limits reads these entries.
 */
export interface RoomLimit {
  readonly name: LimitName;
  /** Unit of the limit's value: W, C, K, nodes, tasks/s, `share` (a fraction), or any other. */
  readonly unit: string;
  readonly stated: (instance: RewardRateInstance) => readonly StatedLimit[];
  readonly with: (instance: RewardRateInstance, where: string, value: number) => RewardRateInstance;
  /** Returns the loosest value that is valid in an instance file; undefined where the limit stays as it is. */
  readonly loosest?: (instance: RewardRateInstance, where: string) => number | undefined;
  /** Field of `limits.reserve` that is left free below the limit. Its name ends in "Share" if it is a fraction. */
  readonly reserve?: keyof Reserve;
  /** Name of the limit of which this entry is the reserve. */
  readonly reserveOf?: LimitName;
  /** Returns the zones whose node power the limit concerns, whatever the set-points are. */
  readonly zones?: (instance: RewardRateInstance, matrix: InfluenceMatrix, where: string) => readonly number[];
  /** Function of these zones' powers that is limited; by default their sum. */
  readonly curve?: PowerCurve;
  /** Returns what is limited at each place, for limits on temperatures and heats. They hold after failures, too. */
  readonly readings?: (instance: RewardRateInstance, matrix: InfluenceMatrix) => readonly LimitReading[];
  /** Returns what an operation uses of the limit, for limits on the whole facility. */
  readonly use?: (operation: Operation) => number;
}

/** What a limit on temperatures or heats limits at one place. `of` is the place of the stated value if it is another one. */
interface LimitReading {
  readonly where: string;
  readonly of?: string;
  readonly reading: Reading;
}

/** What an operation uses of a limit at one place. `of` is the place of the stated value if it is another one. */
type LimitUse = Pick<LimitPlace, 'where' | 'use'> & Partial<Pick<LimitPlace, 'of'>>;

/** Returns the entry of a limit; undefined if the catalogue has none of this name. */
export function limitNamed(name: LimitName, limits: readonly RoomLimit[] = ROOM_LIMITS): RoomLimit | undefined {
  return limits.find((one) => one.name === name);
}

/** Returns true if operations use the limit, so that plans must keep it; false for reserves and choices of nodes. */
export function isUsed({ zones, readings, use }: RoomLimit): boolean {
  return zones !== undefined || readings !== undefined || use !== undefined;
}

/** Returns how much the value that plans must keep rises if the stated limit rises by one unit. */
export function keptPerStated(
  { reserve }: Pick<RoomLimit, 'reserve'>,
  { limits }: Pick<RewardRateInstance, 'limits'>,
): number {
  return reserve?.endsWith('Share') === true ? 1 - (limits.reserve?.[reserve] ?? 0) : 1;
}

/** Returns what an instance reserves of a stated value, in the unit of the limit (docs/reward-rate/reserves.md). */
export function reservedOf(
  { reserve }: RoomLimit,
  { limits }: Pick<RewardRateInstance, 'limits'>,
  value: number,
): number {
  const reserved = (reserve && limits.reserve?.[reserve]) ?? 0;
  return reserve?.endsWith('Share') === true ? reserved * value : reserved;
}

/** Returns the value that plans must keep of a stated one: less the reserve. */
export function keptOf(limit: RoomLimit, instance: Pick<RewardRateInstance, 'limits'>, value: number): number {
  const gain = keptPerStated(limit, instance);
  return gain === 1 ? value - reservedOf(limit, instance, value) : value * gain;
}

/** Returns the places at which an operation must keep a limit; none for limits that no operation uses. */
export function placesOf(limit: RoomLimit, instance: RewardRateInstance, matrix: InfluenceMatrix): LimitPlace[] {
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
    return value === undefined ? [] : [{ where, of, value, kept: keptOf(limit, instance, value), use }];
  });
}

/** Returns one place for each stated value of a limit: where several places keep the same value, the one that uses most. */
export function statedPlacesOf(limit: RoomLimit, instance: RewardRateInstance, matrix: InfluenceMatrix): LimitPlace[] {
  const places = new Map<string, LimitPlace[]>();
  for (const place of placesOf(limit, instance, matrix)) {
    const own = places.get(place.of);
    if (own === undefined) places.set(place.of, [place]);
    else own.push(place);
  }
  return [...places].map(([where, all]) => ({
    ...all[0]!,
    where,
    use: (operation) => all.reduce((most, { use }) => Math.max(most, use(operation)), -Infinity),
  }));
}

/** Returns the limits on node powers alone, in the order of the catalogue. */
export function powerLimitsOf(
  limits: readonly RoomLimit[],
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
): PowerLimit[] {
  return limits.flatMap((limit): PowerLimit[] => {
    const { name: constraint, unit, zones, curve, stated } = limit;
    if (zones === undefined) return [];
    return stated(instance).map(({ where, value }) => {
      const own = [...new Set(zones(instance, matrix, where))];
      return { constraint, unit, where, zones: own, limit: keptOf(limit, instance, value), curve };
    });
  });
}

/** Limits whose kept values are fields of a model. Methods make their readings from these fields. */
const IN_FIELDS: ReadonlySet<LimitName> = new Set(['redLine', 'coolingCapacity']);

/** Returns the limits on temperatures and heats besides red line and cooling capacities, in the order of the catalogue. */
export function moreAirLimits(
  limits: readonly RoomLimit[],
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
): AirLimit[] {
  return limits.flatMap((limit) => {
    const { name: constraint, unit, readings } = limit;
    if (readings === undefined || IN_FIELDS.has(constraint)) return [];
    const values = new Map(limit.stated(instance).map(({ where, value }) => [where, value]));
    return readings(instance, matrix).flatMap(({ where, of = where, reading }): AirLimit[] => {
      const stated = values.get(of);
      if (stated === undefined) return [];
      return [{ constraint, unit, where, reading, limit: keptOf(limit, instance, stated), stated }];
    });
  });
}

/** Highest value of a temperature that is valid in an instance file, C. */
const MAX_C = 100;
/** Largest value of a power limit that is valid in an instance file, W. */
const MAX_W = 1e11;

function withLimits(instance: RewardRateInstance, limits: Partial<Limits>): RewardRateInstance {
  return { ...instance, limits: { ...instance.limits, ...limits } };
}

function withFacility(
  instance: RewardRateInstance,
  facility: Partial<RewardRateInstance['facility']>,
): RewardRateInstance {
  return { ...instance, facility: { ...instance.facility, ...facility } };
}

type WholeField = 'redLineC' | 'powerCapW';

function ofWhole(field: WholeField, loosest: number): Pick<RoomLimit, 'stated' | 'with' | 'loosest'> {
  return {
    stated: ({ limits }) => [{ where: '', value: limits[field] }],
    with: (instance, _, value) => withLimits(instance, { [field]: value }),
    loosest: () => loosest,
  };
}

function ofReserve(reserve: keyof Reserve): Pick<RoomLimit, 'stated' | 'with' | 'loosest'> {
  return {
    stated: ({ limits }) => (limits.reserve === undefined ? [] : [{ where: '', value: limits.reserve[reserve] ?? 0 }]),
    with: (instance, _, value) => withLimits(instance, { reserve: { ...instance.limits.reserve, [reserve]: value } }),
    loosest: () => 0,
  };
}

type CracField = 'setPointMinC' | 'setPointMaxC' | 'coolingCapacityW';

/** Failed CRACs stay failed: nothing of them can be loosened. */
function ofCracs(
  field: CracField,
  loosest: (crac: RewardRateCrac, instance: RewardRateInstance) => number,
): Pick<RoomLimit, 'stated' | 'with' | 'loosest'> {
  return {
    stated: ({ facility }) =>
      facility.cracs.flatMap(({ name, [field]: value }) => (value === undefined ? [] : [{ where: name, value }])),
    with: (instance, where, value) =>
      withFacility(instance, {
        cracs: instance.facility.cracs.map((one) => (one.name === where ? { ...one, [field]: value } : one)),
      }),
    loosest: (instance, where) => {
      const crac = instance.facility.cracs.find(({ name }) => name === where)!;
      return crac.coolingCapacityW === 0 ? undefined : loosest(crac, instance);
    },
  };
}

function zonesOfRacks({ zones }: InfluenceMatrix, racks: readonly string[]): number[] {
  return racks.flatMap((rack) => zones.flatMap((zone, b) => (zone.rack === rack ? [b] : [])));
}

function groupsOf({ facility }: RewardRateInstance, nodeType: string): RewardRateNodeGroup[] {
  return facility.nodeGroups.filter((group) => group.nodeType === nodeType);
}

function withGroups(
  instance: RewardRateInstance,
  nodeType: string,
  changed: (group: RewardRateNodeGroup) => RewardRateNodeGroup,
): RewardRateInstance {
  const nodeGroups = instance.facility.nodeGroups.map((group) =>
    group.nodeType === nodeType ? changed(group) : group,
  );
  return withFacility(instance, { nodeGroups });
}

/** All limits of a room, in the order in which suggested changes list them. */
export const ROOM_LIMITS: readonly RoomLimit[] = [
  {
    name: 'redLine',
    unit: 'C',
    ...ofWhole('redLineC', MAX_C),
    reserve: 'inletK',
    readings: (_, { zones }) => zones.map(({ name: where }, b) => ({ where, of: '', reading: { inlets: [[b, 1]] } })),
  },
  { name: 'inletReserve', unit: 'K', reserveOf: 'redLine', ...ofReserve('inletK') },
  {
    name: 'setPointMin',
    unit: 'C',
    ...ofCracs('setPointMinC', ({ setPointMinC }, { facility }) => Math.min(setPointMinC, coldestCopC(facility))),
  },
  {
    name: 'setPointMax',
    unit: 'C',
    ...ofCracs('setPointMaxC', ({ setPointMaxC }, { facility }) => Math.max(setPointMaxC, warmestCopC(facility))),
  },
  {
    name: 'rackPower',
    unit: 'W',
    stated: ({ limits }) =>
      (limits.rackPowerLimits ?? []).map(({ rack, powerLimitW }) => ({ where: rack, value: powerLimitW })),
    with: (instance, where, powerLimitW) =>
      withLimits(instance, {
        rackPowerLimits: instance.limits.rackPowerLimits!.map((one) =>
          one.rack === where ? { ...one, powerLimitW } : one,
        ),
      }),
    loosest: () => MAX_W,
    zones: (_, matrix, rack) => zonesOfRacks(matrix, [rack]),
  },
  {
    name: 'pduPower',
    unit: 'W',
    stated: ({ limits }) => (limits.pdus ?? []).map(({ name, powerLimitW }) => ({ where: name, value: powerLimitW })),
    with: (instance, where, powerLimitW) =>
      withLimits(instance, {
        pdus: instance.limits.pdus!.map((one) => (one.name === where ? { ...one, powerLimitW } : one)),
      }),
    loosest: () => MAX_W,
    zones: ({ limits }, matrix, where) => zonesOfRacks(matrix, limits.pdus!.find(({ name }) => name === where)!.racks),
  },
  {
    name: 'coolingCapacity',
    unit: 'W',
    ...ofCracs('coolingCapacityW', () => MAX_W),
    reserve: 'coolingShare',
    readings: (_, { cracNames }) => cracNames.map((where, c) => ({ where, reading: { heats: [[c, 1]] } })),
  },
  { name: 'coolingReserve', unit: 'share', reserveOf: 'coolingCapacity', ...ofReserve('coolingShare') },
  {
    // Nodes of a type that may be on standby, for types with a power on standby. Either all of them change or none.
    name: 'standby',
    unit: 'nodes',
    stated: (instance) =>
      instance.facility.nodeTypes.flatMap((type) =>
        standbyOf(type) === null
          ? []
          : [{ where: type.name, value: nodesIn(groupsOf(instance, type.name).filter(({ mayBeOff }) => mayBeOff)) }],
      ),
    with: (instance, where, nodes) =>
      withGroups(instance, where, (group) =>
        nodes === nodesIn(groupsOf(instance, where)) ? { ...group, mayBeOff: true } : group,
      ),
    loosest: (instance, where) => nodesIn(groupsOf(instance, where)),
  },
  {
    // Nodes of a type that must be on. Either all of them change or none.
    name: 'minimumOn',
    unit: 'nodes',
    stated: (instance) =>
      instance.facility.nodeTypes.map(({ name: where }) => ({
        where,
        value: groupsOf(instance, where).reduce((sum, { minimumOn = 0 }) => sum + minimumOn, 0),
      })),
    with: (instance, where, nodes) =>
      withGroups(instance, where, (group) =>
        group.minimumOn !== undefined && nodes === 0 ? { ...group, minimumOn: 0 } : group,
      ),
    loosest: () => 0,
  },
  {
    name: 'arrivalRate',
    unit: 'tasks/s',
    stated: ({ workload }) =>
      workload.taskTypes.map(({ name, arrivalRatePerS }) => ({ where: name, value: arrivalRatePerS })),
    with: (instance, where, arrivalRatePerS) => {
      const { workload } = instance;
      const taskTypes = workload.taskTypes.map((one) => (one.name === where ? { ...one, arrivalRatePerS } : one));
      return { ...instance, workload: { ...workload, taskTypes } };
    },
  },
  { name: 'powerReserve', unit: 'W', reserveOf: 'powerCap', ...ofReserve('powerW') },
  { name: 'powerCap', unit: 'W', ...ofWhole('powerCapW', MAX_W), reserve: 'powerW', use: ({ power }) => power.totalW },
];

function nodesIn(groups: readonly RewardRateNodeGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
