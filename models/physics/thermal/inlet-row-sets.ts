import { entryAt } from './sparse-rows.js';
import type { InfluenceMatrix } from './influence-matrix.js';
import type { ThermalResponse } from './response.js';

/** Range of the factors on the entries of a row of M; contains 1. */
export interface EntryRange {
  readonly least: number;
  readonly most: number;
  /**
   * Budget Gamma: limit on the sum of a row's deviations, each as a share of its maximum. Absent if there is no limit.
   */
  readonly deviating?: number | undefined;
  /** Largest relative deviation of the shares of air drawn directly from the CRACs, below 1; 0 if absent. */
  readonly supplyShare?: number | undefined;
}

/**
 * Sets of rows of M that a room may have, row by row (docs/reward-rate/uncertain-rooms.md): m_b = M_kb f_b with factors
 * f of a range, a budget of deviations, and sum_b weight_b (m_b - M_kb) between two limits. The weights are c_b / R_b,
 * c the shares of air drawn directly from the CRACs at work: heat and air are conserved exactly if sum_b m_b c_b / R_b
 * = 1 - c_k.
 */
export interface InletRowSets {
  readonly range: EntryRange;
  /** Returns row k of M as stated, K/W, length zones. */
  stated(zone: number): Float64Array;
  /** Limits that conservation puts on the rows; null for a heat-recirculation matrix, which has none. */
  readonly balance: RowBalance | null;
}

export interface RowBalance {
  /** Weights c_b / R_b, W/K, length zones. See InletRowSets. */
  readonly weight: Float64Array;
  /** Least and largest sum of weight x deviation; both 0 if the shares of CRAC air are exactly as stated. */
  readonly least: number;
  readonly most: number;
}

/**
 * Returns the row sets of a room whose CRACs at work have one set-point.
 * @param air influence matrix of the CRACs at work.
 */
export function inletRowSets(air: InfluenceMatrix, thermal: ThermalResponse, range: EntryRange): InletRowSets {
  const { supplyShare = 0 } = range;
  const balance =
    air.recirculationKPerW !== undefined
      ? null
      : {
          weight: Float64Array.from(air.zones, (_, b) => suppliedShare(air, b) / thermal.risePerW[b]!),
          // 1 / (1 + s) <= sum_b m_b c_b / R_b + c_k <= 1 / (1 - s), and the stated row has 1 there.
          least: 1 / (1 + supplyShare) - 1,
          most: 1 / (1 - supplyShare) - 1,
        };
  return { range, stated: (zone) => thermal.inletRow(zone), balance };
}

/** Returns the share of the air of a zone that comes straight from a CRAC at work. */
function suppliedShare({ cracNames, weights }: InfluenceMatrix, zone: number): number {
  return cracNames.reduce((sum, _, c) => sum + entryAt(weights, cracNames.length + zone, c), 0);
}
