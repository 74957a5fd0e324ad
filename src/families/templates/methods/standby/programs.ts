import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { awakeAboveMean, withoutWorkW } from '../../../../../models/families/templates/standby.js';
import { type BlockColumn, type BlockData, columnData } from '../block-data.js';
import type { VentHeat } from '../price-transfer.js';
import { leastAwake } from './awake.js';
import type { RoomProgram } from './settled-room.js';

export interface SetPointRange {
  readonly fromC: number;
  readonly toC: number;
}

/** Returns the problem with a fixed number of running nodes in each block; LP column c is block c's utilisation. */
export function programOfNodes(
  model: TemplatesModel,
  vents: number,
  awake: Int32Array,
  lower: Float64Array,
): RoomProgram {
  const { blocks, setPointMinC, setPointMaxC } = model;
  const count = blocks.length;
  const data = columnData(
    blocks.map(({ quadrant, busyW, workPerS, nodeCount }, b) => {
      const share = awake[b]! / nodeCount;
      return { quadrant, busyW, workPerS, upper: Math.max(lower[quadrant]!, share) };
    }),
    blocks.map((block, b) => withoutWorkW(block, awake[b]!)),
    model.quadrants.length,
  );
  const above = blocks.map((block, b) => awakeAboveMean(block, awake[b]!));
  const rise = model.outletRiseKPerW[vents]!;
  const marginC = margins(model, vents, data.idleW).map((value, b) => value - above[b]!.idleK);
  const highestC = Math.min(
    setPointMaxC,
    runningMargin(count, marginC, (i) => {
      let sum = above[i]!.perUtilisationK * lower[blocks[i]!.quadrant]!;
      for (const [b, { busyW, quadrant }] of blocks.entries()) sum += rise[i * count + b]! * busyW * lower[quadrant]!;
      return sum;
    }),
  );
  const heat = (): VentHeat => {
    const outletRiseKPerW = rise.slice();
    for (const [b, { busyW }] of blocks.entries()) {
      if (busyW > 0) outletRiseKPerW[b * count + b]! += above[b]!.perUtilisationK / busyW;
    }
    return { outletRiseKPerW, marginC };
  };
  return { data, heat, lower, lowestC: setPointMinC, highestC };
}

/**
 * Relaxation with fractional numbers of running nodes. `block` has, for each LP column, the index of its block of
 * nodes.
 */
export interface RelaxedProgram extends RoomProgram {
  readonly block: Int32Array;
}

/**
 * Returns a relaxation for a range of set-points (docs/templates/standby.md); null if the range has no setting. In each
 * block, the nodes that every setting of the range needs are on; work beyond them adds fractional nodes. The optimum is
 * an upper bound on work per energy in the range.
 */
export function relaxedProgram(
  model: TemplatesModel,
  vents: number,
  { fromC, toC }: SetPointRange,
  lower: Float64Array,
): RelaxedProgram | null {
  const least = leastAwake(model, vents, fromC, lower);
  if (least === null) return null;
  const { blocks, quadrants } = model;
  const count = blocks.length;
  const columns: BlockColumn[] = [];
  const block: number[] = [];
  const free = quadrants.length;
  for (const [b, { quadrant, busyW, workPerS, idleW, nodeCount, standby }] of blocks.entries()) {
    const reach = least.reach[b]!;
    const standing = (reach * least.awake[b]!) / nodeCount;
    const upper = standby === undefined ? 1 : Math.max(lower[quadrant]!, standing);
    columns.push({ quadrant, busyW, workPerS, upper });
    block.push(b);
    if (standby === undefined || !(reach > upper)) continue;
    columns.push({ quadrant: free, busyW: busyW + (idleW - standby.powerW) / reach, workPerS, upper: reach - upper });
    block.push(b);
  }
  const data = columnData(
    columns,
    blocks.map((one, b) => withoutWorkW(one, least.awake[b]!)),
    quadrants.length + 1,
  );
  const rise = model.outletRiseKPerW[vents]!;
  // A node that is on heats its own air by all it draws, the mean of its block's air by less.
  const isOn = blocks.map(({ standby }, b) => standby !== undefined && least.awake[b]! > 0);
  const marginC = margins(model, vents, data.idleW).map((value, b) =>
    isOn[b]! ? value - blocks[b]!.standby!.ownRiseKPerW * (blocks[b]!.idleW - data.idleW[b]!) : value,
  );
  const highestC = runningMargin(count, marginC, (i) => {
    let sum = 0;
    for (const [b, { busyW, quadrant }] of blocks.entries()) sum += rise[i * count + b]! * busyW * lower[quadrant]!;
    return sum;
  });
  return {
    data,
    block: Int32Array.from(block),
    heat: () => ({ outletRiseKPerW: columnRise(model, vents, data, block, isOn), marginC }),
    lower: Float64Array.from([...lower, 0]),
    lowestC: fromC,
    highestC: Math.min(toC, highestC),
  };
}

/** Returns the outlet rise of each block of nodes per watt of each column, K/W, [block][column], row-major. */
function columnRise(
  { blocks, outletRiseKPerW }: TemplatesModel,
  vents: number,
  { busyW, columnCount, blockCount }: BlockData,
  block: readonly number[],
  isOn: readonly boolean[],
): Float64Array {
  const rise = outletRiseKPerW[vents]!;
  const of = new Float64Array(blockCount * columnCount);
  for (let i = 0; i < blockCount; i += 1) {
    for (let c = 0; c < columnCount; c += 1) of[i * columnCount + c] = rise[i * blockCount + block[c]!]!;
  }
  for (let c = 0; c < columnCount; c += 1) {
    const b = block[c]!;
    const { standby, busyW: coresW } = blocks[b]!;
    if (standby === undefined || !isOn[b]! || !(busyW[c]! > 0)) continue;
    of[b * columnCount + c]! -= standby.ownRiseKPerW * (1 - coresW / busyW[c]!);
  }
  return of;
}

/** Returns for each block of nodes the outlet limit minus its outlet rise if no core works, C. */
function margins(
  { blocks, outletRiseKPerW, outletLimitC }: TemplatesModel,
  vents: number,
  idleW: Float64Array,
): Float64Array {
  const rise = outletRiseKPerW[vents]!;
  const count = blocks.length;
  return Float64Array.from(blocks, (_, i) => {
    let sum = 0;
    for (let b = 0; b < count; b += 1) sum += rise[i * count + b]! * idleW[b]!;
    return outletLimitC - sum;
  });
}

/**
 * Returns the warmest set-point at which running cores alone keep the outlet limit, C.
 *
 * @param marginC for each block, the outlet limit minus its outlet rise if no core works
 * @param riseK returns the outlet rise of a block of nodes by the work of running cores, K
 */
function runningMargin(count: number, marginC: Float64Array, riseK: (block: number) => number): number {
  let least = Infinity;
  for (let i = 0; i < count; i += 1) least = Math.min(least, marginC[i]! - riseK(i));
  return least;
}
