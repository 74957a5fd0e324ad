import type { LpDuals, LpPoint } from '../../../../solvers/linear/engine.js';
import type { BoundContext, PooledConfiguration } from './context.js';
import type { MasterLayout } from './master-layout.js';
import type { PowerLine } from './power-line.js';
import { copyOf, type GeoPrices } from './prices.js';

/** Plan and dual values of one cell (one data centre in one epoch) in the answer of a master LP. */
export interface CellAnswer {
  readonly cell: number;
  /** Number of nodes that run each configuration (what each core of a node runs); may be fractional. */
  readonly used: readonly { readonly pooled: PooledConfiguration; readonly nodes: number }[];
  /** Node power by type, including sleeping nodes, W. */
  readonly powerW: Float64Array;
  readonly energyKwh: number;
  /** Dual value of the row that counts the awake nodes of each type, USD per node. */
  readonly nodeUsd: Float64Array;
  /**
   * Tangents below the cooling power that are tight in this answer. Upper limits on energy are not listed, because
   * every LP has them.
   */
  readonly lines: readonly PowerLine[];
}

export interface MasterAnswer {
  readonly costUsd: number;
  readonly cells: ReadonlyMap<number, CellAnswer>;
  /** Rates that are not served, tasks/s, with key epoch * I + task type, for I task types. */
  readonly missing: ReadonlyMap<number, number>;
  readonly iterations: number | null;
  /** Returns a copy of `prices` with this LP's dual values in its epochs; `inPlace` overwrites the arrays instead. */
  writePrices(prices: GeoPrices, inPlace?: boolean): GeoPrices;
}

/**
 * Number of nodes on a configuration (what its cores run) below which the column counts as unused. It is the engine's
 * tolerance.
 */
const USED = 1e-7;

export function masterAnswer(
  context: BoundContext,
  layout: MasterLayout,
  { columnValues, objective }: LpPoint,
  duals: LpDuals,
  iterations: number | null,
): MasterAnswer {
  const { model, centres, types, tasks, rateScale, kwhPerW, cooling } = context;
  const { energyUnit, costUnit } = layout;
  const cells = new Map<number, CellAnswer>();
  for (const one of layout.cells.values()) {
    const powerW = one.asleepW.slice();
    const used: { pooled: PooledConfiguration; nodes: number }[] = [];
    for (const { column, pooled } of one.configurations) {
      const nodes = columnValues[column]!;
      if (nodes <= USED) continue;
      used.push({ pooled, nodes });
      powerW[pooled.type]! += nodes * (pooled.powerW - model.nodeTypes[pooled.type]!.sleepW);
    }
    const soldUnits = one.sell < 0 ? 0 : columnValues[one.sell]!;
    cells.set(one.cell, {
      cell: one.cell,
      used,
      powerW,
      energyKwh: (columnValues[one.buy]! - soldUnits + one.renewable) * energyUnit,
      nodeUsd: Float64Array.from(one.count, (row) => duals.rows[row]! * costUnit),
      lines: one.lines.filter(({ row, ceiling }) => !ceiling && duals.rows[row]! !== 0).map(({ line }) => line),
    });
  }
  const missing = new Map<number, number>();
  for (const [key, column] of layout.missingColumn) {
    const rate = columnValues[column]! * rateScale[key % tasks]!;
    if (rate > 0) missing.set(key, rate);
  }

  function writePrices(given: GeoPrices, inPlace = false): GeoPrices {
    const prices = inPlace ? given : copyOf(given);
    const perKwh = costUnit / energyUnit;
    for (const [key, row] of layout.rateRow) {
      const scale = rateScale[key % tasks]!;
      const paying = layout.payingRow.get(key);
      const beyond = paying === undefined ? 0 : Math.min(0, duals.rows[paying]!);
      prices.rate[key] = (duals.rows[row]! * costUnit) / scale;
      prices.payingRate[key] = prices.rate[key] + (beyond * costUnit) / scale;
    }
    for (const [key, row] of layout.change) prices.change[key] = duals.rows[row]! * costUnit;
    for (const one of layout.cells.values()) {
      const d = one.cell % centres;
      const power = new Float64Array(types);
      let energy = 0;
      for (const { row, line } of one.lines) {
        const dual = duals.rows[row]! * perKwh;
        energy += dual;
        for (let j = 0; j < types; j++) power[j]! += dual * kwhPerW[d]! * line.gradient[j]!;
      }
      for (const { row, limit, scale } of one.limits) {
        const dual = (-duals.rows[row]! * costUnit) / scale;
        for (let j = 0; j < types; j++) power[j]! += dual * cooling[d]!.limitRows[limit * types + j]!;
      }
      prices.power.set(power, one.cell * types);
      prices.cap[one.cell] = one.cap < 0 ? 0 : -duals.rows[one.cap]! * perKwh;
      prices.energy[one.cell] = energy - prices.cap[one.cell]!;
    }
    return {
      ...prices,
      demand: layout.demand.map((periods, d) =>
        periods.length === 0
          ? given.demand[d]!
          : periods.map((inPeriod) => Float64Array.from(inPeriod, (row) => duals.rows[row]! * perKwh)),
      ),
      carbon: layout.carbon < 0 ? given.carbon : -duals.rows[layout.carbon]! * perKwh,
    };
  }
  return { costUsd: objective * costUnit, cells, missing, iterations, writePrices };
}
