import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import type { CouplingRow } from './coupling.js';
import { type PriceEnvelope, priceEnvelope, type PricingOracle } from './pricing.js';

/** Prices of the relaxed constraints. Any non-negative values give a valid bound. */
export interface Prices {
  /** mu_i, reward per completed task of type i; clipped to [0, r_i]. Length tasks. */
  readonly task: Float64Array;
  /** One per coupling row. */
  readonly coupling: Float64Array;
}

export interface LagrangianBound {
  /** No admissible plan earns more than this, reward/s. */
  readonly value: number;
  readonly prices: Prices;
  /** pi_b, reward/s per kW of core power in zone b. */
  readonly zonePowerPrice: Float64Array;
  readonly envelopes: readonly PriceEnvelope[];
}

/**
 * The Lagrangian bound at given prices, from the model alone (no number of the LP engine but the prices enters):
 *
 *   L = sum_i (r_i - mu_i) lambda_i + sum_rows y rhs + max_T in [Tmin,Tmax] (-sum_rows y a_T) T + sum_b n_b V_type(b)(pi_b)
 *
 * with pi_b = sum_rows y a_b. V comes from chords between exactly evaluated prices, so it is never below the true V.
 * Proof: docs/methods/config-lp.md. `unitsPerNode` is 1 for whole-node configurations (cores when a core is the unit).
 */
export function lagrangianBound(
  problem: RewardRateProblem,
  oracles: readonly PricingOracle[],
  unitsPerNode: readonly number[],
  rows: readonly CouplingRow[],
  raw: Prices,
): LagrangianBound {
  const prices = clipped(problem, raw);
  const zonePowerPrice = zonePowerPrices(problem, rows, prices);
  let value = 0;
  let setPointCoefficient = 0;
  for (const [r, row] of rows.entries()) {
    const y = prices.coupling[r] ?? 0;
    value += y * row.rhs;
    setPointCoefficient -= y * row.setPointCoefficient;
  }
  value += Math.max(setPointCoefficient * problem.setPointMinC, setPointCoefficient * problem.setPointMaxC);
  for (const [i, reward] of problem.rewardPerTask.entries()) {
    value += (reward - prices.task[i]!) * problem.arrivalRatePerS[i]!;
  }
  const envelopes = oracles.map((oracle) => {
    let least = Infinity;
    let most = -Infinity;
    for (const [b, zone] of problem.zones.entries()) {
      if (zone.type !== oracle.type) continue;
      least = Math.min(least, zonePowerPrice[b]!);
      most = Math.max(most, zonePowerPrice[b]!);
    }
    return least <= most ? priceEnvelope(oracle, prices.task, least, most) : priceEnvelope(oracle, prices.task, 0, 0);
  });
  for (const [b, zone] of problem.zones.entries()) {
    value += zone.nodeCount * unitsPerNode[zone.type]! * envelopes[zone.type]!.upperBound(zonePowerPrice[b]!);
  }
  return { value, prices, zonePowerPrice, envelopes };
}

/** Prices as the bound uses them: finite, not negative, no task worth more than its reward. */
export function clipped(problem: RewardRateProblem, raw: Prices): Prices {
  return {
    task: raw.task.map((mu, i) => Math.min(Math.max(0, finite(mu)), problem.rewardPerTask[i]!)),
    coupling: raw.coupling.map((y) => Math.max(0, finite(y))),
  };
}

/** pi_b = sum_rows y a_b, reward/s per kW of core power in zone b. */
export function zonePowerPrices(
  problem: RewardRateProblem,
  rows: readonly CouplingRow[],
  prices: Prices,
): Float64Array {
  const perZone = new Float64Array(problem.zones.length);
  for (const [r, row] of rows.entries()) {
    const y = prices.coupling[r] ?? 0;
    if (y === 0) continue;
    for (let b = 0; b < perZone.length; b++) perZone[b]! += y * row.zoneCoefficient[b]!;
  }
  return perZone;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
