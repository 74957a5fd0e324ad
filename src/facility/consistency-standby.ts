import type { NodeGroup, NodeType } from '../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD } from '../../models/facility/places.js';
import { entries } from '../instances/consistency-names.js';
import type { Draft } from '../instances/draft.js';
import { jsonPath, type LocalFault } from '../instances/fault.js';

/** Node types and node groups with their standby fields. A problem family may have only some of these fields. */
export interface StandbyFacility {
  readonly nodeTypes: readonly (Pick<NodeType, 'name' | 'idlePowerW'> & {
    readonly sleepPowerW?: number | undefined;
    readonly offPowerW?: number | undefined;
    readonly wakeTimeS?: number | undefined;
    readonly wakeEnergyJ?: number | undefined;
  })[];
  readonly nodeGroups: readonly (NodeGroup & {
    readonly mayBeOff?: boolean | undefined;
    readonly minimumOn?: number | undefined;
  })[];
}

/** Names of the fields that hold a power on standby. */
const POWERS = ['sleepPowerW', 'offPowerW'] as const;

/**
 * Returns the faults of powers on standby above idle power, and of groups with mayBeOff that do not fit their node
 * types or each other.
 */
export function standbyFaults(facility: Draft<StandbyFacility>): LocalFault[] {
  return [
    ...powerFaults(facility),
    ...wakeFaults(facility),
    ...typeFaults(facility),
    ...mixedFaults(facility),
    ...minimumFaults(facility),
  ];
}

function powerFaults(facility: Draft<StandbyFacility>): LocalFault[] {
  return entries(facility?.nodeTypes).flatMap(([i, type]) =>
    POWERS.flatMap((field) => {
      const powerW = type[field];
      const { idlePowerW } = type;
      if (powerW === undefined || idlePowerW === undefined || powerW <= idlePowerW) return [];
      const path = jsonPath([...FACILITY_WITH_WORKLOAD.nodeTypes, i, field]);
      const remedy = 'A node on standby draws no more than an idle one: correct one of the two.';
      return [
        { path, value: powerW, allowed: `a number at least 0 and at most idlePowerW, ${idlePowerW} (W)`, remedy },
      ];
    }),
  );
}

/**
 * Returns the faults of wake times and energies. A wake energy needs a wake time, and a wake time needs a standby
 * power.
 */
function wakeFaults(facility: Draft<StandbyFacility>): LocalFault[] {
  return entries(facility?.nodeTypes).flatMap(([i, type]) => {
    const { wakeTimeS = 0, wakeEnergyJ = 0 } = type;
    const path = (field: string): string => jsonPath([...FACILITY_WITH_WORKLOAD.nodeTypes, i, field]);
    if (wakeEnergyJ > 0 && wakeTimeS === 0) {
      const remedy = 'Energy drawn in no time has no power: give wakeTimeS, or leave wakeEnergyJ out.';
      return [{ path: path('wakeEnergyJ'), value: wakeEnergyJ, allowed: '0 where wakeTimeS is 0', remedy }];
    }
    if (wakeTimeS === 0 || POWERS.some((field) => type[field] !== undefined)) return [];
    const remedy = 'Give the node type sleepPowerW or offPowerW, or leave wakeTimeS out.';
    return [{ path: path('wakeTimeS'), value: wakeTimeS, allowed: 'given only with a power on standby', remedy }];
  });
}

function typeFaults(facility: Draft<StandbyFacility>): LocalFault[] {
  return entries(facility?.nodeGroups).flatMap(([i, group]) => {
    if (group.mayBeOff !== true) return [];
    const type = facility?.nodeTypes?.find((one) => one?.name !== undefined && one.name === group.nodeType);
    if (type === undefined || POWERS.some((field) => type[field] !== undefined)) return [];
    const path = jsonPath([...FACILITY_WITH_WORKLOAD.room, 'nodeGroups', i, 'mayBeOff']);
    const remedy = `Give node type "${group.nodeType!}" sleepPowerW or offPowerW, or leave mayBeOff out.`;
    return [{ path, value: true, allowed: 'true only for a node type with a power on standby', remedy }];
  });
}

/**
 * Returns the faults of minimum numbers of nodes that are on. Only a group that may be off can have a minimum. The
 * minimum must not exceed the group's number of nodes. The group must be the only one of its node type in its rack.
 */
function minimumFaults(facility: Draft<StandbyFacility>): LocalFault[] {
  const groups = entries(facility?.nodeGroups);
  return groups.flatMap(([i, { rack, nodeType, mayBeOff, minimumOn, count }]) => {
    if (minimumOn === undefined) return [];
    const path = jsonPath([...FACILITY_WITH_WORKLOAD.room, 'nodeGroups', i, 'minimumOn']);
    if (mayBeOff !== true) {
      const remedy = 'All nodes of this group stay on: leave minimumOn out, or set mayBeOff.';
      return [{ path, value: minimumOn, allowed: 'given only with mayBeOff', remedy }];
    }
    if (count !== undefined && minimumOn > count) {
      const remedy = 'No more nodes can be on than there are: correct one of the two.';
      return [{ path, value: minimumOn, allowed: `a whole number at most count, ${count}`, remedy }];
    }
    const other = groups.find(([j, one]) => j !== i && one.rack === rack && one.nodeType === nodeType);
    if (rack === undefined || nodeType === undefined || other === undefined) return [];
    const allowed = `given only where the group is the only one of its node type in its rack; nodeGroups[${other[0]}] is another`;
    const remedy = 'Make the groups one, or leave minimumOn out.';
    return [{ path, value: minimumOn, allowed, remedy }];
  });
}

/**
 * Returns a fault for node groups of the same type in the same rack of which only some may be off. Such groups may
 * share a zone.
 */
function mixedFaults(facility: Draft<StandbyFacility>): LocalFault[] {
  const first = new Map<string, { readonly index: number; readonly mayBeOff: boolean }>();
  return entries(facility?.nodeGroups).flatMap(([i, { rack, nodeType, mayBeOff = false }]) => {
    if (rack === undefined || nodeType === undefined) return [];
    const key = JSON.stringify([rack, nodeType]);
    const before = first.get(key);
    if (before === undefined) first.set(key, { index: i, mayBeOff });
    if (before === undefined || before.mayBeOff === mayBeOff) return [];
    const path = jsonPath([...FACILITY_WITH_WORKLOAD.room, 'nodeGroups', i, 'mayBeOff']);
    const allowed = `${String(before.mayBeOff)}, as in nodeGroups[${before.index}]: the same node type in the same rack`;
    const remedy = 'Give both the same mayBeOff, or make the nodes that stay on a node type of their own.';
    return [{ path, value: mayBeOff, allowed, remedy }];
  });
}
