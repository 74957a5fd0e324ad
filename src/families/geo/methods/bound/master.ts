import { G_PER_KG } from '../../../../../models/units.js';
import type { LinearRow, SparseColumn } from '../../../../../models/forms/linear-program.js';
import { purchaseUsdPerKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { LpEngine, LpOptions } from '../../../../solvers/linear/engine.js';
import type { BoundContext, PooledConfiguration } from './context.js';
import { masterAnswer, type MasterAnswer } from './master-answer.js';
import { masterModel, type MasterOptions, rowOf } from './master-model.js';
import type { PowerLine } from './power-line.js';
import { demandByCell, type GeoPrices, noPrices, ratesOf } from './prices.js';
import { changePrice } from './change-price.js';

/**
 * Restricted master LP over some epochs. Energy is in units of `energyUnit` kWh and cost in units of `costUnit` USD.
 *
 * For each cell (data centre in an epoch) n is the number of nodes on a configuration with rates r, and A the number
 * awake. E = buy - sell + R is the energy at the meter. P_j is the power of the N_j nodes of type j: the power of all
 * asleep + sum of (power - sleep power) n.
 *
 * min sum of p buy - s sell, transitions, peaks, missing
 * - rates: sum of r n + missing >= AR
 * - paying: sum of r n over cells where a kWh has a negative cost <= AR
 * - awake: sum of n - A = 0
 * - lines: E >= Eff T^e (constant + gradient.P)
 * - cap: E + transition energy <= cap
 * - change: U - W - A(t+1) + A(t) = 0, with U the starts charged to t and W the stops charged to t + 1
 * - demand: peak hours >= buy + transition energy
 * - carbon: sum of g (buy + transition energy) <= cap, with g the carbon intensity
 * - limits: a.P <= limit of the room
 */
export interface GeoMaster {
  /**
   * Adds a column for a configuration (what a node's cores run) at the next solve; returns false if the cell has it
   * already.
   */
  addConfiguration(cell: number, pooled: PooledConfiguration): boolean;
  addLine(cell: number, line: PowerLine): void;
  /** Adds a violated limit of a cell's room as a row; returns false if it is present already. */
  addLimit(cell: number, row: number): boolean;
  /** Sets the objective. Constraints for which this LP has no rows enter it at the dual values in `prices`. */
  charge(prices: GeoPrices): void;
  solve(options?: LpOptions): MasterAnswer | null;
  readonly rowCount: number;
  readonly columnCount: number;
  dispose(): void;
}

export function openGeoMaster(
  context: BoundContext,
  epochs: readonly number[],
  engine: LpEngine,
  options: MasterOptions,
): GeoMaster {
  const { model, centres, types, tasks, kwhPerW, rateScale } = context;
  const { columns, rows, layout } = masterModel(context, epochs, options);
  const { cells, rateRow, payingRow, energyUnit, costUnit } = layout;
  const { horizon, billed, centre: only, whole } = options;
  let charged = noPrices(context);
  const session = engine.open({ sense: 'minimize', columns, rows });
  let columnCount = columns.length;
  let rowCount = rows.length;
  // Sent in batches: a column may name rows that wait only after these are sent, and the other way round.
  let newColumns: SparseColumn[] = [];
  let newRows: LinearRow[] = [];

  const overSleepW = (pooled: PooledConfiguration): number => pooled.powerW - model.nodeTypes[pooled.type]!.sleepW;
  const lineEntry = (d: number, line: PowerLine, pooled: PooledConfiguration): number =>
    (-kwhPerW[d]! * line.gradient[pooled.type]! * overSleepW(pooled)) / energyUnit;
  const limitEntry = (d: number, limit: number, pooled: PooledConfiguration): number =>
    (context.cooling[d]!.limitRows[limit * types + pooled.type]! * overSleepW(pooled)) / limitScale(d, limit);
  const limitScale = (d: number, limit: number): number => Math.max(1e-9, Math.abs(context.cooling[d]!.limits[limit]!));

  /** Returns what one node's rates earn at their dual values, USD; 0 if the LP has rows for arrivals. */
  function earnsUsd(cell: number, pooled: PooledConfiguration): number {
    if (only === undefined) return 0;
    const rates = ratesOf(context, charged, cell);
    let usd = 0;
    for (let i = 0; i < tasks; i++) usd += rates[i]! * pooled.configuration.ratePerS[i]!;
    return usd;
  }

  function flushColumns(): void {
    session.addColumns(newColumns);
    newColumns = [];
  }

  function flushRows(): void {
    session.addRows(newRows);
    newRows = [];
  }

  function addLine(cell: number, line: PowerLine, ceiling: boolean): void {
    if (newColumns.length > 0) flushColumns();
    const one = cells.get(cell)!;
    const d = cell % centres;
    const asleep = line.gradient.reduce((sum, slope, j) => sum + slope * one.asleepW[j]!, line.constantW);
    const rhs = (kwhPerW[d]! * asleep) / energyUnit - one.renewable;
    const entries: [number, number][] = [[one.buy, 1]];
    if (one.sell >= 0) entries.push([one.sell, -1]);
    for (const { column: index, pooled } of one.configurations) entries.push([index, lineEntry(d, line, pooled)]);
    const name = `line_${cell}_${one.lines.length}`;
    newRows.push(rowOf(name, ceiling ? -Infinity : rhs, ceiling ? rhs : Infinity, entries));
    one.lines.push({ row: rowCount++, line, ceiling });
  }

  for (const { cell } of cells.values()) {
    const d = cell % centres;
    const { mostPerW } = context.cooling[d]!;
    // Where more energy is worth money, no more than the coldest set-point draws.
    if (context.pays[cell] === 1)
      addLine(cell, { constantW: 0, gradient: new Float64Array(types).fill(mostPerW) }, true);
  }

  return {
    addConfiguration(cell, pooled) {
      const one = cells.get(cell)!;
      if (one.configurationIds.has(pooled.id)) return false;
      one.configurationIds.add(pooled.id);
      if (newRows.length > 0) flushRows();
      const d = cell % centres;
      const t = Math.floor(cell / centres);
      const rowIndices = [one.count[pooled.type]!];
      const coefficients = [1];
      for (let i = 0; i < tasks; i++) {
        const rate = pooled.configuration.ratePerS[i]!;
        if (rate === 0) continue;
        const row = rateRow.get(t * tasks + i);
        if (row === undefined) continue;
        rowIndices.push(row);
        coefficients.push(rate / rateScale[i]!);
        const paying = context.pays[cell] === 1 ? payingRow.get(t * tasks + i) : undefined;
        if (paying === undefined) continue;
        rowIndices.push(paying);
        coefficients.push(rate / rateScale[i]!);
      }
      const cost = -earnsUsd(cell, pooled) / costUnit;
      for (const { row: index, line } of one.lines) {
        rowIndices.push(index);
        coefficients.push(lineEntry(d, line, pooled));
      }
      for (const { row: index, limit } of one.limits) {
        const value = limitEntry(d, limit, pooled);
        if (value === 0) continue;
        rowIndices.push(index);
        coefficients.push(value);
      }
      newColumns.push({
        name: `n_${columnCount}`,
        cost,
        lower: 0,
        upper: Infinity,
        integer: whole === 'configurations',
        rowIndices,
        coefficients,
      });
      one.configurations.push({ column: columnCount++, pooled });
      return true;
    },
    addLine: (cell, line) => {
      addLine(cell, line, false);
    },
    addLimit(cell, limit) {
      const one = cells.get(cell)!;
      if (one.limits.some((known) => known.limit === limit)) return false;
      if (newColumns.length > 0) flushColumns();
      const d = cell % centres;
      const { limitRows, limits } = context.cooling[d]!;
      const scale = limitScale(d, limit);
      let asleep = 0;
      for (let j = 0; j < types; j++) asleep += limitRows[limit * types + j]! * one.asleepW[j]!;
      const entries = one.configurations.map(
        ({ column: index, pooled }) => [index, limitEntry(d, limit, pooled)] as const,
      );
      const kept = entries.filter(([, value]) => value !== 0);
      newRows.push(rowOf(`limit_${cell}_${limit}`, -Infinity, (limits[limit]! - asleep) / scale, kept));
      one.limits.push({ row: rowCount++, limit, scale });
      return true;
    },
    charge(prices) {
      flushColumns();
      flushRows();
      charged = prices;
      const demand = horizon ? null : demandByCell(context, prices);
      const carbon = layout.carbon < 0 ? prices.carbon : 0;
      for (const one of cells.values()) {
        const { cell } = one;
        const d = cell % centres;
        const t = Math.floor(cell / centres);
        const centre = model.centres[d]!;
        const priceUsd = billed * purchaseUsdPerKwh(model, centre, t) + (carbon * centre.gramsPerKwh[t]!) / G_PER_KG;
        const unit = energyUnit / costUnit;
        session.setCost(one.buy, (priceUsd + (demand?.[cell] ?? 0)) * unit);
        for (const [index, units] of [...one.starts, ...one.stops]) session.setCost(index, priceUsd * units * unit);
        if (!horizon) {
          for (const [j, index] of one.awake.entries())
            session.setCost(index, changePrice(context, prices, cell, j) / costUnit);
        }
        if (only !== undefined) {
          for (const { column, pooled } of one.configurations)
            session.setCost(column, -earnsUsd(cell, pooled) / costUnit);
        }
      }
    },
    solve(options) {
      flushColumns();
      flushRows();
      const answer = session.solve(options);
      const duals =
        whole !== undefined
          ? { rows: new Float64Array(rowCount), reducedCosts: new Float64Array(columnCount) }
          : answer.duals;
      if (answer.point === null || duals === null) return null;
      return masterAnswer(context, layout, answer.point, duals, answer.iterations);
    },
    get rowCount() {
      return rowCount;
    },
    get columnCount() {
      return columnCount;
    },
    dispose() {
      session.dispose();
    },
  };
}
