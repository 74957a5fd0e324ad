import type { Facility, NodeGroup } from '../../facility/facility.js';
import type { Zone } from '../thermal/influence-matrix.js';

/** A node group with its lowest slot. By default, it is the slot just above the previous group of the rack. */
export interface PlacedGroup {
  readonly group: NodeGroup;
  /** Index in facility.nodeGroups. */
  readonly index: number;
  /** Lowest slot of the group; 1 is the bottom of the rack. */
  readonly firstSlot: number;
}

export function placeGroups(nodeGroups: readonly NodeGroup[]): PlacedGroup[] {
  const nextSlot = new Map<string, number>();
  return nodeGroups.map((group, index) => {
    const firstSlot = group.firstSlot ?? nextSlot.get(group.rack) ?? 1;
    nextSlot.set(group.rack, firstSlot + group.count);
    return { group, index, firstSlot };
  });
}

/** Returns the thermal level (1 = lowest) that contains a slot, in a rack with equal levels. */
export function levelOfSlot(slot: number, slots: number, levels: number): number {
  return Math.floor(((slot - 1) * levels) / slots) + 1;
}

/** A zone under construction, without a name: nodes of one type in consecutive slots. */
type Run = Omit<Zone, 'name'>;

/**
 * Returns the zones of a facility, in the order of the influence matrix. A zone is a set of equal nodes with one inlet
 * temperature.
 *
 * Room airflow: there is one zone for each (rack, level, node type) with nodes, ordered by rack of the layout, level,
 * node group. Nodes of one type and level whose slots are not adjacent form separate zones, because a zone's nodes take
 * consecutive slots.
 *
 * Matrix airflow: there is one zone for each node group or each node, in the order of the groups, which is that of the
 * file's rows. Groups in racks that are not in the layout are left out; roomFaults reports them.
 */
export function deriveZones(facility: Facility): Zone[] {
  const { airflow } = facility;
  const placed = placeGroups(facility.nodeGroups);
  if (airflow.source === 'matrix') return airflow.rowsPer === 'node' ? nodeZones(placed) : groupZones(placed);

  const groupsOfRack = new Map<string, PlacedGroup[]>();
  for (const entry of placed) {
    const list = groupsOfRack.get(entry.group.rack);
    if (list) list.push(entry);
    else groupsOfRack.set(entry.group.rack, [entry]);
  }
  const zones: Zone[] = [];
  for (const rack of airflow.layout.racks) {
    const runs: Run[] = [];
    for (const entry of groupsOfRack.get(rack.name) ?? []) {
      appendRuns(runs, entry, rack.slots, airflow.layout.levelsPerRack);
    }
    runs.sort((a, b) => a.level - b.level); // stable: group order is kept within a level
    for (const run of runs) {
      const sameLevel = runs.filter((other) => other.level === run.level);
      const sameType = sameLevel.filter((other) => other.nodeType === run.nodeType);
      const type = sameLevel.length > 1 ? `/${run.nodeType}` : '';
      const slot = sameType.length > 1 ? `/S${run.firstSlot}` : '';
      zones.push({ name: `${rack.name}/L${run.level}${type}${slot}`, ...run });
    }
  }
  return zones;
}

/**
 * Divides a node group at the boundaries of thermal levels and appends the parts to `runs`. If a part continues the
 * last run of its node type and level, it is merged into that run.
 */
function appendRuns(runs: Run[], entry: PlacedGroup, slots: number, levels: number): void {
  const { group, firstSlot } = entry;
  // Nodes above the rack are refused by roomFaults; a million of them would have as many levels.
  const end = Math.min(firstSlot + group.count, slots + 1);
  for (let slot = firstSlot; slot < end;) {
    const level = levelOfSlot(slot, slots, levels);
    let runEnd = slot + 1;
    while (runEnd < end && levelOfSlot(runEnd, slots, levels) === level) runEnd++;
    const nodeCount = runEnd - slot;
    const before = runs.findIndex(
      (run) => run.level === level && run.nodeType === group.nodeType && run.firstSlot + run.nodeCount === slot,
    );
    if (before >= 0) runs[before] = { ...runs[before]!, nodeCount: runs[before]!.nodeCount + nodeCount };
    else runs.push({ rack: group.rack, level, nodeType: group.nodeType, nodeCount, firstSlot: slot });
    slot = runEnd;
  }
}

/**
 * Returns one zone for each node group. The level of a zone is the rank of its group in the rack, counted from the
 * bottom.
 */
function groupZones(placed: readonly PlacedGroup[]): Zone[] {
  const groupsSoFar = new Map<string, number>();
  const level = new Map<PlacedGroup, number>();
  for (const entry of [...placed].sort((a, b) => a.firstSlot - b.firstSlot)) {
    const rank = (groupsSoFar.get(entry.group.rack) ?? 0) + 1;
    groupsSoFar.set(entry.group.rack, rank);
    level.set(entry, rank);
  }
  return placed.map((entry) => ({
    name: `${entry.group.rack}/L${level.get(entry)!}`,
    rack: entry.group.rack,
    level: level.get(entry)!,
    nodeType: entry.group.nodeType,
    nodeCount: entry.group.count,
    firstSlot: entry.firstSlot,
  }));
}

/** Returns one zone for each node. The level of a zone is the slot of its node. */
function nodeZones(placed: readonly PlacedGroup[]): Zone[] {
  return placed.flatMap(({ group, firstSlot }) =>
    Array.from({ length: group.count }, (_, k) => ({
      name: `${group.rack}/S${firstSlot + k}`,
      rack: group.rack,
      level: firstSlot + k,
      nodeType: group.nodeType,
      nodeCount: 1,
      firstSlot: firstSlot + k,
    })),
  );
}

/**
 * Returns each zone's air flow, m3/s. It is the number of nodes x the flow of a node x nodeAirflowFactor. The flow is
 * NaN for an unknown node type.
 */
export function zoneAirFlowsM3PerS(facility: Facility, zones: readonly Zone[]): Float64Array {
  const flowOfType = new Map(facility.nodeTypes.map((type) => [type.name, type.airFlowM3PerS]));
  const factor = facility.airflow.nodeAirflowFactor;
  return Float64Array.from(zones, (zone) => zone.nodeCount * (flowOfType.get(zone.nodeType) ?? NaN) * factor);
}
