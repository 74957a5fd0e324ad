import type { Configuration } from '../../models/facility/configuration.js';
import type { CompiledFacility } from '../../models/facility/compiled.js';

/** The parts of a facility model that pricing needs. */
export type PricedModel = Pick<CompiledFacility, 'nodeTypes'> & {
  /** Names of the global task types. */
  readonly taskNames: readonly string[];
};

/**
 * Pricing subproblem of column generation: finds the best configuration of a whole node of one type for given dual
 * values,
 *
 * V(pi) = max over configurations s of  sum over task types i of mu_i rate_is - pi w_s.
 *
 * mu_i is the price of task type i (reward per completed task; below 0 where completing one costs). pi is the power
 * price (reward/s per kW, of any sign). rate_is is the completion rate and w_s the core power of configuration s.
 *
 * Once the multiset of task types is fixed, each P-state is optimized by itself. V is convex and piecewise linear in
 * pi, and V >= 0, the value of an idle node.
 */
export interface PricingOracle {
  readonly type: number;
  /** Number of configurations that a node runs at a time: its cores if each is of one core; absent: 1. */
  readonly unitsPerNode?: number;
  /**
   * Configuration of a node on standby, with value 0; absent if nodes may not be on standby. If present, the best value
   * refers to a node that is on, and may be negative.
   */
  readonly standby?: Configuration;
  /**
   * Returns the most valuable configuration at given task prices and one power price.
   *
   * @param known configuration to start from; branch and bound returns it if none is better by more than the tolerance
   */
  best(taskPrice: Float64Array, powerPricePerKW: number, known?: Configuration): PricedConfiguration;
  /** Returns the best configurations, best first: at most `limit`, of values at most `loss` below the best. */
  nearBest(taskPrice: Float64Array, powerPricePerKW: number, loss: number, limit: number): ValuedConfiguration[];
  /** Number of evaluations so far, as a measure of work. */
  readonly evaluations: number;
}

export interface ValuedConfiguration {
  readonly configuration: Configuration;
  /** Value at the given prices, reward/s: sum of task price x completion rate, minus power price x core power. */
  readonly value: number;
}

export interface PricedConfiguration extends ValuedConfiguration {
  /**
   * Upper bound on the value of any configuration, reward/s. It is `value`, or slightly more if a search ended within
   * its tolerance.
   */
  readonly upperBound: number;
}
