import type { Facility } from './facility.js';

/** Power distribution from the meter: nodes are fed through the UPS; CRACs and other loads are fed directly. */
export interface Meter {
  /** Efficiency of the UPS: output to the nodes / input, above 0 and at most 1. */
  readonly upsEfficiency: number;
  readonly otherLoadW: number;
}

/** Returns the power distribution of a facility; without a stated UPS there are no losses. */
export function meterOf({ upsEfficiency = 1, otherLoadW = 0 }: Pick<Facility, 'upsEfficiency' | 'otherLoadW'>): Meter {
  return { upsEfficiency, otherLoadW };
}

/** Returns the input power of the UPS for a given node power, W. Also converts energies, in J. */
export function upsInputW({ upsEfficiency }: Meter, nodePowerW: number): number {
  return nodePowerW / upsEfficiency;
}

/** Returns the input power of the UPS for each watt of node power. */
export function upsInputPerW({ upsEfficiency }: Meter): number {
  return 1 / upsEfficiency;
}

/** Returns the node power that the UPS can supply from a given input power, W. */
export function upsOutputW({ upsEfficiency }: Meter, inputW: number): number {
  return inputW * upsEfficiency;
}

/** Returns the loss of the UPS for a given node power, W. Also converts energies, in J. */
export function upsLossW(meter: Meter, nodePowerW: number): number {
  return upsInputW(meter, nodePowerW) - nodePowerW;
}

/** Returns the power at the meter, W: UPS input, cooling and other loads. */
export function meterPowerW(meter: Meter, nodePowerW: number, coolingW: number): number {
  return upsInputW(meter, nodePowerW) + coolingW + meter.otherLoadW;
}

/**
 * Returns the power under the cap that remains for the CRACs after nodes and other loads, W; negative if these alone
 * exceed the cap.
 */
export function leftForCoolingW(meter: Meter & { readonly powerCapW: number }, nodePowerW: number): number {
  return meter.powerCapW - meter.otherLoadW - upsInputW(meter, nodePowerW);
}
