import type { CoolingPerformance } from '../../facility/facility.js';

/** Properties of dry air at 20 C and sea level, for facilities that state none. */
export const DEFAULT_AIR = { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 } as const;

/** Returns CoP(T) = a T^2 + b T + c, T in Celsius at the CRAC outlet (Section 3.5.3). */
export function coefficientOfPerformance(cooling: CoolingPerformance, outletC: number): number {
  return (cooling.quadraticPerC2 * outletC + cooling.linearPerC) * outletC + cooling.constant;
}

/**
 * Returns the lowest temperature at which the increasing branch of the CoP reaches `cop`: its inverse. -Infinity if a
 * constant CoP already suffices; Infinity if it is never reached.
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
 * Returns the power a CRAC draws for removing `heatW` at outlet temperature `outletC` (Eq. 17), W; 0 if its inlet is
 * colder than its outlet.
 */
export function cracPowerW(cooling: CoolingPerformance, heatW: number, outletC: number): number {
  return Math.max(0, heatW) / coefficientOfPerformance(cooling, outletC);
}
