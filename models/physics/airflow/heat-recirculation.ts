import { inverse, Matrix } from 'ml-matrix';
import type { Facility } from '../../problems/reward-rate/instance.js';
import { DEFAULT_AIR } from '../cooling/crac.js';

/**
 * Influence matrix (one CRAC first, then zones) that has a given heat-recirculation matrix D (Tang et al. 2008).
 *
 * T_in = T_supply + D P and T_out = T_in + R P with R = diag(1 / (rho c F)) give D = W_NN (R + D), hence
 * W_NN = I - R (D + R)^-1. What is missing in a row is CRAC air; what zones do not draw from a zone returns to the CRAC:
 * w_CRAC,i = (F_i - sum over sinks j of F_j w_ji) / F_CRAC; the rest of the CRAC's own air short-circuits.
 *
 * @param recirculation zones x zones, K/W, row = receiving, column = heating zone.
 * @param zoneFlows m3/s per zone.
 * @returns (1 + zones) squared weights, not yet checked; null when D + R is singular.
 */
export function influenceOfHeatRecirculation(
  facility: Facility,
  recirculation: Float64Array,
  zoneFlows: Float64Array,
): Float64Array | null {
  const count = zoneFlows.length;
  const size = count + 1;
  const cracFlow = facility.cracs[0]!.airFlowM3PerS;
  const air = facility.air ?? DEFAULT_AIR;
  const resistance = zoneFlows.map((flow) => 1 / (air.densityKgPerM3 * air.heatCapacityJPerKgK * flow));
  const sum = Matrix.zeros(count, count);
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) sum.set(j, i, recirculation[j * count + i]! + (i === j ? resistance[j]! : 0));
  }
  let inverted: Matrix;
  try {
    inverted = inverse(sum);
  } catch {
    return null; // ml-matrix throws on an exactly singular matrix
  }
  const weights = new Float64Array(size * size);
  const returned = zoneFlows.slice();
  for (let j = 0; j < count; j++) {
    let fresh = 1;
    for (let i = 0; i < count; i++) {
      const weight = (i === j ? 1 : 0) - resistance[j]! * inverted.get(j, i);
      weights[(j + 1) * size + i + 1] = weight;
      fresh -= weight;
      returned[i]! -= zoneFlows[j]! * weight;
    }
    weights[(j + 1) * size] = fresh;
  }
  let own = 1;
  for (let i = 0; i < count; i++) {
    const weight = returned[i]! / cracFlow;
    weights[i + 1] = weight;
    own -= weight;
  }
  weights[0] = own;
  return weights.every((weight) => Number.isFinite(weight)) ? weights : null;
}
