import { W_PER_KW } from '../../../../../models/units.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { clipped, type Prices, zoneOnPrices, zonePowerPrices } from '../room-program/bound.js';
import { commonSetPointColumn, type CouplingRow } from '../room-program/coupling.js';
import type { PoolConfiguration } from './pool.js';
import type { Split, SplitRange } from './pool-program.js';

/** Bound of a branch of the search tree, and how much each configuration lowers it. */
export interface BranchBound {
  /** Upper bound on the reward of every plan in the branch, reward/s. */
  readonly value: number;
  /** [zone][configuration]: decrease of the bound for each further node that runs the configuration, reward/s. */
  readonly loss: readonly Float64Array[];
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
  model: RewardRateModel,
  pool: readonly (readonly PoolConfiguration[])[],
  most: readonly Float64Array[],
  rows: readonly CouplingRow[],
  raw: Prices,
  splits: readonly Split[],
  ranges: readonly SplitRange[],
  splitPrice: Float64Array,
): BranchBound {
  const prices = clipped(model, raw);
  const powerPrice = zonePowerPrices(model, rows, prices);
  const onPrice = zoneOnPrices(model, prices);
  let value = 0;
  for (const [h, { nodes }] of minimumsOf(model).entries()) value -= (prices.on?.[h] ?? 0) * nodes;
  for (const [i, reward] of model.rewardPerTask.entries()) {
    value += (reward - prices.task[i]!) * model.arrivalRatePerS[i]!;
  }
  const [setPoint] = commonSetPointColumn(model);
  let perC = 0;
  for (const [r, row] of rows.entries()) {
    const y = prices.coupling[r] ?? 0;
    value += y * row.rhs;
    for (const term of row.side) perC -= y * term.value;
  }
  if (perC !== 0) value += perC * (perC > 0 ? setPoint!.upper : setPoint!.lower);
  const worth = pool.map((ofZone, b) =>
    Float64Array.from(ofZone, ({ usedPerS, coreW, isOn }) => {
      let sum = (-powerPrice[b]! * coreW) / W_PER_KW + (isOn ? onPrice[b]! : 0);
      for (let i = 0; i < usedPerS.length; i++) sum += prices.task[i]! * usedPerS[i]!;
      return sum;
    }),
  );
  for (const { split, lower, upper } of ranges) {
    const raised = Number.isFinite(splitPrice[split]!) ? splitPrice[split]! : 0;
    const y = upper === Infinity ? Math.min(0, raised) : lower === -Infinity ? Math.max(0, raised) : raised;
    if (y === 0) continue;
    value += y * (y > 0 ? upper : lower);
    const { zone, within } = splits[split]!;
    for (let s = 0; s < within.length; s++) if (within[s]) worth[zone]![s]! -= y;
  }
  const loss = worth.map((ofZone, b) => {
    const order = [...ofZone.keys()].sort((s, t) => ofZone[t]! - ofZone[s]!);
    let left = model.zones[b]!.nodeCount;
    let last = 0;
    for (const s of order) {
      if (left === 0) break;
      const units = Math.min(left, most[b]![s]!);
      if (units === 0) continue;
      value += units * ofZone[s]!;
      left -= units;
      last = ofZone[s]!;
    }
    // No plan of the branch has a full zone then.
    if (left > 0) value = -Infinity;
    return ofZone.map((one) => last - one);
  });
  return { value, loss };
}
