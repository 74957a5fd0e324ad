import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { meanOverNodes } from './aggregation.js';
import type { LagrangianBound } from '../bound/bound.js';
import type { Grouping } from './grouping.js';
import type { Master } from './master.js';

/**
 * Number of initial LP columns for each group of zones, besides the best configuration at the group's price of power.
 */
const SEEDS = 4;

/**
 * Adds the initial columns of every group of zones: the best configurations at the group's and at neighbouring prices
 * of power.
 */
export function seed(bound: LagrangianBound, master: Master, model: RewardRateModel, { groups }: Grouping): void {
  for (const [g, group] of groups.entries()) {
    const envelope = bound.envelopes[group.type]!;
    const price = meanOverNodes(model, group, bound.zonePowerPrice);
    const onPrice = meanOverNodes(model, group, bound.zoneOnPrice);
    const near = [...envelope.points].sort((p, q) => Math.abs(p.price - price) - Math.abs(q.price - price));
    for (const point of [envelope.bestAt(price, onPrice), ...near.slice(0, SEEDS)])
      master.addColumn(g, point.configuration);
  }
  master.flush();
}

/** Adds the best configuration of every group of zones at its price of power. Returns the number of new columns. */
export function priceOut(bound: LagrangianBound, master: Master, model: RewardRateModel, { groups }: Grouping): number {
  let added = 0;
  for (const [g, group] of groups.entries()) {
    const price = meanOverNodes(model, group, bound.zonePowerPrice);
    const onPrice = meanOverNodes(model, group, bound.zoneOnPrice);
    if (master.addColumn(g, bound.envelopes[group.type]!.bestAt(price, onPrice).configuration)) added++;
  }
  return added;
}
