import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { withoutWorkW } from '../../../../../models/families/templates/standby.js';

/** Excess over a whole number, in nodes, that counts as rounding error when a number of nodes is rounded up. */
const NODE_TOLERANCE = 1e-9;

/**
 * Returns the number of nodes of each block that must be on. It follows from the minimum of the block's group, and from
 * the fraction of running cores in the block's quadrant (`lower`).
 */
export function fewestNodes({ blocks }: TemplatesModel, lower: Float64Array): Int32Array {
  return Int32Array.from(blocks, ({ nodeCount, quadrant, standby }) =>
    standby === undefined
      ? nodeCount
      : Math.min(nodeCount, Math.max(standby.minimumOn, wholeNodes(nodeCount * lower[quadrant]!))),
  );
}

/** Returns a number of nodes rounded up, except that an excess within NODE_TOLERANCE is ignored. */
export function wholeNodes(nodes: number): number {
  return Math.ceil(nodes - NODE_TOLERANCE);
}

/** Lower bounds on the numbers of running nodes of the blocks, and upper bounds on the utilisation of these nodes. */
export interface LeastAwake {
  readonly awake: Int32Array;
  /** Upper bound on the utilisation of a running node of each block; 1 for blocks whose nodes must stay on. */
  readonly reach: Float64Array;
}

/**
 * Returns for each block a lower bound on the number of running nodes. It holds for every setting with these vents at
 * this set-point or a warmer one. Returns null if there is no such setting.
 *
 * Every inlet receives at least the heat of running cores. A running node must keep the outlet limit with its idle
 * power and its share of the block's work, so a block needs enough nodes. Running nodes heat other inlets in turn, so
 * numbers are raised until they suffice (docs/templates/standby.md).
 */
export function leastAwake(
  model: TemplatesModel,
  vents: number,
  setPointC: number,
  lower: Float64Array,
  outletLimitC = model.outletLimitC,
): LeastAwake | null {
  const { blocks } = model;
  const count = blocks.length;
  const rise = model.outletRiseKPerW[vents]!;
  const awake = fewestNodes(model, lower);
  const powerW = blocks.map((block, b) => withoutWorkW(block, awake[b]!) + block.busyW * lower[block.quadrant]!);
  const outletC = Float64Array.from(blocks, (_, i) => {
    let sum = setPointC;
    for (let b = 0; b < count; b += 1) sum += rise[i * count + b]! * powerW[b]!;
    return sum;
  });
  const reach = new Float64Array(count);
  for (let changed = true; changed;) {
    changed = false;
    for (const [b, block] of blocks.entries()) {
      const { standby, nodeCount, idleW, busyW, quadrant } = block;
      if (standby === undefined) {
        if (outletC[b]! > outletLimitC) return null;
        reach[b] = 1;
        continue;
      }
      const { ownRiseKPerW } = standby;
      const inletC = outletC[b]! - ownRiseKPerW * powerW[b]!;
      const spareW = (outletLimitC - inletC) / ownRiseKPerW - idleW;
      const most = busyW > 0 ? Math.max(0, Math.min(1, spareW / busyW)) : 1;
      reach[b] = most;
      if (awake[b] === 0) {
        if (outletC[b]! > outletLimitC) return null;
        continue;
      }
      if (spareW < 0) return null;
      const needed = lower[quadrant]! > 0 ? wholeNodes((nodeCount * lower[quadrant]!) / most) : 0;
      if (!(needed <= nodeCount)) return null;
      if (needed <= awake[b]!) continue;
      const moreW = withoutWorkW(block, needed) - withoutWorkW(block, awake[b]!);
      awake[b] = needed;
      powerW[b]! += moreW;
      for (let i = 0; i < count; i += 1) outletC[i]! += rise[i * count + b]! * moreW;
      changed = true;
    }
  }
  return { awake, reach };
}

/** Setting in which only the running cores work, with given numbers of running nodes. */
export interface RunningAlone {
  readonly vents: number;
  readonly awake: Int32Array;
  readonly setPointC: number;
  /** Total power of the nodes, W. */
  readonly nodeW: number;
  readonly hottestOutletC: number;
}

/** Returns the node power with only running cores at work, W, and the hottest outlet's rise above the set-point, K. */
export function runningAlone(
  { blocks, outletRiseKPerW }: TemplatesModel,
  vents: number,
  awake: Int32Array,
  lower: Float64Array,
): { readonly nodeW: number; readonly riseK: number } {
  const count = blocks.length;
  const rise = outletRiseKPerW[vents]!;
  const powerW = blocks.map((block, b) => withoutWorkW(block, awake[b]!) + block.busyW * lower[block.quadrant]!);
  let riseK = -Infinity;
  for (const [i, { standby, nodeCount, idleW, busyW, quadrant }] of blocks.entries()) {
    let sum = 0;
    for (let b = 0; b < count; b += 1) sum += rise[i * count + b]! * powerW[b]!;
    if (standby !== undefined && awake[i]! > 0) {
      const nodeW = idleW + (busyW * lower[quadrant]! * nodeCount) / awake[i]!;
      sum += standby.ownRiseKPerW * (nodeW - powerW[i]!);
    }
    riseK = Math.max(riseK, sum);
  }
  return { nodeW: powerW.reduce((sum, value) => sum + value, 0), riseK };
}
