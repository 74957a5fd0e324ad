import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { meanOverNodes } from './aggregation.js';
import type { LagrangianBound } from '../bound/bound.js';
import type { Grouping } from './grouping.js';
import type { Master } from './master.js';

/** Number of columns each group starts with besides its best one. */
const SEEDS = 4;

/**
 * Adds the first columns of every group: the best configuration at its first price and its neighbours on the envelope.
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

/** Adds every group's best configuration at its price; returns the number of new ones. */
export function priceOut(bound: LagrangianBound, master: Master, model: RewardRateModel, { groups }: Grouping): number {
  let added = 0;
  for (const [g, group] of groups.entries()) {
    const price = meanOverNodes(model, group, bound.zonePowerPrice);
    const onPrice = meanOverNodes(model, group, bound.zoneOnPrice);
    if (master.addColumn(g, bound.envelopes[group.type]!.bestAt(price, onPrice).configuration)) added++;
  }
  return added;
}
