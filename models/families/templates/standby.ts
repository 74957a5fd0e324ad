import { DEFAULT_AIR } from '../../physics/cooling/crac.js';
import type { Zone } from '../../physics/thermal/influence-matrix.js';
import type { TemplatesInstance, TemplatesNodeType } from './instance.js';
import type { BlockStandby, TemplatesBlock, TemplatesModel } from './model.js';
import { atWallW } from '../../physics/power/power-supply.js';

/**
 * Returns the power of a node on standby, W at the output of its power supply. It is the smaller of its powers asleep
 * and off. Returns null if the type has neither.
 */
export function standbyPowerW({ sleepPowerW = Infinity, offPowerW = Infinity }: TemplatesNodeType): number | null {
  const powerW = Math.min(sleepPowerW, offPowerW);
  return powerW < Infinity ? powerW : null;
}

/**
 * Returns the least number of nodes of each zone that must be on. The minimumOn of a node group is divided among its
 * zones in proportion to their numbers of nodes. It is divided into whole numbers by the largest remainder; on a tie,
 * the first zone gets more. If nodes of a group may not be off, all must be on.
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

/** Divides a total into whole numbers in proportion to the counts, by the method of the largest remainder. */
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
 * Returns the standby of a block's nodes. Returns null if all nodes stay on, because they must be on or because standby
 * saves no power.
 */
export function blockStandby(
  { facility }: TemplatesInstance,
  { type, nodeCount, idleW }: TemplatesBlock,
  minimumOn: number,
): BlockStandby | null {
  const nodeType = facility.nodeTypes[type]!;
  const eachW = standbyPowerW(nodeType);
  if (eachW === null || minimumOn >= nodeCount) return null;
  const powerW = atWallW(nodeType, nodeCount * eachW);
  if (powerW >= idleW) return null;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const airM3PerS = nodeCount * nodeType.airFlowM3PerS * facility.airflow.nodeAirflowFactor;
  return { powerW, minimumOn, ownRiseKPerW: 1 / (densityKgPerM3 * heatCapacityJPerKgK * airM3PerS) };
}

/** Returns true if nodes of some block may be on standby. */
export function hasStandby({ blocks }: Pick<TemplatesModel, 'blocks'>): boolean {
  return blocks.some(({ standby }) => standby !== undefined);
}

/** Returns the model in which all nodes stay on. It is the same object if no node may be on standby. */
export function withAllNodesOn(model: TemplatesModel): TemplatesModel {
  if (!hasStandby(model)) return model;
  return { ...model, blocks: model.blocks.map((block) => ({ ...block, standby: undefined })) };
}

/** Returns the power of a block without work, W, if `awake` of its nodes are on and the rest are on standby. */
export function withoutWorkW({ idleW, standby, nodeCount }: TemplatesBlock, awake: number): number {
  return standby === undefined || awake === nodeCount
    ? idleW
    : standby.powerW + ((idleW - standby.powerW) * awake) / nodeCount;
}

/**
 * Returns the amount by which the outlet temperature of the nodes of a block that are on exceeds the block's mean, K.
 * It is idleK + perUtilisationK x utilisation of the block. The nodes that are on draw more power than those on standby
 * (idleK), and do all of the block's work (perUtilisationK).
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
