import type { Crac, NodeGroup, RoomAirflow } from '../../models/facility/facility.js';

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
/** Largest cells on which the hottest inlet hardly hangs on the cells, m (docs/facility/room-airflow.md#mixing). */
const MAX_CELL_M = 0.15;
/** Speed of air in cold aisles for the largest cells of a stated mixing, m/s. Our choice, by a prototype on five rooms. */
const AIR_SPEED_M_PER_S = 1;

/** Returns the length of the largest cells on which air with a stated mixing (m2/s) hardly hangs on its cells, m. */
export function maxCellM(mixingM2PerS: number): number {
  return Math.min(MAX_CELL_M, (2 * mixingM2PerS) / AIR_SPEED_M_PER_S);
}

/**
 * Returns a warning if the cells of a room are too coarse for its stated mixing, so that hot spots still depend on the
 * grid; otherwise an empty list.
 *
 * @param pathOf path of the cells, e.g. "facility.airflow.layout.cellM"
 */
export function cellWarnings(pathOf: string, airflow: RoomAirflow | { readonly source: string }): string[] {
  if (!('layout' in airflow) || (airflow.mixingM2PerS ?? 0) === 0) return [];
  const { x, y, z } = airflow.layout.cellM;
  const mostM = maxCellM(airflow.mixingM2PerS!);
  const longestM = Math.max(x, y, z);
  if (longestM <= mostM * (1 + 1e-9)) return [];
  return [
    `${pathOf}: cells of ${longestM} m mix more than mixingM2PerS (${airflow.mixingM2PerS} m2/s) where air is fast, so hot spots still depend on the grid; use cells of at most ${mostM} m.`,
  ];
}

/**
 * Returns a warning if hot aisles of an open room with several CRACs do not mix, so that air of a failed CRAC stays in
 * its aisle; otherwise an empty list.
 *
 * @param pathOf path of the airflow, e.g. "facility.airflow"
 */
export function hotMixingWarnings(
  pathOf: string,
  airflow: RoomAirflow | { readonly source: string },
  cracs: readonly unknown[],
): string[] {
  if (!('layout' in airflow) || airflow.coldAisles !== 'open' || cracs.length < 2) return [];
  if ((airflow.hotMixing ?? 0) > 0 || airflow.mixingFraction === 1) return [];
  return [
    `${pathOf}.hotMixing: 0, so exhaust air never leaves its aisle though hot aisles share a ceiling; inlets after the failure of a CRAC come out too hot. 0.5 is a convention.`,
  ];
}

/**
 * Returns words for the air that nodes lack, if the CRACs bring less to the room than the nodes draw: what they draw, what
 * they get, and what is at least recirculated. Null if they get enough, or if temperatures depend on no air flow.
 *
 * @param specifiedM3PerS specified air flow of all nodes
 */
export function lackingAir(
  { airflow, cracs }: { readonly airflow: NodeAir; readonly cracs: readonly Pick<Crac, 'airFlowM3PerS'>[] },
  specifiedM3PerS: number,
): string | null {
  const drawn = specifiedM3PerS * airflow.nodeAirflowFactor;
  const moved = cracs.reduce((sum, { airFlowM3PerS }) => sum + airFlowM3PerS, 0);
  const { supplyShare = 1 } = airflow;
  const supplied = supplyShare * moved;
  if (drawn <= supplied || airflow.kind === 'heatRecirculation') return null;
  const [draw, supply] = [drawn, supplied].map((flow) => `${flow.toPrecision(3)} m3/s`) as [string, string];
  const least = (100 * (1 - supplied / drawn)).toFixed(1);
  return `draw ${draw}, the CRACs supply ${supply}${supplyShare === 1 ? '' : ' to the room'}; at least ${least} % of the inlet air is recirculated`;
}

/** Fields of a facility's air, of whatever source, on which `lackingAir` depends. */
interface NodeAir {
  readonly nodeAirflowFactor: number;
  readonly supplyShare?: number | undefined;
  readonly kind?: string;
}
