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

/** Configurations that plans may use, and on how many nodes. */
export interface PoolLimits {
  readonly model: RewardRateModel;
  readonly pool: { readonly byZone: readonly (readonly PoolConfiguration[])[] };
  /** [zone][configuration of its pool]: largest number of nodes that may run it. */
  readonly mostUnits: readonly Float64Array[];
  readonly splits: readonly Split[];
}

/** Bound of a branch of the search tree, and how much each configuration lowers it. */
export interface BranchBound {
  /** Upper bound on the reward of every plan in the branch, reward/s. */
  readonly value: number;
  /** [zone][configuration]: decrease of the bound for each further node that runs the configuration, reward/s. */
  readonly loss: readonly Float64Array[];
  /** Price of core power in each zone (pi_b for zone b), reward/s per kW. */
  readonly powerPrice: Float64Array;
}

/**
 * Returns the Lagrangian bound of a branch. It holds for all plans that use the pool's configurations and keep the
 * branch's ranges of splits (sets of configurations of one zone). It is valid at any dual values
 * (docs/reward-rate/one-configuration.md).
 *
 * L = sum_i (r_i - mu_i) lambda_i + sum_r y_r rhs_r - sum_h y_h m_h + max over T of (- sum_r y_r a_r) T + sum_q max
 * over its range of y_q k + sum_b max { sum_s v_bs z_bs : 0 <= z_bs <= most_bs, sum_s z_bs = n_b }
 *
 * v_bs = sum_i mu_i used_is - pi_b w_s + (y_h where it is on) - (y_q of the splits it is in)
 *
 * Indices: i task type, r coupling row, h minimum of m_h running nodes, q split, b zone, s configuration.
 *
 * mu and y are dual values, pi_b the price of power, k the number of nodes in a split, z_bs the number of nodes with a
 * configuration, w_s its core power. r_i is the reward of a task, lambda_i the arrival rate, a_r the coefficient of the
 * set-point T, n_b the zone's number of nodes.
 */
export function branchBound(
  { model, pool, mostUnits, splits }: PoolLimits,
  ranges: readonly CountRange[],
  { rows, prices: raw }: Pick<PricedRows, 'rows' | 'prices'>,
): BranchBound {
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
  const loss = worth.map((ofZone, b) => {
    const order = [...ofZone.keys()].sort((s, t) => ofZone[t]! - ofZone[s]!);
    let left = model.zones[b]!.nodeCount;
    let last = 0;
    for (const s of order) {
      if (left === 0) break;
      const units = Math.min(left, mostUnits[b]![s]!);
      if (units === 0) continue;
      value += units * ofZone[s]!;
      left -= units;
      last = ofZone[s]!;
    }
    // No plan of the branch has a full zone then.
    if (left > 0) value = -Infinity;
    return ofZone.map((one) => last - one);
  });
  return { value, loss, powerPrice };
}

/**
 * Lowers the largest number of nodes that may run a configuration to what plans with a higher reward than
 * `knownRewardPerS` can have.
 */
export function tighten(
  limits: Pick<PoolLimits, 'mostUnits'> & { setMost(zone: number, position: number, most: number): void },
  { value, loss }: BranchBound,
  knownRewardPerS: number,
): void {
  const spare = value - knownRewardPerS;
  for (const [b, ofZone] of loss.entries()) {
    for (const [s, each] of ofZone.entries()) {
      const before = limits.mostUnits[b]![s]!;
      if (each * before <= spare) continue;
      const most = Math.max(0, Math.floor((spare / each) * (1 + 1e-9)));
      if (most < before) limits.setMost(b, s, most);
    }
  }
}
