import { W_PER_KW } from '../../../../../models/units.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby-state.js';
import { isRobust } from '../../../../../models/families/reward-rate/worst-case.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import type { LagrangianBound } from '../room-program/bound.js';

/** Estimated gain if one more node of a type may go on standby. */
export interface SleepingNode {
  readonly nodeType: string;
  /**
   * Upper bound on the rise of the reward bound if one node of this type may go on standby, reward/s; the maximum over
   * its zones.
   */
  readonly worthPerS: number;
}

/**
 * Returns the marginal value of one more node that may go on standby, by node type
 * (docs/reward-rate/standby.md#one-more-node-asleep). It is the value of the power saved minus what a node earns in the
 * zone.
 *
 * Types are omitted if the value is not positive, if their standby would change the air flow, or if all their nodes may
 * already be on standby. The list is empty for robust plans, because the dual values then belong to worst-case powers.
 * It is also empty for fallback plans and if the nodes on standby are fixed.
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
    const savedKW = atWallW(type, type.idlePowerW - standby.powerW) / W_PER_KW;
    const worthPerS = zones.reduce((most, zone, b) => {
      const staysOn = matrix.zones[b]!.nodeType === type.name && nodeTypes[zone.type]!.wakeW === undefined;
      if (!staysOn) return most;
      const price = zonePowerPrice[b]!;
      return Math.max(most, price * savedKW - envelopes[zone.type]!.upperBound(price, zoneOnPrice[b]));
    }, 0);
    return worthPerS > 0 ? [{ nodeType: type.name, worthPerS }] : [];
  });
}
