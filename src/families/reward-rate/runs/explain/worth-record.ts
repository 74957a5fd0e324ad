import type { LimitName } from '../../../../../models/facility/limits.js';
import type { LimitWorth } from '../../methods/worth/limit-worth.js';

/**
 * Marginal values of one limit at fixed set-points, what is proven at any set-points, and what a new run measured.
 * Values of the limit are those in the instance, before reserves are deducted.
 */
export interface WorthOfLimit extends Omit<LimitWorth, 'limit'> {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly from: number;
  /**
   * Proven upper bound on the rise of the reward per unit by which the limit is loosened, at any set-points, reward/s.
   * Null if none is proven.
   */
  readonly boundPerUnit: number | null;
  /**
   * Marginal value measured at any set-points by a run of the default method in which the limit is one step looser.
   * Null if there was no such run.
   */
  readonly resolved: Resolved | null;
  readonly message: string;
}

/**
 * Marginal value of a limit measured by a run with its looser value `to`, reward/s per unit: the rise of the plan's
 * reward and of the proven bound, each divided by the change of the limit.
 */
export interface Resolved {
  readonly to: number;
  readonly planPerUnit: number | null;
  readonly boundPerUnit: number | null;
}

/** Marginal values of all limits that restrict the reward, at fixed set-points. */
export interface LimitsWorth {
  /** Set-point of each working CRAC, by name, C. */
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward of the best fractional solution at these set-points, reward/s; null if there are no marginal values. */
  readonly objective: number | null;
  readonly limits: readonly WorthOfLimit[];
  /** Number of further limits, not listed, that are met or have a dual value. */
  readonly omitted: number;
  readonly message: string;
}
