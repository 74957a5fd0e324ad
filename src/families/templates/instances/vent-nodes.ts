import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';

/** Influence matrices by single node. Entities are first the CRACs, then the nodes of each block. */
export interface NodeMatrices {
  /** Block index of each entity: c for CRAC c, number of CRACs + b for a node of block b. */
  readonly blockOf: Int32Array;
  readonly cracCount: number;
  /**
   * Weights of each vent combination, row-major. The row is the sink of the air, the column the source that the air
   * left last.
   */
  readonly weights: readonly Float64Array[];
}

/** Error of outlet temperatures if all nodes of a block are treated as equal. */
export interface AggregationLoss {
  /**
   * Largest difference between the outlet temperatures of a node and of its block if no core works, K. It is taken over
   * all nodes and vent combinations.
   */
  readonly idleK: number;
  /**
   * Largest difference between the outlet temperatures of a node and of its block if all cores are busy, K. It is taken
   * over all nodes and vent combinations.
   */
  readonly fullK: number;
  /** Name of the block of nodes with the difference `fullK`. */
  readonly block: string;
  /** Index of the vent combination with the difference `fullK`. */
  readonly vents: number;
}

/**
 * Returns the weights and travel times between blocks. A weight is summed over the nodes of the source, then averaged
 * over the nodes of the sink, which have equal air flow. Travel times are averaged by weight.
 */
export function aggregated(
  { blockOf, cracCount }: Pick<NodeMatrices, 'blockOf' | 'cracCount'>,
  weights: Float64Array,
  travelS: Float64Array | null,
): { readonly weights: Float64Array; readonly travelS: Float64Array | null } {
  const size = blockOf.reduce((most, block) => Math.max(most, block), cracCount - 1) + 1;
  const nodes = new Float64Array(size);
  for (const block of blockOf) nodes[block]! += 1;
  const sum = new Float64Array(size * size);
  const times = travelS === null ? null : new Float64Array(size * size);
  const count = blockOf.length;
  for (let sink = 0; sink < count; sink += 1) {
    for (let source = 0; source < count; source += 1) {
      const weight = weights[sink * count + source]!;
      const at = blockOf[sink]! * size + blockOf[source]!;
      sum[at]! += weight / nodes[blockOf[sink]!]!;
      if (times !== null) times[at]! += (weight * travelS![sink * count + source]!) / nodes[blockOf[sink]!]!;
    }
  }
  times?.forEach((time, at) => {
    times[at] = sum[at]! > 0 ? time / sum[at]! : 0;
  });
  return { weights: sum, travelS: times };
}

/** Maximum number of Gauss-Seidel sweeps over the nodes' temperatures. */
const MAX_SWEEPS = 500;
/**
 * Largest change of a temperature in a sweep at which the sweeps end, K. Our choice: far below what a warning shows.
 */
const ACCURACY_K = 1e-6;

/**
 * Returns how much the outlet temperatures of single nodes differ from those of their blocks, because templates treat
 * all nodes of a block as equal. The matrices by node are used with row sums scaled to 1.
 */
export function aggregationLoss(
  model: TemplatesModel,
  matrices: readonly InfluenceMatrix[],
  { blockOf, cracCount, weights }: NodeMatrices,
  rhoC: number,
): AggregationLoss {
  const { blocks } = model;
  const { airFlowM3PerS } = matrices[0]!;
  let loss: AggregationLoss = { idleK: 0, fullK: 0, block: '', vents: 0 };
  const rowSums = new Float64Array(blockOf.length);
  for (const [vents, dense] of weights.entries()) {
    for (let sink = 0; sink < rowSums.length; sink += 1) {
      rowSums[sink] = dense.subarray(sink * rowSums.length, (sink + 1) * rowSums.length).reduce((a, b) => a + b, 0);
    }
    for (const busy of [0, 1]) {
      const blockW = Float64Array.from(blocks, ({ idleW, busyW }) => idleW + busy * busyW);
      const ownK = blockW.map((powerW, b) => powerW / (rhoC * airFlowM3PerS[cracCount + b]!));
      const rise = model.outletRiseKPerW[vents]!;
      const ofBlock = blockW.map((_, b) =>
        blockW.reduce((sum, powerW, c) => sum + rise[b * blocks.length + c]! * powerW, 0),
      );
      const ofNode = nodeRiseK({ blockOf, cracCount }, dense, rowSums, ownK);
      for (let node = cracCount; node < blockOf.length; node += 1) {
        const b = blockOf[node]! - cracCount;
        const difference = Math.abs(ofNode[node]! - ofBlock[b]!);
        if (busy === 0) loss = { ...loss, idleK: Math.max(loss.idleK, difference) };
        else if (difference > loss.fullK) loss = { ...loss, fullK: difference, block: blocks[b]!.name, vents };
      }
    }
  }
  return loss;
}

/** Returns the rise of each node's outlet above the set-point, K, with power spread evenly over a block's nodes. */
function nodeRiseK(
  { blockOf, cracCount }: Pick<NodeMatrices, 'blockOf' | 'cracCount'>,
  dense: Float64Array,
  rowSums: Float64Array,
  ownK: Float64Array,
): Float64Array {
  const count = blockOf.length;
  const outletK = new Float64Array(count);
  for (let pass = 0; pass < MAX_SWEEPS; pass += 1) {
    let change = 0;
    for (let node = cracCount; node < count; node += 1) {
      let inletK = 0;
      for (let source = cracCount; source < count; source += 1)
        inletK += dense[node * count + source]! * outletK[source]!;
      const next = inletK / rowSums[node]! + ownK[blockOf[node]! - cracCount]!;
      change = Math.max(change, Math.abs(next - outletK[node]!));
      outletK[node] = next;
    }
    if (change < ACCURACY_K) break;
  }
  return outletK;
}

export function aggregationWarning({ idleK, fullK, block, vents }: AggregationLoss): string {
  return (
    `facility.airflow.file: matrices by single node are aggregated to blocks, the node groups. With all cores busy a node's outlet differs ` +
    `by up to ${fullK.toPrecision(3)} K from its block's (${block}, vent combination ${vents}), at idle by up to ${idleK.toPrecision(3)} K; ` +
    'templates keep the outlet limit for blocks. Lower outletLimitC by the difference, or split node groups, if that matters.'
  );
}
