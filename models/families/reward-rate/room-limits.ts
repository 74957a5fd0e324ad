import type { LimitName } from '../../facility/limits.js';
import { type RoomLimit as AnyRoomLimit } from '../../facility/room-limits.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { Limits, Reserve, RewardRateCrac, RewardRateInstance, RewardRateNodeGroup } from './instance.js';
import { coldestCopC, warmestCopC } from './limit-steps.js';
import { standbyOf } from './standby-state.js';

/** Kind of limit of a reward-rate instance. */
export type RoomLimit = AnyRoomLimit<RewardRateInstance>;

/** Returns the entry of a limit; undefined if the catalogue has none of this name. */
export function limitNamed(name: LimitName, limits: readonly RoomLimit[] = ROOM_LIMITS): RoomLimit | undefined {
  return limits.find((one) => one.name === name);
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

/** The part of an entry that says where an instance states the limit. */
type Stated = Pick<RoomLimit, 'field' | 'stated' | 'with' | 'loosest'>;

type WholeField = 'redLineC' | 'powerCapW';

function ofWhole(field: WholeField, loosest: number): Stated {
  return {
    field: `limits.${field}`,
    stated: ({ limits }) => [{ where: '', value: limits[field] }],
    with: (instance, _, value) => withLimits(instance, { [field]: value }),
    loosest: () => loosest,
  };
}

function ofReserve(reserve: keyof Reserve): Stated {
  return {
    field: `limits.reserve.${reserve}`,
    stated: ({ limits }) => (limits.reserve === undefined ? [] : [{ where: '', value: limits.reserve[reserve] ?? 0 }]),
    with: (instance, _, value) => withLimits(instance, { reserve: { ...instance.limits.reserve, [reserve]: value } }),
    loosest: () => 0,
  };
}

/** Returns the reserve that an instance states in a field, whose name ends in "Share" if it is a fraction of the limit. */
function reserveIn(field: keyof Reserve): NonNullable<RoomLimit['reserve']> {
  return { isShare: field.endsWith('Share'), of: ({ limits }) => limits.reserve?.[field] ?? 0 };
}

type CracField = 'setPointMinC' | 'setPointMaxC' | 'coolingCapacityW';

/** Failed CRACs stay failed: nothing of them can be loosened. */
function ofCracs(field: CracField, loosest: (crac: RewardRateCrac, instance: RewardRateInstance) => number): Stated {
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
    ...ofWhole('redLineC', MAX_C),
    reserve: reserveIn('inletK'),
    readings: (_, { zones }) => zones.map(({ name: where }, b) => ({ where, of: '', reading: { inlets: [[b, 1]] } })),
  },
  { name: 'inletReserve', reserveOf: 'redLine', ...ofReserve('inletK') },
  {
    name: 'setPointMin',
    ...ofCracs('setPointMinC', ({ setPointMinC }, { facility }) => Math.min(setPointMinC, coldestCopC(facility))),
  },
  {
    name: 'setPointMax',
    ...ofCracs('setPointMaxC', ({ setPointMaxC }, { facility }) => Math.max(setPointMaxC, warmestCopC(facility))),
  },
  {
    name: 'rackPower',
    field: 'limits.rackPowerLimits.powerLimitW',
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
    field: 'limits.pdus.powerLimitW',
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
    ...ofCracs('coolingCapacityW', () => MAX_W),
    reserve: reserveIn('coolingShare'),
    readings: (_, { cracNames }) => cracNames.map((where, c) => ({ where, reading: { heats: [[c, 1]] } })),
  },
  { name: 'coolingReserve', reserveOf: 'coolingCapacity', ...ofReserve('coolingShare') },
  {
    // Nodes of a type that may be on standby, for types with a power on standby. Either all of them change or none.
    name: 'standby',
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
    field: 'workload.taskTypes.arrivalRatePerS',
    stated: ({ workload }) =>
      workload.taskTypes.map(({ name, arrivalRatePerS }) => ({ where: name, value: arrivalRatePerS })),
    with: (instance, where, arrivalRatePerS) => {
      const { workload } = instance;
      const taskTypes = workload.taskTypes.map((one) => (one.name === where ? { ...one, arrivalRatePerS } : one));
      return { ...instance, workload: { ...workload, taskTypes } };
    },
  },
  { name: 'powerReserve', reserveOf: 'powerCap', ...ofReserve('powerW') },
  { name: 'powerCap', ...ofWhole('powerCapW', MAX_W), reserve: reserveIn('powerW'), use: ({ power }) => power.totalW },
];

function nodesIn(groups: readonly RewardRateNodeGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
