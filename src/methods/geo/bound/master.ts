import type { LinearRow, SparseColumn } from '../../../../models/forms/linear-program.js';
import { purchaseUsdPerKwh, transitionKwh } from '../../../../models/problems/geo/cell-cost.js';
import type { LpEngine, LpOptions } from '../../../solvers/linear/engine.js';
import type { BoundContext, NodeWay } from './context.js';
import { masterAnswer, type MasterAnswer } from './master-answer.js';
import type { MasterLayout, WindowCell } from './master-layout.js';
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

/** horizon: with the rows that couple epochs. all: the bill; nothing: only `missing` costs. */
export interface MasterOptions {
  readonly horizon: boolean;
  readonly billed: 0 | 1;
  /** Share of power and carbon caps that may be used, for plans that must keep them once rounded. */
  readonly capShare: number;
}

export function openGeoMaster(
  context: BoundContext,
  epochs: readonly number[],
  engine: LpEngine,
  { horizon, billed, capShare }: MasterOptions,
): GeoMaster {
  const { problem, centres, types, tasks, kwhPerW, capKwh, rateScale } = context;
  const { energyUnit, costUnit, missingUsdPerS } = unitsOf(context);
  const columns: { name: string; cost: number; lower: number; upper: number }[] = [];
  const rows: LinearRow[] = [];
  const column = (name: string, cost: number, lower: number, upper: number): number => {
    columns.push({ name, cost, lower, upper });
    return columns.length - 1;
  };
  const row = (name: string, lower: number, upper: number, entries: readonly (readonly [number, number])[]): number => {
    rows.push(rowOf(name, lower, upper, entries));
    return rows.length - 1;
  };
  const rowOf = (
    name: string,
    lower: number,
    upper: number,
    entries: readonly (readonly [number, number])[],
  ): LinearRow => ({
    name,
    lower,
    upper,
    columnIndices: entries.map(([index]) => index),
    coefficients: entries.map(([, value]) => value),
  });

  const rateRow = new Map<number, number>();
  const missingColumn = new Map<number, number>();
  for (const t of epochs) {
    for (let i = 0; i < tasks; i++) {
      // Nothing billed: shares missing, so that all task types weigh alike.
      const arrival = problem.arrivalRatePerS[t * tasks + i]!;
      const cost =
        billed === 1 ? (missingUsdPerS[i]! * rateScale[i]!) / costUnit : rateScale[i]! / Math.max(arrival, 1e-9);
      missingColumn.set(t * tasks + i, column(`missing_${t}_${i}`, cost, 0, Infinity));
      rateRow.set(
        t * tasks + i,
        row(`rate_${t}_${i}`, arrival / rateScale[i]!, Infinity, [[missingColumn.get(t * tasks + i)!, 1]]),
      );
    }
  }
  const cells = new Map<number, WindowCell>();
  for (const t of epochs) {
    for (const [d, centre] of problem.centres.entries()) {
      const cell = t * centres + d;
      const purchase = billed * purchaseUsdPerKwh(problem, centre, t);
      const surplus = billed * centre.surplusUsdPerKwh[t]!;
      const renewable = centre.renewableKwh[t]! / energyUnit;
      const unit = energyUnit / costUnit;
      const buy = column(`buy_${cell}`, purchase * unit, 0, Infinity);
      const sell = renewable > 0 ? column(`sell_${cell}`, -surplus * unit, 0, renewable) : -1;
      const awake = Array.from({ length: types }, (_, j) => column(`awake_${cell}_${j}`, 0, 0, centre.nodeCount[j]!));
      const count = awake.map((index, j) => row(`count_${cell}_${j}`, 0, 0, [[index, -1]]));
      const asleepW = Float64Array.from(centre.nodeCount, (nodes, j) => nodes * problem.nodeTypes[j]!.sleepW);
      cells.set(cell, {
        cell,
        buy,
        sell,
        awake,
        count,
        asleepW,
        renewable,
        ways: [],
        lines: [],
        limits: [],
        cap: -1,
        starts: [],
        stops: [],
      });
    }
  }
  const change = new Map<number, number>();
  if (horizon) {
    for (const t of epochs) {
      const after = context.next[t]!;
      if (after < 0) continue;
      for (const [d, centre] of problem.centres.entries()) {
        const now = cells.get(t * centres + d)!;
        const then = cells.get(after * centres + d)!;
        for (let j = 0; j < types; j++) {
          const kwh = transitionKwh(problem, centre, j);
          const startUsd = billed * kwh * purchaseUsdPerKwh(problem, centre, t);
          const stopUsd = billed * kwh * purchaseUsdPerKwh(problem, centre, after);
          const most = centre.nodeCount[j]!;
          const up = column(`up_${now.cell}_${j}`, startUsd / costUnit, 0, most);
          const down = column(`down_${now.cell}_${j}`, stopUsd / costUnit, 0, most);
          now.starts.push([up, kwh / energyUnit]);
          then.stops.push([down, kwh / energyUnit]);
          const entries: [number, number][] = [
            [up, 1],
            [down, -1],
            [then.awake[j]!, -1],
            [now.awake[j]!, 1],
          ];
          change.set(now.cell * types + j, row(`change_${now.cell}_${j}`, 0, 0, entries));
        }
      }
    }
  }
  for (const one of cells.values()) {
    const d = one.cell % centres;
    if (capKwh[d] === Infinity) continue;
    const entries: (readonly [number, number])[] = [[one.buy, 1], ...one.starts, ...one.stops];
    if (one.sell >= 0) entries.push([one.sell, -1]);
    one.cap = row(`cap_${one.cell}`, -Infinity, (capShare * capKwh[d]!) / energyUnit - one.renewable, entries);
  }
  const demand: number[][][] = problem.centres.map(() => []);
  let carbon = -1;
  if (horizon) {
    const hours = problem.epochS / 3600;
    for (const [d, { demandPeriods }] of problem.centres.entries()) {
      for (const [p, { usdPerKw, epochs: inPeriod }] of demandPeriods.entries()) {
        const peak = column(`peak_${d}_${p}`, (billed * usdPerKw * energyUnit) / costUnit / hours, 0, Infinity);
        demand[d]!.push(
          inPeriod.map((t) => {
            const one = cells.get(t * centres + d)!;
            const changed = [...one.starts, ...one.stops].map(([index, kwh]) => [index, -kwh] as const);
            return row(`demand_${d}_${p}_${t}`, 0, Infinity, [[peak, 1], [one.buy, -1], ...changed]);
          }),
        );
      }
    }
    if (problem.carbonCapKg < Infinity) {
      const entries: [number, number][] = [];
      for (const one of cells.values()) {
        const t = Math.floor(one.cell / centres);
        const kgPerKwh = problem.centres[one.cell % centres]!.gramsPerKwh[t]! / 1000;
        if (kgPerKwh === 0) continue;
        entries.push([one.buy, kgPerKwh]);
        for (const [index, kwh] of [...one.starts, ...one.stops]) entries.push([index, kgPerKwh * kwh]);
      }
      carbon = row('carbon', -Infinity, (capShare * problem.carbonCapKg) / energyUnit, entries);
    }
  }
  const session = engine.open({ sense: 'minimize', columns, rows });
  const layout: MasterLayout = { epochs, rateRow, missingColumn, cells, change, demand, carbon, energyUnit, costUnit };
  let columnCount = columns.length;
  let rowCount = rows.length;
  let queue: SparseColumn[] = [];

  const overSleepW = (way: NodeWay): number => way.powerW - problem.nodeTypes[way.type]!.sleepW;
  const lineEntry = (d: number, line: PowerLine, way: NodeWay): number =>
    (-kwhPerW[d]! * line.gradient[way.type]! * overSleepW(way)) / energyUnit;
  const limitEntry = (d: number, limit: number, way: NodeWay): number =>
    (context.cooling[d]!.limitRows[limit * types + way.type]! * overSleepW(way)) / limitScale(d, limit);
  const limitScale = (d: number, limit: number): number => Math.max(1e-9, Math.abs(context.cooling[d]!.limits[limit]!));

  function flush(): void {
    session.addColumns(queue);
    queue = [];
  }

  function addLine(cell: number, line: PowerLine, ceiling: boolean): void {
    flush();
    const one = cells.get(cell)!;
    const d = cell % centres;
    const asleep = line.gradient.reduce((sum, slope, j) => sum + slope * one.asleepW[j]!, line.constantW);
    const rhs = (kwhPerW[d]! * asleep) / energyUnit - one.renewable;
    const entries: [number, number][] = [[one.buy, 1]];
    if (one.sell >= 0) entries.push([one.sell, -1]);
    for (const { column: index, way } of one.ways) entries.push([index, lineEntry(d, line, way)]);
    const name = `line_${cell}_${one.lines.length}`;
    session.addRows([rowOf(name, ceiling ? -Infinity : rhs, ceiling ? rhs : Infinity, entries)]);
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
      queue.push({ name: `n_${columnCount}`, cost: 0, lower: 0, upper: Infinity, rowIndices, coefficients });
      one.ways.push({ column: columnCount++, way });
      return true;
    },
    addLine: (cell, line) => {
      addLine(cell, line, false);
    },
    addLimit(cell, limit) {
      flush();
      const one = cells.get(cell)!;
      if (one.limits.some((known) => known.limit === limit)) return false;
      const d = cell % centres;
      const { limitRows, limits } = context.cooling[d]!;
      const scale = limitScale(d, limit);
      let asleep = 0;
      for (let j = 0; j < types; j++) asleep += limitRows[limit * types + j]! * one.asleepW[j]!;
      const entries = one.ways.map(({ column: index, way }) => [index, limitEntry(d, limit, way)] as const);
      const kept = entries.filter(([, value]) => value !== 0);
      session.addRows([rowOf(`limit_${cell}_${limit}`, -Infinity, (limits[limit]! - asleep) / scale, kept)]);
      one.limits.push({ row: rowCount++, limit, scale });
      return true;
    },
    solve(options) {
      flush();
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

/** A node's greatest energy, its cost, and what a task/s missing is charged: far more than serving it costs anywhere. */
function unitsOf({ problem, epochs, kwhPerW, cooling, tasks }: BoundContext): {
  readonly energyUnit: number;
  readonly costUnit: number;
  readonly missingUsdPerS: Float64Array;
} {
  let price = 1e-3;
  let kwh = 1e-9;
  for (const [d, centre] of problem.centres.entries()) {
    for (let t = 0; t < epochs; t++) price = Math.max(price, Math.abs(purchaseUsdPerKwh(problem, centre, t)));
    for (const { staticW, cores, tasks: own } of problem.nodeTypes) {
      const mostW = own.reduce((most, { powerW }) => Math.max(most, ...powerW), 0);
      kwh = Math.max(kwh, kwhPerW[d]! * cooling[d]!.mostPerW * (staticW + cores * mostW));
    }
  }
  const missingUsdPerS = new Float64Array(tasks);
  for (const { tasks: own } of problem.nodeTypes) {
    for (const { task, timeS } of own) {
      missingUsdPerS[task] = Math.max(missingUsdPerS[task]!, 30 * price * kwh * timeS.at(-1)!);
    }
  }
  return { energyUnit: kwh, costUnit: price * kwh, missingUsdPerS };
}
