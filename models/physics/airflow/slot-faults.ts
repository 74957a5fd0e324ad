import type { Facility } from '../../facility/facility.js';
import type { AirflowFault } from './fault.js';
import { placeGroups } from './zones.js';

/**
 * Returns the faults of node groups: unknown racks or node types, and slots that are beyond the rack or taken by a
 * different group.
 */
export function slotFaults(facility: Facility): AirflowFault[] {
  const faults: AirflowFault[] = [];
  // Matrix airflow knows no layout: any rack name will do, and racks are as high as their groups say.
  const racks =
    facility.airflow.source === 'room'
      ? new Map(facility.airflow.layout.racks.map((rack) => [rack.name, rack.slots]))
      : new Map(facility.nodeGroups.map((group) => [group.rack, Infinity]));
  const types = new Set(facility.nodeTypes.map((type) => type.name));
  /** For each rack, and each taken slot in it, index in facility.nodeGroups of the group in the slot. */
  const taken = new Map<string, Map<number, number>>();
  for (const { group, index, firstSlot } of placeGroups(facility.nodeGroups)) {
    const path = `nodeGroups[${index}]`;
    if (!types.has(group.nodeType)) {
      faults.push({
        path: `${path}.nodeType`,
        message: `Node type ${group.nodeType} is not defined`,
        value: group.nodeType,
        allowed: 'a name of nodeTypes',
        remedy: 'Correct the name or add the node type.',
      });
    }
    const slotsInRack = racks.get(group.rack);
    if (slotsInRack === undefined) {
      faults.push({
        path: `${path}.rack`,
        message: `Rack ${group.rack} does not stand in the room`,
        value: group.rack,
        allowed: 'a name of airflow.layout.racks',
        remedy: 'Correct the name or add the rack to the layout.',
      });
      continue;
    }
    if (!(Number.isInteger(group.count) && group.count >= 1 && Number.isInteger(firstSlot) && firstSlot >= 1)) {
      faults.push({
        path,
        message: `A node group needs a whole number of nodes and a lowest slot of at least 1`,
        value: { count: group.count, firstSlot },
        allowed: 'count >= 1 and firstSlot >= 1, whole numbers',
        remedy: 'Correct count or firstSlot.',
      });
      continue;
    }
    if (firstSlot + group.count - 1 > slotsInRack) {
      faults.push({
        path: `${path}.count`,
        message: `Nodes in slots ${firstSlot} to ${firstSlot + group.count - 1} of rack ${group.rack}, which has ${slotsInRack} slots`,
        value: group.count,
        allowed: `at most ${Math.max(0, slotsInRack - firstSlot + 1)} nodes from slot ${firstSlot} up`,
        remedy: 'Move nodes to another rack or give the rack more slots.',
      });
      continue;
    }
    const slots = taken.get(group.rack) ?? new Map<number, number>();
    taken.set(group.rack, slots);
    let clash: number | undefined;
    for (let slot = firstSlot; slot < firstSlot + group.count; slot++) {
      clash ??= slots.get(slot);
      slots.set(slot, index);
    }
    if (clash !== undefined) {
      faults.push({
        path: `${path}.firstSlot`,
        message: `Slots ${firstSlot} to ${firstSlot + group.count - 1} of rack ${group.rack} overlap those of nodeGroups[${clash}]`,
        value: firstSlot,
        allowed: 'slots no other group of the rack uses',
        remedy: 'Change firstSlot, or leave it out to stack the groups of a rack in their order.',
      });
    }
  }
  return faults;
}
