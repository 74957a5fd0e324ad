import { countIterations } from '../../../../methods/count-iterations.js';
import type { LpEngine, LpOptions } from '../../../../solvers/linear/engine.js';
import type { BoundContext } from './context.js';
import { addLines, addTangent, addConfigurations, addUsed, extendPool } from './improve.js';
import { type GeoMaster, openGeoMaster } from './master.js';
import type { CellAnswer, MasterAnswer } from './master-answer.js';
import type { GeoPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { ConfigurationPool } from './configuration-pool.js';

/** Maximum number of rounds of column generation in the LP of one epoch. */
const MAX_ROUNDS = 60;

export interface LpWork {
  lpSolves: number;
  /** Number of iterations of the LPs; undefined if the engine does not report it. */
  lpIterations?: number;
  columns: number;
}

/** LPs of single epochs. They stay open unless released, and continue from their last basis. */
export interface EpochLps {
  /**
   * Solves the LP of epoch t by column generation, until missing columns could save at most the share `near` of the
   * epoch's cost. With `fromPool`, only known configurations are added. If there is no solution, the answer is null and
   * `prices` are the given ones.
   */
  solve(
    t: number,
    given: GeoPrices,
    near: number,
    options?: {
      readonly fromPool?: boolean;
      /** True to close the LP afterwards. Next time it restarts from the columns that it used last. */
      readonly release?: boolean;
      /** Returns the answer of a centre's LP, from which a new LP of an epoch starts; null if there is none. */
      readonly seed?: (d: number) => MasterAnswer['cells'] | null;
    },
  ): Promise<{ readonly prices: GeoPrices; readonly answer: MasterAnswer | null }>;
  dispose(): void;
}

export function openEpochLps(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
  options: {
    readonly engine: LpEngine;
    readonly capShare: number;
    readonly work: LpWork;
    /** Reports progress; returns true to stop. */
    readonly tell: () => Promise<boolean>;
    /** True to use LP settings tuned for many data centres. */
    readonly large: boolean;
  },
): EpochLps {
  const { engine, capShare, work, tell, large } = options;
  const open = new Map<number, GeoMaster>();
  const released = new Map<number, MasterAnswer['cells']>();
  // Of rows and columns that come together the primal simplex needs two thirds of the iterations, measured with 40 centres.
  const how: LpOptions = large ? { algorithm: 'primalSimplex' } : {};
  let latest: number | null = null;

  function masterOf(t: number, seed?: (d: number) => MasterAnswer['cells'] | null): GeoMaster {
    const there = open.get(t);
    if (there !== undefined) return there;
    const master = openGeoMaster(context, [t], engine, { horizon: false, billed: 1, capShare });
    open.set(t, master);
    const last = released.get(t);
    const own = seed === undefined ? null : ofEpoch(context, t, seed);
    if (last !== undefined) addUsed(master, last);
    if (own !== null) addUsed(master, own);
    if (last === undefined && own === null) seedEpoch(context, master, t, latest, cells, pool);
    return master;
  }

  return {
    async solve(t, given, near, { fromPool = false, release = false, seed } = {}) {
      const master = masterOf(t, seed);
      const columns = master.columnCount;
      master.charge(given);
      let prices = given;
      let last: MasterAnswer | null = null;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const answer = master.solve(how);
        work.lpSolves++;
        if (answer !== null) countIterations(work, 'lpIterations', answer.iterations);
        if (answer === null) break;
        last = answer;
        prices = answer.writePrices(prices);
        const enoughUsd = near * sizeUsd(context, t, answer, prices);
        const lines = addLines(context, master, answer, prices);
        let columns = addConfigurations(context, master, answer, prices, pool);
        if (lines.missedUsd + columns.missedUsd <= enoughUsd) {
          if (fromPool) break;
          // Nothing the pool could still give: exact pricing.
          const known = pool.size;
          extendPool(context, [t], prices, pool);
          if (pool.size > known) columns = addConfigurations(context, master, answer, prices, pool);
          if (lines.missedUsd + columns.missedUsd <= enoughUsd) break;
        }
        if (lines.added + columns.added === 0) break;
        if (await tell()) break;
      }
      work.columns += master.columnCount - columns;
      if (last !== null) latest = t;
      if (release && last !== null) {
        released.set(t, last.cells);
        open.delete(t);
        master.dispose();
      }
      return { prices, answer: last };
    },
    dispose() {
      for (const master of open.values()) master.dispose();
      open.clear();
    },
  };
}

/** Returns the plans of all data centres in epoch t from their LPs' answers; null if a centre has none. */
function ofEpoch(
  { centres }: BoundContext,
  t: number,
  answerOf: (d: number) => MasterAnswer['cells'] | null,
): MasterAnswer['cells'] | null {
  const cells = new Map<number, CellAnswer>();
  for (let d = 0; d < centres; d++) {
    const one = answerOf(d)?.get(t * centres + d);
    if (one === undefined) return null;
    cells.set(one.cell, one);
  }
  return cells;
}

/**
 * Returns the amount to which an epoch's tolerances are relative, USD: its cost or, if larger, the value of its
 * arrivals at their dual values.
 */
function sizeUsd({ model, tasks }: BoundContext, t: number, { costUsd }: MasterAnswer, prices: GeoPrices): number {
  let usd = 0;
  for (let i = 0; i < tasks; i++) usd += prices.rate[t * tasks + i]! * model.arrivalRatePerS[t * tasks + i]!;
  return Math.max(usd, Math.abs(costUsd));
}

function seedEpoch(
  context: BoundContext,
  master: GeoMaster,
  t: number,
  before: number | null,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
): void {
  const { centres, types, model, classOf } = context;
  for (let d = 0; d < centres; d++) {
    const cell = t * centres + d;
    const { nodeCount } = model.centres[d]!;
    const last = before === null ? null : (cells[before * centres + d] ?? null);
    for (let j = 0; j < types; j++) {
      if (nodeCount[j] === 0 || last !== null) continue;
      for (const pooled of pool.starts(classOf[d]!, j)) master.addConfiguration(cell, pooled);
    }
    for (const { pooled } of last?.used ?? []) master.addConfiguration(cell, pooled);
  }
  for (let d = 0; d < centres; d++) {
    const cell = t * centres + d;
    const last = before === null ? null : (cells[before * centres + d] ?? null);
    if (last !== null) addTangent(context, master, cell, last.powerW);
    for (const load of last === null ? [0.25, 0.5, 0.75] : [0.5]) {
      addTangent(context, master, cell, evenPowerW(context, d, load));
    }
  }
}

/** Returns node power by type, W, if the fraction `load` of each type is awake and half busy and the others sleep. */
function evenPowerW({ model }: BoundContext, d: number, load: number): Float64Array {
  return Float64Array.from(model.nodeTypes, ({ sleepW, staticW, peakDynamicW }, j) => {
    const awakeW = staticW + peakDynamicW / 2;
    return model.centres[d]!.nodeCount[j]! * (load * awakeW + (1 - load) * sleepW);
  });
}
