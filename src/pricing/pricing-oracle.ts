import type { Configuration } from '../../models/facility/configuration.js';
import type { CompiledFacility } from '../../models/facility/compiled.js';

/** The parts of a model that pricing needs. */
export type PricedModel = Pick<CompiledFacility, 'nodeTypes'> & {
  /** Names by task index. */
  readonly taskNames: readonly string[];
};

/**
 * Pricing: given task prices mu (reward per completed task; below 0 where completing one costs) and a power price pi (reward/s per
 * kW, of any sign), the best whole-node configuration of a node type,
 *
 *   V(pi) = max over configurations s of  sum_i mu_i rate_is - pi w_s,
 *
 * separable by P-state once the multiset of tasks is fixed. V is convex and piecewise linear in pi, and V >= 0 (idle).
 */
export interface PricingOracle {
  readonly type: number;
  /**
   * Configuration of a node on standby, worth 0, if nodes may be on standby. V is then the value of a node that is on,
   * and may be negative. Absent if nodes stay on.
   */
  readonly standby?: Configuration;
  /**
   * Returns the best configuration at one price.
   *
   * @param known configuration that may be best: searches begin with it, and return it if none is better by more than
   * their tolerance; other pricings ignore it
   */
  best(taskPrice: Float64Array, powerPricePerKW: number, known?: Configuration): PricedConfiguration;
  /** Returns the configurations whose value is within `loss` of V at one price, best first, at most `limit`. */
  nearBest(taskPrice: Float64Array, powerPricePerKW: number, loss: number, limit: number): ValuedConfiguration[];
  /** Number of evaluations of V so far (work counter). */
  readonly evaluations: number;
}

export interface ValuedConfiguration {
  readonly configuration: Configuration;
  /** Value at the prices: sum_i mu_i rate_i - pi w. */
  readonly value: number;
}

export interface PricedConfiguration extends ValuedConfiguration {
  /** Upper bound on V: `value` itself, or slightly more if a search ends within a tolerance. */
  readonly upperBound: number;
}
