import type { WorthKind } from '../../methods/worth/worth-lp.js';

/** Worth of a limit in one direction at fixed set-points; values as the instance states them. */
export interface PriceRange {
  /** Change of the reward per unit by which the limit's value rises, reward/s. */
  readonly perUnit: number;
  /** Value up to which exactly this price holds; null if it holds for all values. */
  readonly holdsTo: number | null;
  /** Price from there on; null if there is no plan, or no such limit, beyond. */
  readonly beyondPerUnit: number | null;
  /** Value up to which the price stays within a tenth of it; null if it does for all values. */
  readonly withinTenthTo: number | null;
}

/** Worth of a limit at fixed set-points. */
export interface WorthOfLimit {
  readonly constraint: WorthKind;
  readonly where: string;
  readonly unit: 'W' | 'C' | 'nodes' | 'tasks/s';
  readonly from: number;
  readonly looser: PriceRange;
  readonly tighter: PriceRange;
  /** Value from which on the next unit is worth less than half of the first; null if the limit is worth nothing. */
  readonly knee: number | null;
  /** Gain if there is no such limit at all, reward/s. */
  readonly without: number;
  /**
   * Proven with set-points chosen anew: the reward rises at most by this per unit looser; null if nothing is proven.
   */
  readonly boundPerUnit: number | null;
  /** Runs of the default method with the limit a step looser and everything chosen anew; null if there was none. */
  readonly resolved: Resolved | null;
  readonly message: string;
}

/** Differences of two runs of the default method, per unit by which a limit's value rises, reward/s. */
export interface Resolved {
  readonly to: number;
  readonly planPerUnit: number | null;
  readonly boundPerUnit: number | null;
}

/** Worth of all limits that restrict the reward, at fixed set-points. */
export interface LimitsWorth {
  /** Set-points by CRAC at work, C. */
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward of the best mixtures of configurations at these set-points, reward/s; null if prices were not computed. */
  readonly objective: number | null;
  readonly limits: readonly WorthOfLimit[];
  /** Number of limits that are met or have a price, and are not listed. */
  readonly omitted: number;
  readonly message: string;
}
