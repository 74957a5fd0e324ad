import { DEFAULT_AIR } from '../../physics/cooling/crac.js';
import type { Zone } from '../../physics/thermal/influence-matrix.js';
import type { TemplatesInstance, TemplatesNodeType } from './instance.js';
import type { BlockStandby, TemplatesBlock, TemplatesModel } from './model.js';

/**
 * Returns the least standby power that a node type states, W, at the output of its power supply; null if it states
 * none.
 */
export function standbyPowerW({ sleepPowerW = Infinity, offPowerW = Infinity }: TemplatesNodeType): number | null {
  const powerW = Math.min(sleepPowerW, offPowerW);
  return powerW < Infinity ? powerW : null;
}

/**
 * Returns the minimum number of nodes that are on in each zone. The minimumOn of a node group is divided among its
 * zones in proportion to their nodes, in whole numbers by the largest remainder; on ties, the first zone gets more. In
 * groups that may not be off, all nodes are on.
 */
export function minimumOnByZone({ facility }: TemplatesInstance, zones: readonly Zone[]): number[] {
  const minimums = zones.map(({ nodeCount }) => nodeCount);
  for (const { rack, nodeType, mayBeOff, minimumOn = 0 } of facility.nodeGroups) {
    if (mayBeOff !== true) continue;
    const own = [...zones.keys()].filter((b) => zones[b]!.rack === rack && zones[b]!.nodeType === nodeType);
    const counts = own.map((b) => zones[b]!.nodeCount);
    for (const [k, nodes] of sharesOf(minimumOn, counts).entries()) minimums[own[k]!] = nodes;
  }
  return minimums;
}

/** Divides a total in proportion to the counts, in whole numbers by the largest remainder. */
function sharesOf(total: number, counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.map((count) => Math.floor((total * count) / all));
  const missing = total - shares.reduce((sum, share) => sum + share, 0);
  const rest = (k: number): number => (total * counts[k]!) % all;
  const order = [...counts.keys()].sort((one, other) => rest(other) - rest(one) || one - other);
  for (const k of order.slice(0, missing)) shares[k]! += 1;
  return shares;
}

/**
 * Returns the standby properties of a block of nodes (same type and air); null if all stay on, because they must or
 * because standby saves no power.
 */
export function blockStandby(
  { facility }: TemplatesInstance,
  { type, nodeCount, idleW }: TemplatesBlock,
  minimumOn: number,
): BlockStandby | null {
  const nodeType = facility.nodeTypes[type]!;
  const eachW = standbyPowerW(nodeType);
  if (eachW === null || minimumOn >= nodeCount) return null;
  const powerW = (nodeCount * eachW) / (nodeType.psuEfficiency ?? 1);
  if (powerW >= idleW) return null;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const airM3PerS = nodeCount * nodeType.airFlowM3PerS * facility.airflow.nodeAirflowFactor;
  return { powerW, minimumOn, ownRiseKPerW: 1 / (densityKgPerM3 * heatCapacityJPerKgK * airM3PerS) };
}

/** Returns true if some nodes may be on standby. */
export function hasStandby({ blocks }: Pick<TemplatesModel, 'blocks'>): boolean {
  return blocks.some(({ standby }) => standby !== undefined);
}

/** Returns the model in which all nodes stay on; the model itself if none may be on standby. */
export function withAllNodesOn(model: TemplatesModel): TemplatesModel {
  if (!hasStandby(model)) return model;
  return { ...model, blocks: model.blocks.map((block) => ({ ...block, standby: undefined })) };
}

/**
 * Returns the power of a block of nodes without work, W, if `awake` of them are on and idle and the others on standby.
 */
export function withoutWorkW({ idleW, standby, nodeCount }: TemplatesBlock, awake: number): number {
  return standby === undefined || awake === nodeCount
    ? idleW
    : standby.powerW + ((idleW - standby.powerW) * awake) / nodeCount;
}

/**
 * Returns the difference between the outlet temperature of nodes that are on and the mean over their block of nodes, K.
 * `idleK` applies if the nodes are idle: they draw more power than those on standby. `perUtilisationK` is added for
 * each unit of the block's utilisation: the nodes that are on do all of its work.
 */
export function awakeAboveMean(
  { idleW, busyW, standby, nodeCount }: TemplatesBlock,
  awake: number,
): { readonly idleK: number; readonly perUtilisationK: number } {
  if (standby === undefined || awake === nodeCount || awake === 0) return { idleK: 0, perUtilisationK: 0 };
  const share = awake / nodeCount;
  return {
    idleK: standby.ownRiseKPerW * (1 - share) * (idleW - standby.powerW),
    perUtilisationK: (standby.ownRiseKPerW * busyW * (1 - share)) / share,
  };
}
