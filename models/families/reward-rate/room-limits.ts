import type { LimitName } from '../../facility/limits.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { Limits, Reserve, RewardRateCrac, RewardRateInstance, RewardRateNodeGroup } from './instance.js';
import { coldestCopC, warmestCopC } from './limit-steps.js';
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
  /** Value that plans must keep: `value` less the reserve. */
  readonly kept: number;
  /** Returns the value of the limited quantity in an operation, in the unit of the limit. */
  readonly use: (operation: Operation) => number;
}

/**
 * Convex, increasing function of the node powers of some zones, W, that treats these zones alike.
 *
 * @param zones indices of the zones in `powersW`
 */
export interface PowerCurve {
  readonly use: (powersW: ArrayLike<number>, zones: readonly number[]) => number;
  /** Returns the derivative of `use` by the power of each zone of `zones`, per W. */
  readonly slope: (powersW: ArrayLike<number>, zones: readonly number[]) => readonly number[];
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
  /** Returns what an operation uses of the limit at each place, for limits not on zones alone. */
  readonly uses?: (
    instance: RewardRateInstance,
    matrix: InfluenceMatrix,
  ) => readonly (Pick<LimitPlace, 'where' | 'use'> & { readonly of?: string })[];
}

/** Returns the entry of a limit; undefined if the catalogue has none of this name. */
export function limitNamed(name: LimitName, limits: readonly RoomLimit[] = ROOM_LIMITS): RoomLimit | undefined {
  return limits.find((one) => one.name === name);
}

/** Returns the sum of the node powers of some zones, W. */
export function sumOver(powersW: ArrayLike<number>, zones: readonly number[]): number {
  let sumW = 0;
  for (const b of zones) sumW += powersW[b]!;
  return sumW;
}

/** Returns how much the value that plans must keep rises if the stated limit rises by one unit. */
export function keptPerStated({ reserve }: RoomLimit, { limits }: Pick<RewardRateInstance, 'limits'>): number {
  return reserve?.endsWith('Share') === true ? 1 - (limits.reserve?.[reserve] ?? 0) : 1;
}

/** Returns the value that plans must keep of a stated one: less the reserve (docs/reward-rate/reserves.md). */
export function keptOf(limit: RoomLimit, instance: Pick<RewardRateInstance, 'limits'>, value: number): number {
  const { reserve } = limit;
  if (reserve === undefined) return value;
  if (reserve.endsWith('Share')) return value * keptPerStated(limit, instance);
  return value - (instance.limits.reserve?.[reserve] ?? 0);
}

/** Returns the places at which an operation must keep a limit; none for limits that no operation uses. */
export function placesOf(limit: RoomLimit, instance: RewardRateInstance, matrix: InfluenceMatrix): LimitPlace[] {
  const { zones, curve, uses } = limit;
  const stated = limit.stated(instance);
  const kept = (value: number): number => keptOf(limit, instance, value);
  if (zones !== undefined) {
    const use = curve?.use ?? sumOver;
    return stated.map(({ where, value }) => {
      const own = [...new Set(zones(instance, matrix, where))];
      return { where, value, kept: kept(value), use: ({ zoneNodePowerW }) => use(zoneNodePowerW, own) };
    });
  }
  return (uses?.(instance, matrix) ?? []).flatMap(({ where, of = where, use }) => {
    const value = stated.find((one) => one.where === of)?.value;
    return value === undefined ? [] : [{ where, value, kept: kept(value), use }];
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
    uses: (_, { zones }) =>
      zones.map(({ name: where }, b) => ({ where, of: '', use: ({ zoneInletC }) => zoneInletC[b]! })),
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
    uses: (_, { cracNames }) => cracNames.map((where, c) => ({ where, use: ({ cracHeatW }) => cracHeatW[c]! })),
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
  {
    name: 'powerCap',
    unit: 'W',
    ...ofWhole('powerCapW', MAX_W),
    reserve: 'powerW',
    uses: () => [{ where: '', use: ({ power }) => power.totalW }],
  },
];

function nodesIn(groups: readonly RewardRateNodeGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
