import { type Configuration, idleConfiguration } from '../../models/facility/configuration.js';
import type { PricingOracle, ValuedConfiguration } from './pricing-oracle.js';

/**
 * Pricing of a node type whose nodes may be on standby, from its pricing without: every configuration of a node that is awake, the
 * idle one included, draws `wakeW` more, and a node on standby is worth 0. So
 *
 *   V(pi) = max(0, U(pi) - pi wakeW)
 *
 * for the pricing U of a node that stays on: convex in pi, as U is.
 */
export function standbyPricingOracle(
  stayingOn: PricingOracle,
  wakeW: number,
  localTasks: number,
  globalTasks: number,
): PricingOracle {
  const { type } = stayingOn;
  const asleep: ValuedConfiguration = { configuration: idleConfiguration(type, localTasks, globalTasks), value: 0 };
  const awake = (configuration: Configuration): Configuration => ({
    ...configuration,
    coreW: configuration.coreW + wakeW,
  });
  return {
    type,
    get evaluations() {
      return stayingOn.evaluations;
    },
    best(taskPrice, powerPricePerKW) {
      const wakeWorth = (powerPricePerKW * wakeW) / 1000;
      const { configuration, value, upperBound } = stayingOn.best(taskPrice, powerPricePerKW);
      const worth = value - wakeWorth;
      const most = Math.max(0, upperBound - wakeWorth);
      return worth > 0
        ? { configuration: awake(configuration), value: worth, upperBound: Math.max(worth, most) }
        : { ...asleep, upperBound: most };
    },
    nearBest(taskPrice, powerPricePerKW, loss, limit) {
      const wakeWorth = (powerPricePerKW * wakeW) / 1000;
      const most = stayingOn.best(taskPrice, powerPricePerKW).value - wakeWorth;
      const least = Math.max(0, most) - loss;
      const near = most < least ? [] : stayingOn.nearBest(taskPrice, powerPricePerKW, most - least, limit);
      const all = near.map(({ configuration, value }) => ({
        configuration: awake(configuration),
        value: value - wakeWorth,
      }));
      if (least <= 0) all.push(asleep);
      return all.sort((one, other) => other.value - one.value).slice(0, limit);
    },
  };
}
