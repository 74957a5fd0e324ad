import type { CompiledFacility } from '../../facility/compiled.js';
import type { CentreThermal } from './cooling.js';

/**
 * Returns the temperatures and heat of a room as functions of the total power of each node type. The power of a type is
 * spread evenly over its nodes. Zone b, with n_b of the N_j nodes of type j, draws P_b = (n_b / N_j) P_j, so
 *
 * rise of inlet k = sum_j ( sum over zones b of type j of M[k,b] n_b / N_j ) P_j.
 *
 * M[k,b] is the temperature rise of inlet k for each watt in zone b. The heat of a CRAC is computed in the same way.
 *
 * Inlets that no admissible power can make the hottest are left out, because another inlet is at least as warm for
 * every type. The maximum over all inlets stays exactly the same.
 */
export function centreThermal(room: CompiledFacility, redLineC: number): CentreThermal {
  const types = room.nodeTypes.length;
  const zones = room.zones.length;
  const nodesOfType = new Float64Array(types);
  for (const { type, nodeCount } of room.zones) nodesOfType[type]! += nodeCount;
  const rows = new Float64Array(zones * types);
  for (let j = 0; j < types; j++) {
    if (nodesOfType[j] === 0) continue;
    const spread = Float64Array.from(room.zones, ({ type, nodeCount }) =>
      type === j ? nodeCount / nodesOfType[j]! : 0,
    );
    const riseC = room.thermal.inletRiseC(spread);
    for (let k = 0; k < zones; k++) rows[k * types + j] = Math.max(0, riseC[k]!);
  }
  const kept = undominatedRows(rows, types);
  const heatShare = new Float64Array(room.coolingLimits.length * types);
  for (const [unit, { crac }] of room.coolingLimits.entries()) {
    const share = room.thermal.cracHeatRow(crac);
    for (const [b, { type, nodeCount }] of room.zones.entries()) {
      heatShare[unit * types + type]! += (share[b]! * nodeCount) / nodesOfType[type]!;
    }
  }
  return {
    redLineC,
    setPointMinC: room.setPointMinC,
    setPointMaxC: room.setPointMaxC,
    cooling: room.cooling,
    riseKPerW: Float64Array.from(kept.flatMap((row) => [...rows.subarray(row * types, (row + 1) * types)])),
    rowCount: kept.length,
    heatShare,
    capacityW: Float64Array.from(room.coolingLimits, ({ capacityW }) => capacityW),
    unitNames: room.coolingLimits.map(({ where }) => where),
  };
}

/**
 * Returns the indices of the undominated rows, in descending order of their sums. A row is dominated if another row is
 * at least as large in every entry (of equal rows, the first is kept).
 */
export function undominatedRows(rows: Float64Array, width: number): number[] {
  const count = rows.length / width;
  const sum = Float64Array.from({ length: count }, (_, row) =>
    rows.subarray(row * width, (row + 1) * width).reduce((total, entry) => total + entry, 0),
  );
  // A row can only be dominated by one whose sum is not smaller (sums of larger entries round no lower).
  const order = Array.from(sum.keys()).sort((a, b) => sum[b]! - sum[a]! || a - b);
  const kept: number[] = [];
  for (const row of order) {
    const dominated = kept.some((other) => {
      for (let j = 0; j < width; j++) if (rows[other * width + j]! < rows[row * width + j]!) return false;
      return true;
    });
    if (!dominated) kept.push(row);
  }
  return kept;
}
