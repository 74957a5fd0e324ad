import type { TemplatesModel } from '../../../../models/families/templates/model.js';

/** Largest distance of a number of cores from a whole number that counts as rounding error of utilisations. */
const CORE_TOLERANCE = 1e-7;
/**
 * Amount by which a sum may exceed a limit because of rounding error. It is relative to the limit, or in K for
 * temperatures.
 */
const SLACK = 1e-9;

/** Steady state of the room for given numbers of busy cores by block of nodes. */
export interface CoresEffect {
  readonly workPerS: number;
  readonly powerW: number;
  readonly hottestOutletC: number;
}

/**
 * Returns for each block of nodes a whole number of busy cores, such that all limits hold:
 *
 * 1. Round the cores of each block down.
 * 2. Within each quadrant and node type, give lost cores to the blocks with the largest remainders. The total stays at
 * most that of the utilisations, and no outlet may exceed its limit.
 *
 * Work and power do not exceed those of the utilisations, because cores of one type are equal. With nodes on standby,
 * only step 1 is done.
 */
export function safeCores(
  model: TemplatesModel,
  vents: number,
  setPointC: number,
  utilisation: Float64Array,
  awakeNodes?: Int32Array,
): Int32Array {
  const { blocks } = model;
  const exact = blocks.map(({ nodeCount, coresPerNode }, b) => utilisation[b]! * nodeCount * coresPerNode);
  const cores = Int32Array.from(exact, (value) => Math.floor(value + CORE_TOLERANCE));
  // Nodes that are on are warmer than their block: cores are given back node by node (runs/whole-cores.ts).
  if (awakeNodes !== undefined) return cores;
  const outletC = outletsOf(model, vents, setPointC, cores);
  const rise = model.outletRiseKPerW[vents]!;
  const limitC = model.outletLimitC + SLACK;
  for (const members of quadrantsByType(model)) {
    const sum = members.reduce((total, b) => total + exact[b]!, 0);
    let spare = Math.floor(sum + CORE_TOLERANCE) - members.reduce((total, b) => total + cores[b]!, 0);
    const order = [...members].sort(
      (one, other) => exact[other]! - cores[other]! - (exact[one]! - cores[one]!) || one - other,
    );
    for (const b of order) {
      if (spare <= 0) break;
      const { busyW, nodeCount, coresPerNode } = blocks[b]!;
      const most = nodeCount * coresPerNode;
      if (cores[b]! >= most) continue;
      const moreW = busyW / most;
      if (passes(outletC, rise, b, moreW, limitC)) continue;
      cores[b]! += 1;
      spare -= 1;
      for (let i = 0; i < outletC.length; i += 1) outletC[i]! += rise[i * blocks.length + b]! * moreW;
    }
  }
  return cores;
}

/**
 * Returns for each block the number of cores if those of each node are rounded up, as in the thesis (section 5.4.3).
 * These numbers may violate limits, so they serve only for comparison.
 */
export function ceilingCores(model: TemplatesModel, utilisation: Float64Array, awakeNodes?: Int32Array): Int32Array {
  return Int32Array.from(model.blocks, ({ nodeCount, coresPerNode }, b) => {
    const on = awakeNodes?.[b] ?? nodeCount;
    if (on === nodeCount) return nodeCount * Math.ceil(utilisation[b]! * coresPerNode - CORE_TOLERANCE);
    return on === 0 ? 0 : on * Math.ceil((utilisation[b]! * nodeCount * coresPerNode) / on - CORE_TOLERANCE);
  });
}

/** Returns the outlet temperature of each block of nodes for given numbers of busy cores, C. */
export function outletsOf(
  model: TemplatesModel,
  vents: number,
  setPointC: number,
  cores: ArrayLike<number>,
): Float64Array {
  const { blocks } = model;
  const powerW = Float64Array.from(
    blocks,
    ({ idleW, busyW, nodeCount, coresPerNode }, b) => idleW + (busyW * cores[b]!) / (nodeCount * coresPerNode),
  );
  return risenC(model.outletRiseKPerW[vents]!, setPointC, powerW);
}

/** Returns each block's outlet temperature, C: set-point + sum of outlet rise per watt x power. */
export function risenC(rise: Float64Array, setPointC: number, powerW: ArrayLike<number>): Float64Array {
  const count = powerW.length;
  const outletC = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const row = i * count;
    let one = setPointC;
    let two = 0;
    let three = 0;
    let four = 0;
    let b = 0;
    for (; b + 3 < count; b += 4) {
      one += rise[row + b]! * powerW[b]!;
      two += rise[row + b + 1]! * powerW[b + 1]!;
      three += rise[row + b + 2]! * powerW[b + 2]!;
      four += rise[row + b + 3]! * powerW[b + 3]!;
    }
    for (; b < count; b += 1) one += rise[row + b]! * powerW[b]!;
    outletC[i] = one + two + (three + four);
  }
  return outletC;
}

/** Returns true if some outlet exceeds `limitC` when a block of nodes draws `moreW` more power. */
function passes(outletC: Float64Array, rise: Float64Array, block: number, moreW: number, limitC: number): boolean {
  const count = outletC.length;
  for (let i = 0, at = block; i < count; i += 1, at += count) {
    if (outletC[i]! + rise[at]! * moreW > limitC) return true;
  }
  return false;
}

/** Yields a list for each pair of quadrant and node type: the indices of its blocks of nodes. */
export function quadrantsByType({ blocks }: TemplatesModel): Iterable<readonly number[]> {
  const groups = new Map<string, number[]>();
  blocks.forEach(({ quadrant, type }, b) => {
    const key = `${quadrant} ${type}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [b]);
    else members.push(b);
  });
  return groups.values();
}
