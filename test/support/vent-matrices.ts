import type { Facility } from '../../models/facility/facility.js';
import { type VentQuadrant, ventAirflow } from '../../models/physics/airflow/vents.js';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';

/** The influence matrices of all vent combinations, in the order of ventCombinations. */
export function ventInfluenceMatrices(
  facility: Facility,
  quadrants: readonly VentQuadrant[],
  openings: readonly number[],
): InfluenceMatrix[] {
  const { ventOpenings, influence } = ventAirflow(facility, quadrants, openings);
  return ventOpenings.map((_, combination) => influence(combination));
}
