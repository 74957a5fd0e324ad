import { powerToRemoveW } from '../../../../../models/physics/cooling/crac.js';
import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { epochKwh, transitionKwh } from '../../../../../models/families/geo/cell-cost.js';
import { hottestSetPointC, limitedHeatW } from '../../../../../models/families/geo/cooling.js';
import type { BoundContext, PooledConfiguration } from '../bound/context.js';
import { cellEnergyUsd, type ClippedPrices } from '../bound/prices.js';
import { wholeCores } from './shared-cores.js';

/** A plan of whole nodes under construction, with the exact cost of every change. A cell has index t * D + d. */
export interface PlanState {
  nodes(cell: number): ReadonlyMap<PooledConfiguration, number>;
  awake(cell: number, type: number): number;
  /** Served rates, tasks/s, at index epoch * I + task type, with I task types. */
  readonly servedPerS: Float64Array;
  /** Adds nodes with a configuration (what their cores run), without checks; a negative number removes nodes. */
  add(cell: number, pooled: PooledConfiguration, nodes: number): void;
  /**
   * Returns the cost of adding nodes with given configurations to a cell, transitions included, USD. A negative number
   * removes nodes. The cost is Infinity if the change breaks a limit of the cell or a neighbouring epoch's power cap,
   * or needs more nodes than exist.
   */
  changeUsd(cell: number, changes: readonly (readonly [PooledConfiguration, number])[]): number;
  allocation(): GeoAllocation;
}

/** Relative excess over a limit that counts as rounding error. */
const SLACK = 1e-9;

/**
 * Returns an empty plan that may use the share `capShare` of the power caps. Carbon and demand are charged at their
 * dual values.
 */
export function planState(context: BoundContext, { range }: ClippedPrices, capShare: number): PlanState {
  const { model, centres, types, tasks, epochs, next, previous, capKwh } = context;
  const cells = epochs * centres;
  const nodes = Array.from({ length: cells }, () => new Map<PooledConfiguration, number>());
  const awake = new Int32Array(cells * types);
  const powerW = new Float64Array(cells * types);
  const costUsd = new Float64Array(cells).fill(NaN);
  const servedPerS = new Float64Array(epochs * tasks);
  const changeKwh = Float64Array.from({ length: centres * types }, (_, n) =>
    transitionKwh(model, model.centres[Math.floor(n / types)]!, n % types),
  );
  for (let cell = 0; cell < cells; cell++) {
    for (let j = 0; j < types; j++) {
      powerW[cell * types + j] = model.centres[cell % centres]!.nodeCount[j]! * model.nodeTypes[j]!.sleepW;
    }
  }

  const energyKwh = (d: number, power: Float64Array): number => energyAtKwh(d, power, hottest(d, power));
  const hottest = (d: number, power: Float64Array): number => hottestSetPointC(model.centres[d]!.thermal, power);
  const energyAtKwh = (d: number, power: Float64Array, setPointC: number): number => {
    const { powerOverhead, thermal } = model.centres[d]!;
    let sum = 0;
    for (let j = 0; j < types; j++) sum += power[j]!;
    return epochKwh(model, powerOverhead * (sum + powerToRemoveW(thermal.cooling, sum, setPointC)));
  };
  const cellUsd = (cell: number, kwh: number): number => cellEnergyUsd(context, range, cell, kwh);
  const costOf = (cell: number): number => {
    if (Number.isNaN(costUsd[cell]!)) {
      costUsd[cell] = cellUsd(cell, energyKwh(cell % centres, powerW.subarray(cell * types, (cell + 1) * types)));
    }
    return costUsd[cell]!;
  };
  const cellAt = (t: number, d: number): number => (t < 0 ? -1 : t * centres + d);

  /** Returns the energy of the starts and stops that belong to a cell (data centre in one epoch), kWh. */
  function chargedKwh(cell: number): number {
    const t = Math.floor(cell / centres);
    const d = cell % centres;
    let kwh = 0;
    for (const other of [cellAt(next[t]!, d), cellAt(previous[t]!, d)]) {
      if (other < 0) continue;
      for (let j = 0; j < types; j++) {
        kwh += changeKwh[d * types + j]! * Math.max(0, awake[other * types + j]! - awake[cell * types + j]!);
      }
    }
    return kwh;
  }

  function around(cell: number): number[] {
    const t = Math.floor(cell / centres);
    const d = cell % centres;
    return [...new Set([cell, cellAt(next[t]!, d), cellAt(previous[t]!, d)])].filter((one) => one >= 0);
  }

  function keepsLimits(d: number, power: Float64Array, setPointC: number): boolean {
    const { thermal } = model.centres[d]!;
    if (setPointC < thermal.setPointMinC - SLACK) return false;
    return limitedHeatW(thermal, power).every((heatW, unit) => heatW <= thermal.capacityW[unit]! * (1 + SLACK));
  }

  function changeUsd(cell: number, changes: readonly (readonly [PooledConfiguration, number])[]): number {
    const d = cell % centres;
    const { nodeCount } = model.centres[d]!;
    const power = powerW.slice(cell * types, (cell + 1) * types);
    const more = new Int32Array(types);
    for (const [pooled, count] of changes) {
      power[pooled.type]! += count * (pooled.powerW - model.nodeTypes[pooled.type]!.sleepW);
      more[pooled.type]! += count;
    }
    for (let j = 0; j < types; j++) {
      const after = awake[cell * types + j]! + more[j]!;
      if (after < 0 || after > nodeCount[j]!) return Infinity;
    }
    const grows = changes.some(([, count]) => count > 0);
    const setPointC = hottest(d, power);
    if (grows && !keepsLimits(d, power, setPointC)) return Infinity;
    const kwh = energyAtKwh(d, power, setPointC);
    let usd = cellUsd(cell, kwh) - costOf(cell);
    const changed = more.some((count) => count !== 0);
    if (!changed && capKwh[d] === Infinity) return usd;
    const near = around(cell);
    const before = near.map(chargedKwh);
    for (let j = 0; j < types; j++) awake[cell * types + j]! += more[j]!;
    for (const [n, one] of near.entries()) {
      const charged = chargedKwh(one);
      usd += (charged - before[n]!) * range.purchase[one]!;
      if (capKwh[d]! === Infinity) continue;
      const own = one === cell ? kwh : energyKwh(d, powerW.subarray(one * types, (one + 1) * types));
      const over = own + charged - capShare * capKwh[d]!;
      // What was over before may stay so while it does not grow.
      if (over > SLACK * capKwh[d]! && (charged > before[n]! || (one === cell && grows))) usd = Infinity;
    }
    for (let j = 0; j < types; j++) awake[cell * types + j]! -= more[j]!;
    return usd;
  }

  return {
    nodes: (cell) => nodes[cell]!,
    awake: (cell, type) => awake[cell * types + type]!,
    servedPerS,
    changeUsd,
    add(cell, pooled, count) {
      if (count === 0) return;
      const after = (nodes[cell]!.get(pooled) ?? 0) + count;
      if (after === 0) nodes[cell]!.delete(pooled);
      else nodes[cell]!.set(pooled, after);
      awake[cell * types + pooled.type]! += count;
      powerW[cell * types + pooled.type]! += count * (pooled.powerW - model.nodeTypes[pooled.type]!.sleepW);
      costUsd[cell] = NaN;
      const t = Math.floor(cell / centres);
      for (let i = 0; i < tasks; i++) servedPerS[t * tasks + i]! += count * pooled.configuration.ratePerS[i]!;
    },
    allocation: () => allocationOf(context, nodes),
  };
}

function allocationOf(
  context: BoundContext,
  nodes: readonly ReadonlyMap<PooledConfiguration, number>[],
): GeoAllocation {
  const { model, centres, types } = context;
  const loads: GeoLoad[] = [];
  const position = new Map<PooledConfiguration, number>();
  const cells = nodes.map((counts, cell): GeoAllocationCell => {
    const d = cell % centres;
    const { nodeCount, thermal } = model.centres[d]!;
    const powerW = Float64Array.from({ length: types }, (_, j) => nodeCount[j]! * model.nodeTypes[j]!.sleepW);
    for (const [pooled, count] of counts) {
      powerW[pooled.type]! += count * (pooled.powerW - model.nodeTypes[pooled.type]!.sleepW);
      if (position.has(pooled)) continue;
      position.set(pooled, loads.length);
      const { type, configuration } = pooled;
      const { ratePerS } = configuration;
      loads.push({ type, cores: wholeCores(context, cell, pooled), ratePerS, powerW: pooled.powerW });
    }
    return {
      setPointC: hottestSetPointC(thermal, powerW),
      load: Int32Array.from(counts.keys(), (pooled) => position.get(pooled)!),
      nodes: Int32Array.from(counts.values()),
    };
  });
  return { loads, cells };
}
