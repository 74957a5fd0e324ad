import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PriceEnvelope, PricingOracle } from '../../../../pricing/pricing.js';
import {
  clipped,
  envelopesOf,
  finite,
  type PricedRows,
  worthWithoutNodes,
  zonePowerPrices,
} from '../room-program/bound.js';
import type { AwakeRanges, AwakeSet } from './awake-sets.js';

/** Bound on the plans of a branch, with prices of power for column generation. */
export interface AwakeBound {
  /** Upper bound on the reward of every plan in the branch, reward/s. */
  readonly value: number;
  /** Price of core power in each zone (pi_b for zone b), reward/s per kW. */
  readonly zonePowerPrice: Float64Array;
  readonly envelopes: readonly PriceEnvelope[];
}

/**
 * Returns the Lagrangian bound on plans whose numbers of running nodes lie in given ranges. It is valid at any dual
 * values; `count` has those of the sets of zones (docs/reward-rate/whole-standby.md).
 *
 * L = sum_i (r_i - mu_i) lambda_i + sum_r y_r rhs_r + max over T of (- sum_r y_r a_r) T + sum_S max over its range of
 * q_S k + sum_b max over its range of a (A(pi_b) - sum of q_S over the sets with b) + sum of n_b V(pi_b) over zones
 * whose nodes stay on
 *
 * Indices: i task type, r row, S set of zones, b zone. mu, y and q are dual values, pi_b the price of power, k and a
 * numbers of running nodes. A is an upper bound on the value of a running node, V on that of any node. r_i is the
 * reward of a task, lambda_i the arrival rate, a_r the coefficient of the set-point T, n_b the zone's number of nodes.
 */
export function awakeBound(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  sets: readonly AwakeSet[],
  { lower, upper }: AwakeRanges,
  { rows, prices: raw }: Pick<PricedRows, 'rows' | 'prices'>,
): AwakeBound {
  const prices = clipped(model, raw);
  const zonePowerPrice = zonePowerPrices(model, rows, prices);
  const envelopes = envelopesOf(model, oracles, prices, zonePowerPrice);
  let value = worthWithoutNodes(model, rows, prices);
  const paid = new Float64Array(model.zones.length);
  const singleOf = new Int32Array(model.zones.length).fill(-1);
  for (const [n, { zones }] of sets.entries()) {
    if (zones.length === 1) {
      singleOf[zones[0]!] = n;
      continue;
    }
    const q = finite(raw.count?.[n] ?? 0);
    if (q === 0) continue;
    value += q * (q > 0 ? upper[n]! : lower[n]!);
    for (const b of zones) paid[b]! += q;
  }
  for (const [b, { type, nodeCount }] of model.zones.entries()) {
    const price = zonePowerPrice[b]!;
    const single = singleOf[b]!;
    if (single < 0) value += nodeCount * envelopes[type]!.upperBound(price);
    else {
      const worth = envelopes[type]!.upperBoundOn(price) - paid[b]!;
      value += worth * (worth > 0 ? upper[single]! : lower[single]!);
    }
  }
  return { value, zonePowerPrice, envelopes };
}
