import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { idleOf } from '../room-program/rounding-configurations.js';
import { bindingRewards, type NearConfigurations } from './near-configurations.js';
import { type Place, wholeShares } from './whole-shares.js';

/**
 * Weight of a configuration's loss relative to the rounding error that the configuration leaves. The loss is how much
 * worse the configuration is than the best one, at the bound's dual values. Later nodes can make up for an error but
 * not for a loss.
 */
const LOSS_WEIGHT = 10;

/**
 * Rounds the LP's fractional numbers of nodes to one configuration per node by error diffusion. Each node in turn takes
 * the configuration that best makes up for the errors of all earlier ones, in the rates and in the cost of power.
 * Limits may be exceeded a little.
 */
export function diffused(
  model: RewardRateModel,
  used: MasterSolution['used'],
  bound: LagrangianBound,
  near: NearConfigurations,
): Configuration[][] {
  const tasks = model.taskNames.length;
  const { nodes, open } = wholeShares(model, used);
  const weight = bindingRewards(model, bound);
  const owedPerS = new Float64Array(tasks);
  let owedWorth = 0;
  const owe = (zone: number, { ratePerS, coreW }: Configuration, units: number): void => {
    for (let i = 0; i < tasks; i++) owedPerS[i]! += units * ratePerS[i]!;
    owedWorth += (units * bound.zonePowerPrice[zone]! * coreW) / W_PER_KW;
  };
  const distance = (zone: number, { ratePerS, coreW }: Configuration): number => {
    let sum = Math.abs(owedWorth - (bound.zonePowerPrice[zone]! * coreW) / W_PER_KW);
    for (let i = 0; i < tasks; i++) sum += weight[i]! * Math.abs(owedPerS[i]! - ratePerS[i]!);
    return sum;
  };
  const openOf = new Map<number, Place[]>();
  for (const place of open) openOf.set(place.zone, [...(openOf.get(place.zone) ?? []), place]);
  for (const [zone, places] of openOf) {
    for (const { configuration, units } of used[zone]!) owe(zone, configuration, units);
    const taken = new Set(places.map(({ node }) => node));
    for (const [n, configuration] of nodes[zone]!.entries()) if (!taken.has(n)) owe(zone, configuration, -1);
    const own = used[zone]!.map(({ configuration }) => configuration);
    for (const { node } of places) {
      let best = idleOf(model, zone);
      let least = Infinity;
      for (const configuration of [best, ...own, ...near.of(zone)]) {
        const cost = LOSS_WEIGHT * near.lossOf(zone, configuration) + distance(zone, configuration);
        if (cost < least) [best, least] = [configuration, cost];
      }
      nodes[zone]![node] = best;
      owe(zone, best, -1);
    }
  }
  return nodes;
}
