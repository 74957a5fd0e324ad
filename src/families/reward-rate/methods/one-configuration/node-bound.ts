import { W_PER_KW } from '../../../../../models/units.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  clipped,
  finite,
  type PricedRows,
  worthWithoutNodes,
  zoneOnPrices,
  zonePowerPrices,
} from '../room-program/bound.js';
import type { CountRange, Split } from '../room-program/proof.js';
import type { PoolConfiguration } from './pool.js';

/** Configurations that plans may use, and the splits whose nodes are counted. */
interface CountedPool {
  readonly model: RewardRateModel;
  readonly pool: { readonly byZone: readonly (readonly PoolConfiguration[])[] };
  readonly splits: readonly Split[];
}

/**
 * Returns the Lagrangian bound of a branch. It holds for all plans that use the pool's configurations and keep the
 * branch's ranges of splits (sets of configurations of one zone). It is valid at any dual values
 * (docs/reward-rate/one-configuration.md). `value` is the bound, reward/s, and `powerPrice` the price of core
 * power in each zone (pi_b for zone b), reward/s per kW.
 *
 * L = sum_i (r_i - mu_i) lambda_i + sum_r y_r rhs_r - sum_h y_h m_h + max over T of (- sum_r y_r a_r) T + sum_q max
 * over its range of y_q k + sum_b n_b max_s v_bs
 *
 * v_bs = sum_i mu_i used_is - pi_b w_s + (y_h where it is on) - (y_q of the splits it is in)
 *
 * Indices: i task type, r coupling row, h minimum of m_h running nodes, q split, b zone, s configuration.
 *
 * mu and y are dual values, pi_b the price of power, k the number of nodes in a split, w_s the core power of a
 * configuration. r_i is the reward of a task, lambda_i the arrival rate, a_r the coefficient of the set-point T, n_b the
 * zone's number of nodes.
 */
export function branchBound(
  { model, pool, splits }: CountedPool,
  ranges: readonly CountRange[],
  { rows, prices: raw }: Pick<PricedRows, 'rows' | 'prices'>,
): { readonly value: number; readonly powerPrice: Float64Array } {
  const prices = clipped(model, raw);
  const powerPrice = zonePowerPrices(model, rows, prices);
  const onPrice = zoneOnPrices(model, prices);
  let value = worthWithoutNodes(model, rows, prices);
  const worth = pool.byZone.map((ofZone, b) =>
    Float64Array.from(ofZone, ({ usedPerS, coreW, isOn }) => {
      let sum = (-powerPrice[b]! * coreW) / W_PER_KW + (isOn ? onPrice[b]! : 0);
      for (let i = 0; i < usedPerS.length; i++) sum += prices.task[i]! * usedPerS[i]!;
      return sum;
    }),
  );
  for (const { count, lower, upper } of ranges) {
    const raised = finite(raw.count?.[count] ?? 0);
    const y = upper === Infinity ? Math.min(0, raised) : lower === -Infinity ? Math.max(0, raised) : raised;
    if (y === 0) continue;
    value += y * (y > 0 ? upper : lower);
    const { zone, within } = splits[count]!;
    for (const [s, isWithin] of within.entries()) if (isWithin) worth[zone]![s]! -= y;
  }
  for (const [b, { nodeCount }] of model.zones.entries()) {
    value += nodeCount * worth[b]!.reduce((most, one) => Math.max(most, one), -Infinity);
  }
  return { value, powerPrice };
}
