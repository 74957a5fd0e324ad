import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { EventSeries } from '../methods/outcome.js';

/**
 * Prices that a policy charged, as means over the mapping events of the measured time. That of energy is for a run that
 * takes next to none of it: larger runs pay more, and full power limits come on top (docs/utility/results.md).
 */
export interface ChargedMeans {
  /** Price of energy, utility/MJ; 0 counts where nothing was charged. Null with a tariff. */
  readonly utilityPerMJ: number | null;
  /** Price of money, utility/USD; 0 counts where nothing was charged. Null without a tariff. */
  readonly utilityPerUsd: number | null;
  /** Price of a node, utility per node-hour: mean over all nodes; null if none was ever known. */
  readonly utilityPerNodeH: number | null;
}

/** Returns the mean prices that a policy charged; null if it puts no price on nodes and energy. */
export function chargedMeans(
  { pools, measuredFromS, charging }: Pick<UtilityModel, 'pools' | 'measuredFromS' | 'charging'>,
  { timeS, price, nodePrice }: Pick<EventSeries, 'timeS' | 'price' | 'nodePrice'>,
): ChargedMeans | null {
  if (nodePrice.length === 0) return null;
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
  let [events, perJ, priced, perNodeS] = [0, 0, 0, 0];
  for (let e = 0; e < timeS.length; e++) {
    if (timeS[e]! < measuredFromS) continue;
    events++;
    if (!Number.isNaN(price[e]!)) perJ += price[e]!;
    if (Number.isNaN(nodePrice[e * pools.length]!)) continue;
    priced++;
    for (let j = 0; j < pools.length; j++) perNodeS += (nodePrice[e * pools.length + j]! * pools[j]!.nodes) / nodes;
  }
  const mean = events === 0 ? 0 : perJ / events;
  return {
    utilityPerMJ: charging === undefined ? mean * J_PER_MJ : null,
    utilityPerUsd: charging === undefined ? null : mean / charging.usdPerJ,
    utilityPerNodeH: priced === 0 ? null : (perNodeS / priced) * S_PER_H,
  };
}
