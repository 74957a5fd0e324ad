import type { Airflow, NodeGroup, RoomAirflow } from '../../models/facility/facility.js';

/**
 * Fraction of the racks' slots below which a warning says that the racks are mostly empty. A slot has the height of a
 * node, not of a rack unit.
 */
const MIN_FILLED = 0.5;

/**
 * Returns a warning if racks are mostly empty; otherwise an empty list. With too many slots of equal height, all nodes
 * would draw air near the floor.
 *
 * Racks without nodes are ignored. So are rooms where heights do not matter (one level per rack, or mixed air).
 *
 * @param pathOf path of the racks, e.g. "facility.airflow.layout.racks"
 */
export function slotWarnings(
  pathOf: string,
  airflow: RoomAirflow | { readonly source: string },
  nodeGroups: readonly NodeGroup[],
): string[] {
  if (!('layout' in airflow)) return [];
  const placed = new Map<string, number>();
  for (const { rack, count } of nodeGroups) placed.set(rack, (placed.get(rack) ?? 0) + count);
  const { racks, levelsPerRack } = airflow.layout;
  if (levelsPerRack === 1 || airflow.mixingFraction === 1) return [];
  const empty = racks.filter(({ name, slots }) => placed.has(name) && placed.get(name)! < MIN_FILLED * slots);
  const [first] = empty;
  if (first === undefined) return [];
  const nodes = placed.get(first.name)!;
  const which = empty.length === 1 ? 'one rack is' : `${empty.length} of ${racks.length} racks are`;
  return [
    `${pathOf}: ${which} less than half full (first: "${first.name}", ${nodes} of ${first.slots} slots); a slot is the height of a node, and the lowest are filled first: set slots to the nodes that fit, or place the nodes with firstSlot.`,
  ];
}
/**
 * Returns true if the air is given by a heat-recirculation matrix D: inlet temperatures are T_supply + D P for node
 * powers P, whatever the air flows.
 */
export function isRecirculation(airflow: Airflow): boolean {
  return airflow.source === 'matrix' && airflow.kind === 'heatRecirculation';
}
