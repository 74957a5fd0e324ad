/**
 * Steady-state temperatures of a room as affine functions of zone powers and CRAC set-points, from solving Eqs. 18-19
 * once. The inlet temperature of zone k (C) is
 *
 * Tin_k = sum_c G[k,c] Tset_c + sum_b M[k,b] P_b,   M = (I - W_NN)^-1 W_NN R,  R_b = 1 / (rho c AF_b)
 *
 * P_b is the power of zone b (W, sum over its nodes), AF_b its air flow. W_NN holds the influence weights between
 * zones, W_NC those from CRACs.
 *
 * The rows of G sum to 1, so under a common set-point T every inlet is at T + (M P)_k. M >= 0: more power never cools
 * an inlet. G = (I - W_NN)^-1 W_NC >= 0: a warmer set-point never cools an inlet. For a room given by its
 * heat-recirculation matrix D, M = D.
 */
export interface ThermalResponse {
  readonly zoneCount: number;
  readonly cracCount: number;
  /**
   * Returns the amount by which each zone's inlet temperature exceeds a common set-point, K: M P.
   *
   * @param start the result for similar powers, which makes the computation faster
   * @param within zones to compute; all other zones keep their value in `start`, an approximation if powers differ
   */
  inletRiseC(zonePowerW: Float64Array, start?: Float64Array, within?: Int32Array): Float64Array;
  /** Rise of each zone's air from inlet to outlet per watt of its power (R), K/W. */
  readonly risePerW: Float64Array;
  /** Returns the rise of one zone's inlet per watt in each zone, K/W. It is a row of M, and is cached. */
  inletRow(zone: number): Float64Array;
  /**
   * Returns the rise of a weighted sum of inlet temperatures per watt in each zone, K/W. It is M^T y for weights y >=
   * 0.
   */
  heatInfluence(inletWeights: Float64Array): Float64Array;
  /**
   * Returns the heat that a CRAC removes per watt in each zone under a common set-point, W/W. It is row c of H, so that
   * CRAC c removes sum_b H[c,b] P_b. It is cached.
   */
  cracHeatRow(crac: number): Float64Array;
  /**
   * Returns the share of each zone's inlet air for which this CRAC is the last CRAC that the air has passed. It is a
   * column of G, and is cached.
   */
  inletShareOfCrac(crac: number): Float64Array;
  /** Returns the inlet temperature of each zone if no node draws power, C. It is G times the set-points. */
  inletFromSetPointsC(setPointsC: ArrayLike<number>): Float64Array;
  /**
   * Returns the change of a CRAC's removed heat per kelvin of each CRAC's set-point, W/K. It is row c of K: CRAC c
   * removes the heat sum_b H[c,b] P_b + sum_d K[c,d] T_d.
   *
   * Off-diagonal entries of K are not negative. Rows sum to 0; columns also do if heat is conserved. The row is cached.
   */
  cracHeatPerSetPoint(crac: number): Float64Array;
  /**
   * The possible rows of M, if they are uncertain and plans must be feasible for all of them. `inletRiseC` then returns
   * the largest rise of each zone over its possible rows, and `inletRow` the nominal row.
   */
  readonly uncertain?: UncertainRows;
}

export interface UncertainRows {
  /** The thermal response without deviations. */
  readonly stated: ThermalResponse;
  /** Returns the possible row of M that makes a zone's inlet warmest at the given powers, K/W. */
  worstRow(zone: number, zonePowerW: Float64Array): Float64Array;
}
