/**
 * Thermal response of a room: steady-state temperatures as affine functions of zone powers and CRAC set-points (Eqs.
 * 18-19 solved once):
 *
 * Tin_k = sum_c G[k,c] Tset_c + sum_b M[k,b] P_b,   M = (I - W_NN)^-1 W_NN R,  R_b = 1 / (rho c AF_b)
 *
 * Tin_k is the inlet temperature of zone k (C), P_b the power of zone b (W, sum over its nodes), AF_b its air flow;
 * W_NN holds the influence weights between zones. The rows of G sum to 1, so under a common set-point T every inlet is
 * at T + (M P)_k. M >= 0: more power never cools an inlet. G = (I - W_NN)^-1 W_NC >= 0: a warmer set-point never cools
 * an inlet. For a room given by its heat-recirculation matrix D, M = D.
 */
export interface ThermalResponse {
  readonly zoneCount: number;
  readonly cracCount: number;
  /**
   * Returns the rise of each zone's inlet temperature above a common set-point: M P, K. `start`, a nearby solution,
   * makes it faster. If `within` is given, only these zones are computed and the others keep their value in `start`.
   * This is an approximation if powers differ from those of `start`.
   */
  inletRiseC(zonePowerW: Float64Array, start?: Float64Array, within?: Int32Array): Float64Array;
  /** Temperature rise from inlet to outlet of each zone for each watt of its power (R), K/W. */
  readonly risePerW: Float64Array;
  /** Returns row k of M, K/W, length zones: the rise of zone k's inlet for each watt in each zone. Cached. */
  inletRow(zone: number): Float64Array;
  /**
   * Returns, for each zone, the rise of the weighted sum of all inlet temperatures for each watt in the zone, K/W (M^T
   * y with weights y >= 0).
   */
  heatInfluence(inletWeights: Float64Array): Float64Array;
  /** Returns row c of H, W/W. Under a common set-point, CRAC c removes the heat sum_b H[c,b] P_b. Cached. */
  cracHeatRow(crac: number): Float64Array;
  /**
   * Returns column c of G, length zones: the share of each zone's inlet air whose last CRAC was c, through whatever
   * zones it passed since. Cached.
   */
  inletShareOfCrac(crac: number): Float64Array;
  /** Returns the inlet temperatures of the zones if no node draws power, C. */
  inletFromSetPointsC(setPointsC: ArrayLike<number>): Float64Array;
  /**
   * Returns row c of K, W/K, length CRACs. CRAC c removes the heat sum_b H[c,b] P_b + sum_d K[c,d] T_d. Off-diagonal
   * entries are not negative. Rows sum to 0; so do columns if heat is conserved. Cached.
   */
  cracHeatPerSetPoint(crac: number): Float64Array;
  /**
   * Uncertain rows of M (temperature rise of each inlet for each watt), if plans must be feasible for all possible
   * rows. Absent if the rows are certain. If present, `inletRiseC` returns the largest rise of each zone over its
   * possible rows, and `inletRow` returns the row of `stated`.
   */
  readonly uncertain?: UncertainRows;
}

export interface UncertainRows {
  /** Thermal response without deviations, with the nominal temperature rises. */
  readonly stated: ThermalResponse;
  /**
   * Returns the possible temperature rises of a zone's inlet for each watt in each zone (row of M) that make the zone
   * warmest at these powers, K/W.
   */
  worstRow(zone: number, zonePowerW: Float64Array): Float64Array;
}
