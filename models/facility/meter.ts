import type { Facility } from './facility.js';

/** Power losses and loads between meter and nodes. The UPS feeds only the nodes, not CRACs and other loads. */
export interface Meter {
  /** Efficiency of the UPS, in (0, 1]: output power, which goes to the nodes, divided by input power. */
  readonly upsEfficiency: number;
  readonly otherLoadW: number;
}

/**
 * Returns the losses and loads between meter and nodes of a facility. By default, the UPS has no losses and there is no
 * other load.
 */
export function meterOf({ upsEfficiency = 1, otherLoadW = 0 }: Pick<Facility, 'upsEfficiency' | 'otherLoadW'>): Meter {
  return { upsEfficiency, otherLoadW };
}

/** Returns the input power of the UPS for a total power of the nodes, W. It also converts energies, J. */
export function upsInputW({ upsEfficiency }: Meter, nodePowerW: number): number {
  return nodePowerW / upsEfficiency;
}

/** Returns the UPS input power needed for each watt that the nodes draw, W/W. */
export function upsInputPerW({ upsEfficiency }: Meter): number {
  return 1 / upsEfficiency;
}

/** Returns the total power of the nodes that the UPS can supply from an input power, W. */
export function upsOutputW({ upsEfficiency }: Meter, inputW: number): number {
  return inputW * upsEfficiency;
}

/** Returns the power lost in the UPS for a total power of the nodes, W. It also computes lost energies, J. */
export function upsLossW(meter: Meter, nodePowerW: number): number {
  return upsInputW(meter, nodePowerW) - nodePowerW;
}

/** Returns the power at the meter, W: the sum of UPS input, cooling and other loads. */
export function meterPowerW(meter: Meter, nodePowerW: number, coolingW: number): number {
  return upsInputW(meter, nodePowerW) + coolingW + meter.otherLoadW;
}

/**
 * Returns the power that the power cap leaves to the CRACs, W. It is negative if nodes and other loads alone exceed the
 * power cap.
 */
export function leftForCoolingW(meter: Meter & { readonly powerCapW: number }, nodePowerW: number): number {
  return meter.powerCapW - meter.otherLoadW - upsInputW(meter, nodePowerW);
}
