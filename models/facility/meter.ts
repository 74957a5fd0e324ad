import type { Facility } from './facility.js';
import { toleratedW } from './limits.js';
import { ConstantEfficiency, type Ups, UPS_KINDS } from './ups.js';

/** Power losses and loads between meter and nodes. The UPS feeds only the nodes, not CRACs and other loads. */
export interface Meter {
  readonly ups: Ups;
  readonly otherLoadW: number;
}

/** A meter whose UPS has a constant efficiency. Input power is then proportional to node power. */
export interface LinearMeter extends Meter {
  readonly ups: ConstantEfficiency;
}

/** Returns the losses and loads between meter and nodes of a facility. By default, there is no other load. */
export function meterOf(facility: Pick<Facility, 'upsEfficiency' | 'otherLoadW'>): Meter {
  const [ups] = UPS_KINDS.flatMap((kind) => kind(facility) ?? []);
  return { ups: ups!, otherLoadW: facility.otherLoadW ?? 0 };
}

/**
 * Returns the losses and loads between meter and nodes of a facility whose UPS has a constant efficiency.
 *
 * @throws RangeError if the efficiency depends on the load
 */
export function linearMeterOf(facility: Parameters<typeof meterOf>[0]): LinearMeter {
  const meter = meterOf(facility);
  if (!isLinear(meter)) throw new RangeError('Only a UPS with a constant efficiency is supported here.');
  return meter;
}

export function isLinear(meter: Meter): meter is LinearMeter {
  return meter.ups instanceof ConstantEfficiency;
}

/**
 * Returns the meter with the UPS replaced by its tangent at a node power. Because U is convex, the tangent needs at most
 * the true input power at any node power, and exactly that at `nodePowerW`. A constant efficiency is its own tangent.
 * The power of the tangent at S = 0, which may be negative, is added to `otherLoadW`.
 */
export function tangentMeter<M extends Meter>(meter: M, nodePowerW: number): M & LinearMeter {
  if (isLinear(meter)) return meter;
  const perW = meter.ups.inputPerW(nodePowerW);
  const atZeroW = meter.ups.inputW(nodePowerW) - perW * nodePowerW;
  return { ...meter, ups: new ConstantEfficiency(1 / perW), otherLoadW: meter.otherLoadW + atZeroW };
}

/** Returns the input power of the UPS for a total power of the nodes, W. */
export function upsInputW({ ups }: Meter, nodePowerW: number): number {
  return ups.inputW(nodePowerW);
}

/** Returns the UPS input power needed for each watt that the nodes draw, W/W. */
export function upsInputPerW({ ups }: LinearMeter): number {
  return ups.inputPerW();
}

/**
 * Returns the increase of UPS input per additional watt that the nodes draw, W/W, averaged over node powers from `fromW`
 * to `toW`.
 */
export function meanInputPerW(meter: Meter, fromW: number, toW: number): number {
  if (isLinear(meter) || fromW === toW) return upsInputPerW(tangentMeter(meter, fromW));
  return (upsInputW(meter, toW) - upsInputW(meter, fromW)) / (toW - fromW);
}

/**
 * Returns the largest total power of the nodes, W, for which UPS input and `besidePerW` times node power are at most
 * `availableW`; 0 if there is none.
 */
export function nodePowerWithinW({ ups }: Meter, availableW: number, besidePerW = 0): number {
  return ups.outputW(availableW, besidePerW);
}

/** Returns the power lost in the UPS for a total power of the nodes, W. */
export function upsLossW(meter: Meter, nodePowerW: number): number {
  return upsInputW(meter, nodePowerW) - nodePowerW;
}

/** Returns the power at the meter, W: the sum of UPS input, cooling and other loads. */
export function meterPowerW(meter: Meter, nodePowerW: number, coolingW: number): number {
  return upsInputW(meter, nodePowerW) + coolingW + meter.otherLoadW;
}

/** Limit on the power at the meter, W. */
export interface PowerCap {
  readonly powerCapW: number;
}

/** Returns the power cap of a budget, room or epoch, W. */
export function capOf({ powerCapW }: PowerCap): number {
  return powerCapW;
}

/** Returns the power cap where stating one is optional, W; without one it is Infinity. */
export function optionalCap({ powerCapW = Infinity }: { readonly powerCapW?: number | undefined }): PowerCap {
  return { powerCapW };
}

/** Returns by how much a power at the meter, W, exceeds the power cap times 1 + `share`, W; negative if it is below. */
export function overCapW({ powerCapW }: PowerCap, totalW: number, share = 0): number {
  return totalW - powerCapW * (1 + share);
}

/** Returns true if a power at the meter, W, keeps the power cap, which may be exceeded by the fraction `share`. */
export function isWithinCap({ powerCapW }: PowerCap, totalW: number, share = 0): boolean {
  return totalW <= powerCapW * (1 + share);
}

/** Returns a fraction of the power cap, W. */
export function shareOfCapW({ powerCapW }: PowerCap, share: number): number {
  return share * powerCapW;
}

/** Returns by how much the power at the meter may exceed the power cap in the eyes of the checker, W. */
export function toleratedOverCapW({ powerCapW }: PowerCap): number {
  return toleratedW(powerCapW);
}

/** Returns the meter or budget with a power cap higher by `byW`, W. */
export function withHigherCap<Capped extends PowerCap>(capped: Capped, byW: number): Capped {
  return { ...capped, powerCapW: capped.powerCapW + byW };
}

/** Returns a meter or budget with another power cap, W. */
export function withCap<Uncapped>(meter: Uncapped, powerCapW: number): Uncapped & PowerCap {
  return { ...meter, powerCapW };
}

/** Returns a meter or room with the power cap of another one. */
export function withCapOf<Uncapped>(room: Uncapped, { powerCapW }: PowerCap): Uncapped & PowerCap {
  return withCap(room, powerCapW);
}

/** Returns the power that the power cap leaves to the input of the UPS and to the CRACs, W. It may be negative. */
export function availableW({ powerCapW, otherLoadW }: Pick<Meter, 'otherLoadW'> & PowerCap): number {
  return powerCapW - otherLoadW;
}

/**
 * Returns the power that the power cap leaves to the CRACs, W. It is negative if nodes and other loads alone exceed the
 * power cap.
 */
export function leftForCoolingW(meter: Meter & PowerCap, nodePowerW: number): number {
  return availableW(meter) - upsInputW(meter, nodePowerW);
}
