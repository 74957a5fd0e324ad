import { entryAt } from './sparse-rows.js';
import type { InfluenceMatrix } from './influence-matrix.js';
import type { ThermalResponse } from './response.js';

/**
 * Uncertainty of a row of M, the temperature rises of one zone's inlet per watt in each zone. Each entry may differ
 * from its nominal value by a factor from `least` <= 1 to `most` >= 1.
 */
export interface EntryRange {
  readonly least: number;
  readonly most: number;
  /**
   * Limit on the sum of a row's deviations, where each deviation is a fraction of its maximum (budget Gamma). The field
   * is absent if unlimited.
   */
  readonly deviating?: number | undefined;
  /** Fraction, below 1, by which the share of a zone's air that comes directly from CRACs may deviate; 0 if absent. */
  readonly supplyShare?: number | undefined;
}

/**
 * Possible rows of M, the matrix of temperature rises of the zones' inlets per watt in each zone
 * (docs/reward-rate/uncertain-rooms.md). A possible row k has entries m_b = M_kb f_b for zones b, with factors f in a
 * range and a limit on their deviations. In addition, sum over b of weight_b (m_b - M_kb) lies between two limits.
 *
 * The weights are c_b / R_b. c_b is the share of zone b's air that comes directly from the working CRACs, R_b the rise
 * from inlet to outlet, K/W. Heat and air are conserved exactly if sum over b of m_b c_b / R_b = 1 - c_k.
 */
export interface InletRowSets {
  readonly range: EntryRange;
  /** Returns the nominal row of M for a zone, K/W. */
  stated(zone: number): Float64Array;
  /**
   * Limits that follow from the conservation of heat and air. The field is null for a heat-recirculation matrix, which
   * has none.
   */
  readonly balance: RowBalance | null;
}

export interface RowBalance {
  /**
   * Weight of each zone, W/K: the share of its inlet air that comes directly from CRACs, divided by the rise of its air
   * per watt of its power.
   */
  readonly weight: Float64Array;
  /** Lower limit on the sum of weight x deviation over a row; 0 if the shares of CRAC air are certain. */
  readonly least: number;
  /** Upper limit on the sum of weight x deviation over a row; 0 if the shares of CRAC air are certain. */
  readonly most: number;
}

/**
 * Returns the possible rows of M for a room whose working CRACs have one common set-point.
 *
 * @param air influence matrix of the working CRACs
 * @param thermal nominal thermal response of the room
 * @param range range and limit of the deviations
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

/** Returns the fraction of a zone's inlet air that comes directly from working CRACs, and not through other zones. */
function suppliedShare({ cracNames, weights }: InfluenceMatrix, zone: number): number {
  return cracNames.reduce((sum, _, c) => sum + entryAt(weights, cracNames.length + zone, c), 0);
}
