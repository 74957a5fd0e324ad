import type { Facility } from './facility.js';

/**
 * A UPS by its input power U(S), W, where S >= 0 is the total power of the nodes that it feeds, W. U is convex and
 * increasing.
 */
export interface Ups {
  /** Returns the input power U(S), W. */
  inputW(nodePowerW: number): number;
  /** Returns the slope of U at S, W/W; where U has a kink, any slope between those on its two sides. */
  inputPerW(nodePowerW: number): number;
  /**
   * Returns the largest S, W, with U(S) + besidePerW S <= availableW; 0 if there is none.
   *
   * @param besidePerW power besides the UPS for each watt of S, W/W; for example that of the CRACs
   */
  outputW(availableW: number, besidePerW: number): number;
}

/** A UPS with the same efficiency, in (0, 1], at every load: U(S) = S / efficiency. */
export class ConstantEfficiency implements Ups {
  constructor(readonly efficiency: number) {}

  inputW(nodePowerW: number): number {
    return nodePowerW / this.efficiency;
  }

  inputPerW(): number {
    return 1 / this.efficiency;
  }

  outputW(availableW: number, besidePerW: number): number {
    return Math.max(0, availableW) / (1 / this.efficiency + besidePerW);
  }
}

/** Fields of a facility in which it states its UPS. */
export type UpsFields = Pick<Facility, 'upsEfficiency'>;

/**
 * Kinds of UPS. Each entry returns the UPS that a facility states in the fields of this kind, or null if it states
 * none. The first UPS found counts. By default, a UPS has no losses.
 */
export const UPS_KINDS: readonly ((facility: UpsFields) => Ups | null)[] = [
  ({ upsEfficiency = 1 }) => new ConstantEfficiency(upsEfficiency),
];
