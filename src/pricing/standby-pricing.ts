import { W_PER_KW } from '../../models/units.js';
import { type Configuration, idleConfiguration } from '../../models/facility/configuration.js';
import type { PricingOracle } from './pricing-oracle.js';

/**
 * Returns the pricing of a node type whose nodes may be on standby, from its pricing U without standby. A node that is
 * on draws `wakeW` more power than on standby, even if idle. So its best value at the power price pi is
 *
 * A(pi) = U(pi) - pi wakeW
 *
 * A is convex in pi, as U is, and may be negative. A node on standby has value 0.
 */
export function standbyPricingOracle(
  stayingOn: PricingOracle,
  wakeW: number,
  localTasks: number,
  globalTasks: number,
): PricingOracle {
  const { type } = stayingOn;
  const on = (configuration: Configuration): Configuration => ({
    ...configuration,
    coreW: configuration.coreW + wakeW,
  });
  return {
    type,
    standby: idleConfiguration(type, localTasks, globalTasks),
    get evaluations() {
      return stayingOn.evaluations;
    },
    best(taskPrice, powerPricePerKW) {
      const wakeWorth = (powerPricePerKW * wakeW) / W_PER_KW;
      const { configuration, value, upperBound } = stayingOn.best(taskPrice, powerPricePerKW);
      return { configuration: on(configuration), value: value - wakeWorth, upperBound: upperBound - wakeWorth };
    },
    nearBest(taskPrice, powerPricePerKW, loss, limit) {
      const wakeWorth = (powerPricePerKW * wakeW) / W_PER_KW;
      return stayingOn
        .nearBest(taskPrice, powerPricePerKW, loss, limit)
        .map(({ configuration, value }) => ({ configuration: on(configuration), value: value - wakeWorth }));
    },
  };
}
