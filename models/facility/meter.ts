import type { Facility } from './facility.js';

/** Path of power from the meter to the nodes: they draw through the UPS, CRACs and other load directly. */
export interface Meter {
  /** Share of the UPS's input that reaches the nodes, above 0 and at most 1. */
  readonly upsEfficiency: number;
  readonly otherLoadW: number;
}

/** Returns the path of power of a facility; without a stated UPS nothing is lost. */
export function meterOf({ upsEfficiency = 1, otherLoadW = 0 }: Pick<Facility, 'upsEfficiency' | 'otherLoadW'>): Meter {
  return { upsEfficiency, otherLoadW };
}

/** Returns what the UPS draws for the nodes, W; energies in J give J. */
export function upsInputW({ upsEfficiency }: Meter, nodePowerW: number): number {
  return nodePowerW / upsEfficiency;
}

/** Returns what the UPS draws for one more watt of the nodes, W. */
export function upsInputPerW({ upsEfficiency }: Meter): number {
  return 1 / upsEfficiency;
}

/** Returns the node power that a UPS can feed from an input, W. */
export function upsOutputW({ upsEfficiency }: Meter, inputW: number): number {
  return inputW * upsEfficiency;
}

/** Returns what the UPS loses, W; energies in J give J. */
export function upsLossW(meter: Meter, nodePowerW: number): number {
  return upsInputW(meter, nodePowerW) - nodePowerW;
}

/** Returns the power at the meter, W. */
export function meterPowerW(meter: Meter, nodePowerW: number, coolingW: number): number {
  return upsInputW(meter, nodePowerW) + coolingW + meter.otherLoadW;
}

/** Returns what a cap leaves for the CRACs after nodes and other load, W; negative if these alone exceed it. */
export function leftForCoolingW(meter: Meter & { readonly powerCapW: number }, nodePowerW: number): number {
  return meter.powerCapW - meter.otherLoadW - upsInputW(meter, nodePowerW);
}
