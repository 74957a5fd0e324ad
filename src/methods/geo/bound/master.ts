import type { LinearRow, SparseColumn } from '../../../../models/forms/linear-program.js';
import { purchaseUsdPerKwh } from '../../../../models/problems/geo/cell-cost.js';
import type { LpEngine, LpOptions } from '../../../solvers/linear/engine.js';
import type { BoundContext, NodeWay } from './context.js';
import { masterAnswer, type MasterAnswer } from './master-answer.js';
import { masterModel, type MasterOptions, rowOf } from './master-model.js';
import type { PowerLine } from './power-line.js';

/**
 * The restricted LP over some epochs, in units of `energyUnit` kWh and `costUnit` USD. n nodes run a way, A are awake, E = buy - sell + R is the
 * meter's energy of a cell; P_j = asleep power of all N_j + sum of (power - sleep power) n.
 *
 *   min sum of p buy - s sell, transitions, peaks, missing
 *   rates: sum r n + missing >= AR          awake: sum n - A = 0          lines: E >= Eff T^e (constant + gradient.P)
 *   cap: E + transition energy <= cap       change: U - W - A(t+1) + A(t) = 0 (U starts charged to t, W stops to t + 1)
 *   demand: peak hours >= buy + transition energy          carbon: sum of g (buy + transition energy) <= cap          limits: a.P <= limit
 */
export interface GeoMaster {
  /** False when the cell has it already. Sent with the next solve. */
  addWay(cell: number, way: NodeWay): boolean;
  addLine(cell: number, line: PowerLine): void;
  /** Row of the cell's cooling bound that its answers passed; false when it is there already. */
  addLimit(cell: number, row: number): boolean;
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
  const { problem, centres, types, tasks, kwhPerW, rateScale } = context;
  const { columns, rows, layout } = masterModel(context, epochs, options);
  const { cells, rateRow, energyUnit } = layout;
  const session = engine.open({ sense: 'minimize', columns, rows });
  let columnCount = columns.length;
  let rowCount = rows.length;
  // Sent in batches: a column may name rows that wait only after these are sent, and the other way round.
  let newColumns: SparseColumn[] = [];
  let newRows: LinearRow[] = [];

  const overSleepW = (way: NodeWay): number => way.powerW - problem.nodeTypes[way.type]!.sleepW;
  const lineEntry = (d: number, line: PowerLine, way: NodeWay): number =>
    (-kwhPerW[d]! * line.gradient[way.type]! * overSleepW(way)) / energyUnit;
  const limitEntry = (d: number, limit: number, way: NodeWay): number =>
    (context.cooling[d]!.limitRows[limit * types + way.type]! * overSleepW(way)) / limitScale(d, limit);
  const limitScale = (d: number, limit: number): number => Math.max(1e-9, Math.abs(context.cooling[d]!.limits[limit]!));

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
    for (const { column: index, way } of one.ways) entries.push([index, lineEntry(d, line, way)]);
    const name = `line_${cell}_${one.lines.length}`;
    newRows.push(rowOf(name, ceiling ? -Infinity : rhs, ceiling ? rhs : Infinity, entries));
    one.lines.push({ row: rowCount++, line });
  }

  for (const { cell } of cells.values()) {
    const d = cell % centres;
    const t = Math.floor(cell / centres);
    const centre = problem.centres[d]!;
    const falls =
      purchaseUsdPerKwh(problem, centre, t) < 0 || (centre.renewableKwh[t]! > 0 && centre.surplusUsdPerKwh[t]! < 0);
    const { mostPerW } = context.cooling[d]!;
    // Where more energy is worth money, no more than the coldest set-point draws.
    if (falls) addLine(cell, { constantW: 0, gradient: new Float64Array(types).fill(mostPerW) }, true);
  }

  return {
    addWay(cell, way) {
      const one = cells.get(cell)!;
      if (one.ways.some(({ way: { id } }) => id === way.id)) return false;
      if (newRows.length > 0) flushRows();
      const d = cell % centres;
      const t = Math.floor(cell / centres);
      const rowIndices = [one.count[way.type]!];
      const coefficients = [1];
      for (let i = 0; i < tasks; i++) {
        const rate = way.configuration.ratePerS[i]!;
        if (rate === 0) continue;
        rowIndices.push(rateRow.get(t * tasks + i)!);
        coefficients.push(rate / rateScale[i]!);
      }
      for (const { row: index, line } of one.lines) {
        rowIndices.push(index);
        coefficients.push(lineEntry(d, line, way));
      }
      for (const { row: index, limit } of one.limits) {
        const value = limitEntry(d, limit, way);
        if (value === 0) continue;
        rowIndices.push(index);
        coefficients.push(value);
      }
      newColumns.push({ name: `n_${columnCount}`, cost: 0, lower: 0, upper: Infinity, rowIndices, coefficients });
      one.ways.push({ column: columnCount++, way });
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
      const entries = one.ways.map(({ column: index, way }) => [index, limitEntry(d, limit, way)] as const);
      const kept = entries.filter(([, value]) => value !== 0);
      newRows.push(rowOf(`limit_${cell}_${limit}`, -Infinity, (limits[limit]! - asleep) / scale, kept));
      one.limits.push({ row: rowCount++, limit, scale });
      return true;
    },
    solve(options) {
      flushColumns();
      flushRows();
      const answer = session.solve(options);
      if (answer.point === null || answer.duals === null) return null;
      return masterAnswer(context, layout, answer.point, answer.duals, answer.iterations);
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
