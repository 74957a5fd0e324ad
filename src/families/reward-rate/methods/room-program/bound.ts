import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { commonSetPointColumn, type CouplingRow, type SideColumn } from './coupling.js';
import { type PriceEnvelope, priceEnvelope, type PricingOracle } from '../../../../pricing/pricing.js';

/** Dual values of the relaxed constraints. Any non-negative values give a valid bound. */
export interface Prices {
  /** Dual value of the arrival limit of each task type (mu_i), reward per task; from 0 to the reward r_i of a task. */
  readonly task: Float64Array;
  /**
   * Dual value of each coupling row (an LP row over several zones). Some rows are equalities that define an LP column.
   * Their dual values may have any sign and are recomputed from the others.
   */
  readonly coupling: Float64Array;
  /** Dual value of each limit "at least this number of nodes must run", reward/s per node; absent: all 0. */
  readonly on?: Float64Array;
}

export interface LagrangianBound {
  /** Upper bound on the reward of every admissible plan, reward/s. */
  readonly value: number;
  readonly prices: Prices;
  /** Price of core power in each zone (pi_b for zone b), reward/s per kW. */
  readonly zonePowerPrice: Float64Array;
  /**
   * [zone]: bonus for each running node, reward/s. The bonus is the dual value of the minimum number of running nodes
   * to which the zone's nodes count; 0 if there is no such minimum.
   */
  readonly zoneOnPrice: Float64Array;
  readonly envelopes: readonly PriceEnvelope[];
}

/**
 * Returns the Lagrangian bound at given dual values. It is computed from the model alone; only the dual values come
 * from the LP engine:
 *
 * L = sum_i (r_i - mu_i) lambda_i + sum_rows y rhs + sum_side max over [lower,upper] of (cost - sum_rows y a) column
 *
 * + sum_b n_b V_type(b)(pi_b)
 *
 * Here i is a task type with reward r_i and arrival rate lambda_i; y are the dual values of the rows with coefficients
 * a; b is a zone with n_b nodes; pi_b = sum_rows y a_b is its power price. A side column is an LP column that is not a
 * configuration, for example the set-point T.
 *
 * Where nodes may be on standby, V is max(0, A(pi_b) + y_h) and L has the further term - sum_h y_h m_h. Here m_h is a
 * minimum number of running nodes and y_h its dual value.
 *
 * V is read from chords between exactly evaluated prices, so it is never below the true V. Proof:
 * docs/reward-rate/config-lp.md.
 *
 * @param unitsPerNode [node type]: 1 if a configuration describes a whole node, the number of cores if it describes one
 * core
 */
export function lagrangianBound(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  unitsPerNode: readonly number[],
  rows: readonly CouplingRow[],
  raw: Prices,
  side: readonly SideColumn[] = commonSetPointColumn(model),
): LagrangianBound {
  const prices = definedPrices(rows, clipped(model, raw), side);
  const zonePowerPrice = zonePowerPrices(model, rows, prices);
  const zoneOnPrice = zoneOnPrices(model, prices);
  let value = worthWithoutNodes(model, rows, prices, side);
  const envelopes = envelopesOf(model, oracles, prices, zonePowerPrice);
  for (const [b, zone] of model.zones.entries()) {
    value +=
      zone.nodeCount * unitsPerNode[zone.type]! * envelopes[zone.type]!.upperBound(zonePowerPrice[b]!, zoneOnPrice[b]);
  }
  return { value, prices, zonePowerPrice, zoneOnPrice, envelopes };
}

/**
 * Returns the terms of the Lagrangian bound other than the worth of the nodes, reward/s: those of arrivals, rows,
 * minimums of running nodes and side columns.
 */
export function worthWithoutNodes(
  model: RewardRateModel,
  rows: readonly CouplingRow[],
  prices: Prices,
  side: readonly SideColumn[] = commonSetPointColumn(model),
): number {
  let value = 0;
  for (const [h, { nodes }] of minimumsOf(model).entries()) value -= (prices.on?.[h] ?? 0) * nodes;
  const sideWorth = Float64Array.from(side, ({ cost }) => cost ?? 0);
  for (const [r, row] of rows.entries()) {
    const y = prices.coupling[r] ?? 0;
    value += y * row.rhs;
    for (const term of row.side) sideWorth[term.column]! -= y * term.value;
  }
  const defined = new Set(rows.map((row) => row.defines));
  for (const [j, { lower, upper }] of side.entries()) {
    const worth = sideWorth[j]!;
    if (!defined.has(j) && worth !== 0) value += worth * (worth > 0 ? upper : lower);
  }
  for (const [i, reward] of model.rewardPerTask.entries()) {
    value += (reward - prices.task[i]!) * model.arrivalRatePerS[i]!;
  }
  return value;
}

/**
 * Returns, for each node type, the highest value V of one node as a function of the price of power. The functions cover
 * the prices of all zones of the type.
 */
export function envelopesOf(
  { zones }: RewardRateModel,
  oracles: readonly PricingOracle[],
  { task }: Prices,
  zonePowerPrice: Float64Array,
): PriceEnvelope[] {
  return oracles.map((oracle) => {
    let least = Infinity;
    let most = -Infinity;
    for (const [b, { type }] of zones.entries()) {
      if (type !== oracle.type) continue;
      least = Math.min(least, zonePowerPrice[b]!);
      most = Math.max(most, zonePowerPrice[b]!);
    }
    return least <= most ? priceEnvelope(oracle, task, least, most) : priceEnvelope(oracle, task, 0, 0);
  });
}

/**
 * Returns the dual values clipped to valid ones: all are finite and not negative, and that of a task type is at most
 * the reward of a task.
 */
export function clipped(model: RewardRateModel, raw: Prices): Prices {
  return {
    task: raw.task.map((mu, i) => Math.min(Math.max(0, finite(mu)), model.rewardPerTask[i]!)),
    coupling: raw.coupling.map((y) => Math.max(0, finite(y))),
    ...(raw.on === undefined ? {} : { on: raw.on.map((y) => Math.max(0, finite(y))) }),
  };
}

/**
 * Returns the dual values with those of the defining rows recomputed. A defining row is an equality that defines an LP
 * column, such as a CRAC's heat. Its dual value is chosen so that the column has reduced cost 0.
 */
function definedPrices(rows: readonly CouplingRow[], prices: Prices, side: readonly SideColumn[]): Prices {
  const definitions = rows.flatMap((row, r) => (row.defines === undefined ? [] : [{ r, column: row.defines }]));
  if (definitions.length === 0) return prices;
  const coupling = prices.coupling.slice();
  const worth = Float64Array.from(side, ({ cost }) => cost ?? 0);
  for (const { r } of definitions) coupling[r] = 0;
  for (const [r, row] of rows.entries()) {
    const y = coupling[r] ?? 0;
    if (y !== 0) for (const { column, value } of row.side) worth[column]! -= y * value;
  }
  for (const { r, column } of definitions) {
    coupling[r] = worth[column]! / rows[r]!.side.find((term) => term.column === column)!.value;
  }
  return { ...prices, coupling };
}

/**
 * Returns the price of core power in each zone b: pi_b = sum_rows y a_b, reward/s per kW, with y the row's dual value
 * and a_b its coefficient of the zone's power.
 */
export function zonePowerPrices(model: RewardRateModel, rows: readonly CouplingRow[], prices: Prices): Float64Array {
  const perZone = new Float64Array(model.zones.length);
  for (const [r, row] of rows.entries()) {
    const y = prices.coupling[r] ?? 0;
    if (y === 0) continue;
    for (let b = 0; b < perZone.length; b++) perZone[b]! += y * row.zoneCoefficient[b]!;
  }
  return perZone;
}

/**
 * Returns for each zone the bonus for each running node, reward/s. The bonus is the dual value of the minimum number of
 * running nodes to which the zone's nodes count; 0 if there is no such minimum.
 */
export function zoneOnPrices(model: RewardRateModel, { on }: Prices): Float64Array {
  const perZone = new Float64Array(model.zones.length);
  if (on === undefined) return perZone;
  for (const [h, { zones }] of minimumsOf(model).entries()) for (const b of zones) perZone[b] = on[h] ?? 0;
  return perZone;
}

/** Returns a dual value, or 0 if the engine gave none. */
export function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
