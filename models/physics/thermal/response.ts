/**
 * Steady-state temperatures as affine functions of zone powers and CRAC set-points (Eqs. 18-19 solved once):
 *
 *   Tin_k = sum_c G[k,c] Tset_c + sum_b M[k,b] P_b,   M = (I - W_NN)^-1 W_NN R,  R_b = 1 / (rho c AF_b)
 *
 * G's rows sum to 1, so under a common set-point T every inlet is T + (M P)_k. All M >= 0: more power never cools an
 * inlet. G = (I - W_NN)^-1 W_NC >= 0: a warmer set-point cools none either. A room given by its heat-recirculation
 * matrix has M = D. Powers in W per zone (sum over its nodes), temperatures in C.
 */
export interface ThermalResponse {
  readonly zoneCount: number;
  readonly cracCount: number;
  /**
   * Returns the zone inlet temperatures above a common set-point: M P, K. `start` (a nearby solution) speeds it up.
   * With `within`, only these zones are computed and the others stay as in `start`: an approximation if powers differ
   * from those of `start`.
   */
  inletRiseC(zonePowerW: Float64Array, start?: Float64Array, within?: Int32Array): Float64Array;
  /** Rise of the air from inlet to outlet of each zone (R), K/W. */
  readonly risePerW: Float64Array;
  /** Returns row k of M, K/W, length zones. Cached. */
  inletRow(zone: number): Float64Array;
  /** Returns M^T y, K/W: the effect of a watt in each zone on the weighted sum of all inlets, with weights y >= 0. */
  heatInfluence(inletWeights: Float64Array): Float64Array;
  /** Returns row c of H, W/W: heat removed by CRAC c = sum_b H[c,b] P_b under a common set-point. Cached. */
  cracHeatRow(crac: number): Float64Array;
  /**
   * Returns column c of G, length zones: the share of each zone's inlet air whose last CRAC was c, whatever zones it
   * passed since. Cached.
   */
  inletShareOfCrac(crac: number): Float64Array;
  /** Returns the zone inlets without any node power: G T, C. */
  inletFromSetPointsC(setPointsC: ArrayLike<number>): Float64Array;
  /**
   * Returns row c of K, W/K, length CRACs: heat removed by CRAC c = sum_b H[c,b] P_b + sum_d K[c,d] T_d. Entries off
   * the diagonal are not negative and rows sum to 0; columns do too where heat is conserved. Cached.
   */
  cracHeatPerSetPoint(crac: number): Float64Array;
  /**
   * Uncertain rows of M, if plans must hold for all of them; absent if the rows are certain. With them, `inletRiseC` is
   * the largest rise of each zone over its rows, and `inletRow` is the row of `stated`.
   */
  readonly uncertain?: UncertainRows;
}

export interface UncertainRows {
  /** Response with the rows as stated. */
  readonly stated: ThermalResponse;
  /** Returns that possible row k, K/W, length zones, with which zone k is warmest at these powers. */
  worstRow(zone: number, zonePowerW: Float64Array): Float64Array;
}
