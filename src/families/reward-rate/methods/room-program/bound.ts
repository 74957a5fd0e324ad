import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type PriceEnvelope, priceEnvelope, type PricingOracle } from '../../../../pricing/pricing.js';
import { commonSetPointColumn } from './cap-rows.js';
import type { CouplingRow, SideColumn } from './coupling.js';

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
  /**
   * Dual value of the range of each whole number of nodes that a branch limits, reward/s per node; it may be negative.
   * Absent if the bound is on all plans, whole numbers or not.
   */
  readonly count?: Float64Array;
}

/**
 * Proof of a bound as data: LP rows that every plan of its scope keeps, the ranges of the LP columns that are no
 * configurations (the scope's set-points among them), and prices. `lagrangianBound` computes the bound from it.
 */
export interface PricedRows {
  readonly rows: readonly CouplingRow[];
  /** Prices of `rows`, in the same order, and of arrivals and minimums. Rows without a price have price 0. */
  readonly prices: Prices;
  readonly side: readonly SideColumn[];
}

export interface LagrangianBound extends PricedRows {
  /** Upper bound on the reward of every admissible plan, reward/s. */
  readonly value: number;
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
 * Returns the Lagrangian bound that a proof gives. It is computed from the model alone; only the dual values come from
 * the LP engine:
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
 * docs/reward-rate/bounds.md.
 */
export function lagrangianBound(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  { rows, prices: raw, side }: PricedRows,
): LagrangianBound {
  const prices = definedPrices(rows, clipped(model, raw), side);
  const zonePowerPrice = zonePowerPrices(model, rows, prices);
  const zoneOnPrice = zoneOnPrices(model, prices);
  const envelopes = envelopesOf(model, oracles, prices, zonePowerPrice);
  let value = worthWithoutNodes(model, rows, prices, side);
  for (const [b, { nodeCount, type }] of model.zones.entries()) {
    const units = nodeCount * unitsPerNode(oracles[type]!);
    value += units * envelopes[type]!.upperBound(zonePowerPrice[b]!, zoneOnPrice[b]);
  }
  return { rows, side, prices, value, zonePowerPrice, zoneOnPrice, envelopes };
}

/**
 * Returns the terms of a Lagrangian bound other than the worth of the nodes, reward/s: those of arrivals, rows,
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
  for (const [r, { rhs }] of rows.entries()) value += (prices.coupling[r] ?? 0) * rhs;
  const sideWorth = sideWorths(rows, prices, side);
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

/** Returns how many of an oracle's configurations run on a node at a time: 1, or its cores if they are of single cores. */
export function unitsPerNode({ unitsPerNode: units = 1 }: PricingOracle): number {
  return units;
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
  for (const { r } of definitions) coupling[r] = 0;
  const worth = sideWorths(rows, { coupling }, side);
  for (const { r, column } of definitions) {
    coupling[r] = worth[column]! / rows[r]!.side.find((term) => term.column === column)!.value;
  }
  return { ...prices, coupling };
}

/** Returns the reduced cost of each side column: its cost less what the rows charge for it, reward/s per unit. */
export function sideWorths(
  rows: readonly CouplingRow[],
  { coupling }: Pick<Prices, 'coupling'>,
  side: readonly SideColumn[],
): Float64Array {
  const worth = Float64Array.from(side, ({ cost }) => cost ?? 0);
  for (const [r, row] of rows.entries()) {
    const y = coupling[r] ?? 0;
    if (y !== 0) for (const { column, value } of row.side) worth[column]! -= y * value;
  }
  return worth;
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
