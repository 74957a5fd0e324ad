import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby.js';
import { isRobust } from '../../../../../models/families/reward-rate/worst-case.js';
import type { LagrangianBound } from './bound.js';

/** Worth of one more node of a type that may be on standby, at the prices of a bound. */
export interface SleepingNode {
  readonly nodeType: string;
  /** Upper bound on the rise of the bound, reward/s, with the node where this is most. */
  readonly worthPerS: number;
}

/**
 * Returns the worth of letting one more node of a type be on standby, for types whose nodes of some group all stay on:
 * the power saved, at the price of power in its zone, less what a node there is worth
 * (docs/reward-rate/standby.md#one-more-node-asleep). Types for which this is not positive, or whose fans would change
 * the air, are left out; so are all types if plans are robust, as prices are then for the worst powers and these are
 * the stated ones.
 */
export function sleepingNodes(
  { instance, matrix, zones, nodeTypes, asleep }: RewardRateModel,
  { zonePowerPrice, zoneOnPrice, envelopes }: Pick<LagrangianBound, 'zonePowerPrice' | 'zoneOnPrice' | 'envelopes'>,
): SleepingNode[] {
  // Zones of a fallback are nodes of a plan that run alike: none of them may do anything new.
  const isOfPlan = zones.length !== matrix.zones.length;
  if (asleep !== undefined || isOfPlan || isRobust(instance)) return [];
  return instance.facility.nodeTypes.flatMap((type) => {
    const standby = standbyOf(type);
    if (standby === null) return [];
    const { airFlowM3PerS, sleepAirFlowM3PerS, offAirFlowM3PerS } = type;
    const flow = (standby.state === 'off' ? offAirFlowM3PerS : sleepAirFlowM3PerS) ?? airFlowM3PerS;
    if (flow !== airFlowM3PerS) return [];
    const savedKW = (type.idlePowerW - standby.powerW) / (type.psuEfficiency ?? 1) / 1000;
    const worthPerS = zones.reduce((most, zone, b) => {
      const staysOn = matrix.zones[b]!.nodeType === type.name && nodeTypes[zone.type]!.wakeW === undefined;
      if (!staysOn) return most;
      const price = zonePowerPrice[b]!;
      return Math.max(most, price * savedKW - envelopes[zone.type]!.upperBound(price, zoneOnPrice[b]));
    }, 0);
    return worthPerS > 0 ? [{ nodeType: type.name, worthPerS }] : [];
  });
}
