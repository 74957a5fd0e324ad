import { G_PER_KG, S_PER_H } from '../../../../../models/units.js';
import type { LinearColumn, LinearRow } from '../../../../../models/forms/linear-program.js';
import { purchaseUsdPerKwh, transitionKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { BoundContext } from './context.js';
import type { MasterLayout, WindowCell } from './master-layout.js';

/**
 * Choice of a master LP's constraints. Constraints that are left out enter the objective at their dual values
 * (`GeoMaster.charge`).
 */
export interface MasterOptions {
  /** True if the LP has the rows that couple epochs: starts and stops, demand charges, carbon cap. */
  readonly horizon: boolean;
  /**
   * Index of the only centre of the LP. Arrivals and carbon then have no rows but enter the objective at their dual
   * values. By default all centres are included, with rows for arrivals and carbon.
   */
  readonly centre?: number;
  /** Group of centres of the LP, with the rates that they must serve and the carbon that they may emit. */
  readonly group?: CentreGroup | undefined;
  /**
   * If given, the model is a mixed-integer program, which has no dual values. Integers are then the numbers of nodes on
   * each configuration, or only the numbers of awake nodes.
   */
  readonly whole?: 'configurations' | 'awake';
  /**
   * Fixed numbers of awake nodes, at index (epoch * D + centre) * J + node type, with D centres and J node types;
   * undefined if the LP chooses them.
   */
  readonly awake?: Int32Array;
  /** 1 to minimise the bill; 0 to minimise only the arrivals that are not served. */
  readonly billed: 0 | 1;
  /** Share of the power and carbon caps that the LP may use; below 1 for plans that are still to be rounded. */
  readonly capShare: number;
}

export interface CentreGroup {
  readonly centres: readonly number[];
  readonly arrivalRatePerS: Float64Array;
  /** Maximum rates run where a kWh has a negative cost, tasks/s, at index epoch * I + task type, for I task types. */
  readonly mostPayingPerS: Float64Array;
  readonly carbonCapKg: number;
}

/**
 * Returns the initial model of a master LP. Node configurations, lines that bound energy, and room limits are added to
 * it later.
 */
export function masterModel(
  context: BoundContext,
  epochs: readonly number[],
  { horizon, billed, capShare, centre: only, group, whole, awake: fixed }: MasterOptions,
): { readonly columns: readonly LinearColumn[]; readonly rows: readonly LinearRow[]; readonly layout: MasterLayout } {
  const { model, centres, types, tasks, capKwh, rateScale } = context;
  const { energyUnit, costUnit, missingUsdPerS } = context.units;
  const columns: LinearColumn[] = [];
  const rows: LinearRow[] = [];
  const column = (name: string, cost: number, lower: number, upper: number, integer = false): number => {
    columns.push(integer ? { name, cost, lower, upper, integer } : { name, cost, lower, upper });
    return columns.length - 1;
  };
  const row = (name: string, lower: number, upper: number, entries: readonly (readonly [number, number])[]): number => {
    rows.push(rowOf(name, lower, upper, entries));
    return rows.length - 1;
  };
  const within = [...model.centres.entries()].filter(
    ([d]) => (only === undefined || d === only) && (group === undefined || group.centres.includes(d)),
  );
  const { arrivalRatePerS, carbonCapKg } = group ?? model;
  // A little missing may be cheaper than a whole node.
  const mostMissing = whole === undefined ? Infinity : 0;
  const mostPayingPerS = group?.mostPayingPerS ?? model.arrivalRatePerS;
  // Whole nodes on whole cores cannot run just what arrives; what they run beyond is taken off later.
  const limitsWork = billed === 1 && whole !== 'configurations';
  const payingRow = new Map<number, number>();
  const rateRow = new Map<number, number>();
  const missingColumn = new Map<number, number>();
  for (const t of only === undefined ? epochs : []) {
    for (let i = 0; i < tasks; i++) {
      // Nothing billed: shares missing, so that all task types weigh alike.
      const arrival = arrivalRatePerS[t * tasks + i]!;
      const cost =
        billed === 1 ? (missingUsdPerS[i]! * rateScale[i]!) / costUnit : rateScale[i]! / Math.max(arrival, 1e-9);
      missingColumn.set(t * tasks + i, column(`missing_${t}_${i}`, cost, 0, mostMissing));
      rateRow.set(
        t * tasks + i,
        row(`rate_${t}_${i}`, arrival / rateScale[i]!, Infinity, [[missingColumn.get(t * tasks + i)!, 1]]),
      );
      if (!limitsWork || context.paysIn[t] === 0) continue;
      const most = mostPayingPerS[t * tasks + i]! / rateScale[i]!;
      payingRow.set(t * tasks + i, row(`paying_${t}_${i}`, -Infinity, most, []));
    }
  }
  const cells = new Map<number, WindowCell>();
  for (const t of epochs) {
    for (const [d, centre] of within) {
      const cell = t * centres + d;
      const purchase = billed * purchaseUsdPerKwh(model, centre, t);
      const surplus = billed * centre.surplusUsdPerKwh[t]!;
      const renewable = centre.renewableKwh[t]! / energyUnit;
      const unit = energyUnit / costUnit;
      const buy = column(`buy_${cell}`, purchase * unit, 0, Infinity);
      const sell = renewable > 0 ? column(`sell_${cell}`, -surplus * unit, 0, renewable) : -1;
      const awake = Array.from({ length: types }, (_, j) =>
        column(
          `awake_${cell}_${j}`,
          0,
          fixed?.[cell * types + j] ?? 0,
          fixed?.[cell * types + j] ?? centre.nodeCount[j]!,
          whole === 'awake',
        ),
      );
      const count = awake.map((index, j) => row(`count_${cell}_${j}`, 0, 0, [[index, -1]]));
      const asleepW = Float64Array.from(centre.nodeCount, (nodes, j) => nodes * model.nodeTypes[j]!.sleepW);
      cells.set(cell, {
        cell,
        buy,
        sell,
        awake,
        count,
        asleepW,
        renewable,
        configurations: [],
        configurationIds: new Set(),
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
      for (const [d, centre] of within) {
        const now = cells.get(t * centres + d)!;
        const then = cells.get(after * centres + d)!;
        for (let j = 0; j < types; j++) {
          const kwh = transitionKwh(model, centre, j);
          const startUsd = billed * kwh * purchaseUsdPerKwh(model, centre, t);
          const stopUsd = billed * kwh * purchaseUsdPerKwh(model, centre, after);
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
  const demand: number[][][] = model.centres.map(() => []);
  let carbon = -1;
  if (horizon) {
    const hours = model.epochS / S_PER_H;
    for (const [d, { demandPeriods }] of within) {
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
    if (carbonCapKg < Infinity && only === undefined) {
      const entries: [number, number][] = [];
      for (const one of cells.values()) {
        const t = Math.floor(one.cell / centres);
        const kgPerKwh = model.centres[one.cell % centres]!.gramsPerKwh[t]! / G_PER_KG;
        if (kgPerKwh === 0) continue;
        entries.push([one.buy, kgPerKwh]);
        for (const [index, kwh] of [...one.starts, ...one.stops]) entries.push([index, kgPerKwh * kwh]);
      }
      carbon = row('carbon', -Infinity, (capShare * carbonCapKg) / energyUnit, entries);
    }
  }
  const layout = { epochs, rateRow, payingRow, missingColumn, cells, change, demand, carbon, energyUnit, costUnit };
  return { columns, rows, layout };
}

export function rowOf(
  name: string,
  lower: number,
  upper: number,
  entries: readonly (readonly [number, number])[],
): LinearRow {
  return {
    name,
    lower,
    upper,
    columnIndices: entries.map(([index]) => index),
    coefficients: entries.map(([, value]) => value),
  };
}
