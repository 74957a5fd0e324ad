import type { CompiledFacility } from '../../facility/compiled.js';
import { poweredRoom } from '../../facility/room-state.js';
import type { CentreThermal } from './cooling.js';

/**
 * Returns how a room's inlet temperatures and removed heat depend on the total power of each node type. The power of a
 * type is spread evenly over its nodes. Zone b has n_b of the N_j nodes of type j, so its power is (n_b / N_j) P_j.
 * With M[k,b], the rise of inlet k per watt in zone b:
 *
 * rise of inlet k = sum over types j of ( sum over zones b of type j of M[k,b] n_b / N_j ) P_j
 *
 * The heat that a CRAC removes is computed in the same way.
 *
 * Inlets that can never be the hottest are left out. For such an inlet, another inlet rises at least as much for every
 * node type.
 */
export function centreThermal(room: CompiledFacility, redLineC: number): CentreThermal {
  const types = room.nodeTypes.length;
  const zones = room.zones.length;
  const nodesOfType = new Float64Array(types);
  for (const { type, nodeCount } of room.zones) nodesOfType[type]! += nodeCount;
  const rows = new Float64Array(zones * types);
  const heatShare = new Float64Array(room.coolingLimits.length * types);
  for (let j = 0; j < types; j++) {
    if (nodesOfType[j] === 0) continue;
    const spread = Float64Array.from(room.zones, ({ type, nodeCount }) =>
      type === j ? nodeCount / nodesOfType[j]! : 0,
    );
    const { riseC, heatW } = poweredRoom(room, spread);
    for (let k = 0; k < zones; k++) rows[k * types + j] = Math.max(0, riseC[k]!);
    for (const [unit, { crac }] of room.coolingLimits.entries()) heatShare[unit * types + j] = heatW[crac]!;
  }
  const kept = undominatedRows(rows, types);
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
 * Returns the indices of the rows of a matrix that no other row dominates, by descending sum of the row. A row
 * dominates another row if each of its entries is at least as large. Of equal rows, the first is kept.
 *
 * @param width number of entries of a row
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
