import type { CoolingPerformance } from '../../facility/facility.js';

/** Density and heat capacity of dry air at 20 C and sea level, the default of a facility. */
export const DEFAULT_AIR = { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 } as const;

/** Returns CoP(T) = a T^2 + b T + c, with T in C at the CRAC's outlet (thesis Section 3.5.3). */
export function coefficientOfPerformance(cooling: CoolingPerformance, outletC: number): number {
  return (cooling.quadraticPerC2 * outletC + cooling.linearPerC) * outletC + cooling.constant;
}

/**
 * Returns the lowest outlet temperature, C, at which the CoP reaches `cop`, on the increasing branch of the CoP.
 * Returns -Infinity if every temperature suffices, and Infinity if none does.
 */
export function outletForCop(cooling: CoolingPerformance, cop: number): number {
  const { quadraticPerC2: a, linearPerC: b, constant: c } = cooling;
  if (a === 0) {
    if (b === 0) return cop <= c ? -Infinity : Infinity;
    return (cop - c) / b;
  }
  const discriminant = b * b - 4 * a * (c - cop);
  if (discriminant < 0) return a > 0 ? -Infinity : Infinity;
  return (-b + Math.sqrt(discriminant)) / (2 * a);
}

/**
 * Returns the power that a CRAC draws to remove the heat `heatW` at an outlet temperature, W (Eq. 17). It is 0 if the
 * heat is negative, because the CRAC's inlet is colder than its outlet.
 */
export function powerToRemoveW(cooling: CoolingPerformance, heatW: number, outletC: number): number {
  return Math.max(0, heatW) / coefficientOfPerformance(cooling, outletC);
}

/** Returns the power that a CRAC draws for each watt of heat that it removes, W/W: 1 / CoP (Eq. 17). */
export function powerPerHeat(cooling: CoolingPerformance, outletC: number): number {
  return 1 / coefficientOfPerformance(cooling, outletC);
}

/** Returns the derivative of the CoP with respect to the outlet temperature, 1/C. */
export function copSlope(cooling: CoolingPerformance, outletC: number): number {
  return 2 * cooling.quadraticPerC2 * outletC + cooling.linearPerC;
}

/** Returns the derivative of 1 / CoP with respect to the outlet temperature, 1/C. */
export function powerPerHeatSlope(cooling: CoolingPerformance, outletC: number): number {
  const cop = coefficientOfPerformance(cooling, outletC);
  return -copSlope(cooling, outletC) / (cop * cop);
}

/** Returns the second derivative of 1 / CoP with respect to the outlet temperature, 1/C2. */
export function powerPerHeatBend(cooling: CoolingPerformance, outletC: number): number {
  const cop = coefficientOfPerformance(cooling, outletC);
  const slope = copSlope(cooling, outletC);
  return (2 * slope * slope) / cop ** 3 - (2 * cooling.quadraticPerC2) / (cop * cop);
}

/**
 * Returns an upper bound on the difference between 1 / CoP(T) and its chord between two set-points (C). With h = 1 /
 * CoP, it is
 *
 * max |h''| (to - from)^2 / 8,   h'' = (2 CoP'^2 - CoP CoP'') / CoP^3
 */
export function chordErrorOfPowerPerHeat(cooling: CoolingPerformance, fromC: number, toC: number): number {
  const { quadraticPerC2: a, linearPerC: b } = cooling;
  const ends = [coefficientOfPerformance(cooling, fromC), coefficientOfPerformance(cooling, toC)];
  const vertexC = a === 0 ? NaN : -b / (2 * a);
  if (vertexC > fromC && vertexC < toC) ends.push(coefficientOfPerformance(cooling, vertexC));
  const slope = Math.max(Math.abs(copSlope(cooling, fromC)), Math.abs(copSlope(cooling, toC)));
  const bend = (2 * slope * slope + Math.max(...ends) * Math.abs(2 * a)) / Math.min(...ends) ** 3;
  return (bend * (toC - fromC) ** 2) / 8;
}
