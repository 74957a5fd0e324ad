import type { Facility } from './facility.js';

/**
 * Power losses and loads between the facility's meter and its nodes. The UPS feeds the nodes; CRACs and other loads are
 * fed directly.
 */
export interface Meter {
  /**
   * Efficiency of the UPS, above 0 and at most 1: power at its output, which goes to the nodes, divided by power at its
   * input.
   */
  readonly upsEfficiency: number;
  readonly otherLoadW: number;
}

/** Returns the meter's data of a facility. The default is a UPS without losses (efficiency 1) and no other load. */
export function meterOf({ upsEfficiency = 1, otherLoadW = 0 }: Pick<Facility, 'upsEfficiency' | 'otherLoadW'>): Meter {
  return { upsEfficiency, otherLoadW };
}

/**
 * Returns the input power of the UPS for a given total power of the nodes, W. If given an energy in J, returns an
 * energy in J.
 */
export function upsInputW({ upsEfficiency }: Meter, nodePowerW: number): number {
  return nodePowerW / upsEfficiency;
}

/** Returns the UPS input power needed for each watt that the nodes draw, W/W. */
export function upsInputPerW({ upsEfficiency }: Meter): number {
  return 1 / upsEfficiency;
}

/** Returns the total power that the UPS can supply to the nodes from a given input power, W. */
export function upsOutputW({ upsEfficiency }: Meter, inputW: number): number {
  return inputW * upsEfficiency;
}

/**
 * Returns the power lost in the UPS for a given total power of the nodes, W. If given an energy in J, returns an energy
 * in J.
 */
export function upsLossW(meter: Meter, nodePowerW: number): number {
  return upsInputW(meter, nodePowerW) - nodePowerW;
}

/** Returns the power at the meter, W: UPS input, cooling and other loads. */
export function meterPowerW(meter: Meter, nodePowerW: number, coolingW: number): number {
  return upsInputW(meter, nodePowerW) + coolingW + meter.otherLoadW;
}

/**
 * Returns how much power the CRACs may draw under the power cap, W: the cap minus UPS input and other loads. Negative
 * if these alone exceed the cap.
 */
export function leftForCoolingW(meter: Meter & { readonly powerCapW: number }, nodePowerW: number): number {
  return meter.powerCapW - meter.otherLoadW - upsInputW(meter, nodePowerW);
}
