import { ZERO_C_IN_K } from '../../units.js';
/** Specific gas constant of dry air, J/(kg K). */
const DRY_AIR_J_PER_KG_K = 287.05;

/** Density of air at sea level in the standard atmosphere, kg/m3. */
export const STANDARD_AIR_KG_PER_M3 = 1.225;

/** Returns the density of dry air, kg/m3. Humid air is lighter, by less than 1 % below 25 C. */
export function airDensityKgPerM3(pressurePa: number, temperatureC: number): number {
  return pressurePa / (DRY_AIR_J_PER_KG_K * (temperatureC + ZERO_C_IN_K));
}

/**
 * Converts a wind speed from the height of its measurement to the height of the hub, m/s, by the power law of wind
 * shear.
 */
export function speedAtHubMPerS(speedMPerS: number, measuredAtM: number, hubM: number, shearExponent: number): number {
  return speedMPerS * (hubM / measuredAtM) ** shearExponent;
}

/**
 * Returns the power of a wind turbine, W (Eq. 31): efficiency x rotor area x air density x speed^3 / 2, at most the
 * rated power. There is no cut-in or cut-out speed, because the equation has none.
 */
export function windPowerW(
  turbine: { readonly efficiency: number; readonly rotorAreaM2: number; readonly ratedPowerW?: number | undefined },
  airDensity: number,
  speedMPerS: number,
): number {
  const powerW = (turbine.efficiency * turbine.rotorAreaM2 * airDensity * speedMPerS ** 3) / 2;
  return Math.min(powerW, turbine.ratedPowerW ?? Infinity);
}

/** Returns the power of solar panels, W (Eq. 30). */
export function solarPowerW(
  panels: { readonly efficiency: number; readonly panelAreaM2: number },
  irradianceWPerM2: number,
): number {
  return panels.efficiency * panels.panelAreaM2 * irradianceWPerM2;
}

/** Returns the energy of a mean power over a duration, kWh (Eqs. 30-32). */
export function energyKwh(meanPowerW: number, durationMs: number): number {
  return (meanPowerW * durationMs) / 3.6e9;
}
