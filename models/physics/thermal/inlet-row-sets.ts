import { entryAt } from './sparse-rows.js';
import type { InfluenceMatrix } from './influence-matrix.js';
import type { ThermalResponse } from './response.js';

/**
 * Uncertainty of a row of M, the temperature rises of one zone's inlet for each watt in each zone. Each entry is
 * multiplied by an uncertain factor from `least` to `most`, a range that contains 1.
 */
export interface EntryRange {
  readonly least: number;
  readonly most: number;
  /**
   * Budget Gamma of a budgeted uncertainty set: limit on the sum of a row's deviations, each as a fraction of its
   * maximum. Absent if there is no limit.
   */
  readonly deviating?: number | undefined;
  /** Largest relative deviation of the shares of air that come directly from the CRACs, below 1; 0 if absent. */
  readonly supplyShare?: number | undefined;
}

/**
 * Uncertainty sets of the rows of M, the matrix of temperature rises of the zones' inlets for each watt in each zone
 * (docs/reward-rate/uncertain-rooms.md). A possible row k is m_b = M_kb f_b for zones b, with factors f in a range and
 * a budget of deviations. In addition, sum_b weight_b (m_b - M_kb) lies between two limits.
 *
 * The weights are c_b / R_b, with c the shares of air that come directly from the working CRACs and R the rise from
 * inlet to outlet, K/W. Heat and air are conserved exactly if sum_b m_b c_b / R_b = 1 - c_k.
 */
export interface InletRowSets {
  readonly range: EntryRange;
  /** Returns the temperature rise of a zone's inlet for each watt in each zone (row of M), without deviations, K/W. */
  stated(zone: number): Float64Array;
  /** Limits on the rows from the conservation of heat and air; null for a heat-recirculation matrix, which has none. */
  readonly balance: RowBalance | null;
}

export interface RowBalance {
  /**
   * For each zone: share of its inlet air that comes directly from CRACs / temperature rise of its air for each watt of
   * its power, W/K.
   */
  readonly weight: Float64Array;
  /** Lower limit on the sum over a row's entries of weight x deviation; 0 if the shares of CRAC air are certain. */
  readonly least: number;
  /** Upper limit on the sum over a row's entries of weight x deviation; 0 if the shares of CRAC air are certain. */
  readonly most: number;
}

/**
 * Returns the uncertainty sets of a room whose working CRACs have one common set-point.
 *
 * @param air influence matrix of the working CRACs.
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

/** Returns the share of a zone's inlet air that comes directly from working CRACs. */
function suppliedShare({ cracNames, weights }: InfluenceMatrix, zone: number): number {
  return cracNames.reduce((sum, _, c) => sum + entryAt(weights, cracNames.length + zone, c), 0);
}
