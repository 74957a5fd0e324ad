import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { type LagrangianBound, unitsPerNode } from './bound.js';
import { classesOfZones } from './aggregation.js';
import { type Grouping, groupingOf } from './grouping.js';

/**
 * Groups zones such that little is lost at the dual values of a bound (docs/reward-rate/aggregation.md, "Groups by
 * price"). Zones with the same class and the same `homeOf` are taken in order of their price of power. A zone joins the
 * current group as long as the group's loss stays small. The loss is the sum over the group's zones b of
 *
 * n_b (V(pi_b) - V(mean price))
 *
 * n_b is the number of nodes, V the best value of a node at a price, pi_b the zone's price. A group may lose `share` of
 * the bound times its fraction of all nodes. So all groups together lose at most the fraction `share` of the bound.
 *
 * @param homeOf [zone]: class number; zones of one class have prices that change together when set-points change
 */
export function pricedGroups(
  model: RewardRateModel,
  { value, zonePowerPrice, zoneOnPrice, envelopes }: LagrangianBound,
  oracles: readonly PricingOracle[],
  homeOf: Int32Array,
  share: number,
): Grouping {
  const { zones } = model;
  const classes = classesOfZones(model);
  const allNodes = zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const perNode = (share * Math.abs(value)) / allNodes;
  const order = [...zones.keys()].sort(
    (a, b) => classes[a]! - classes[b]! || homeOf[a]! - homeOf[b]! || zonePowerPrice[a]! - zonePowerPrice[b]! || a - b,
  );
  const worth = (b: number, price: number): number => {
    const { type } = zones[b]!;
    return unitsPerNode(oracles[type]!) * envelopes[type]!.upperBound(price, zoneOnPrice[b]);
  };
  const members: number[][] = [];
  let [nodes, paid, apart] = [0, 0, 0];
  for (const b of order) {
    const first = members.at(-1)?.[0];
    const n = zones[b]!.nodeCount;
    const alike = first !== undefined && classes[first] === classes[b] && homeOf[first] === homeOf[b];
    if (!alike) [nodes, paid, apart] = [0, 0, 0];
    nodes += n;
    paid += n * zonePowerPrice[b]!;
    apart += n * worth(b, zonePowerPrice[b]!);
    if (alike && apart - nodes * worth(b, paid / nodes) <= perNode * nodes) members.at(-1)!.push(b);
    else {
      members.push([b]);
      [nodes, paid, apart] = [n, n * zonePowerPrice[b]!, n * worth(b, zonePowerPrice[b]!)];
    }
  }
  return groupingOf(model, members);
}
