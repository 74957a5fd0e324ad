import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { RunControl } from '../../control.js';
import type { BoundContext, NodeWay } from './context.js';
import { addLines, addTangent, addWays, extendPool } from './improve.js';
import { lagrangian, type LagrangianValue } from './lagrangian.js';
import { type GeoMaster, openGeoMaster } from './master.js';
import type { MasterAnswer } from './master-answer.js';
import { type GeoPrices, noPrices } from './prices.js';
import { type WayPool, wayPool } from './ways.js';

/** What column generation found: prices with their bound, and the LP's plan, of nodes that are not whole. */
export interface Relaxation {
  readonly prices: GeoPrices;
  readonly bound: LagrangianValue;
  /** By cell; null where the search ended before it. */
  readonly cells: readonly (RelaxedCell | null)[];
  /** Of the LP whose plan it is, USD. */
  readonly lpUsd: number | null;
  readonly missing: ReadonlyMap<number, number>;
  readonly stopped: boolean;
  readonly work: Readonly<Record<string, number>>;
}

export interface RelaxedCell {
  readonly used: readonly { readonly way: NodeWay; readonly nodes: number }[];
  readonly powerW: Float64Array;
}

export interface RelaxationOptions {
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly pool?: WayPool;
  /** Share of caps a plan may use (the bound is not affected). */
  readonly capShare?: number;
}

/** Generation ends when LP and bound are this near. */
const NEAR = 2e-5;
/** The same for the horizon: what its last columns and lines could still save. */
const HORIZON_NEAR = 2e-4;
const MOST_EPOCH_ROUNDS = 60;
const MOST_HORIZON_ROUNDS = 12;
/** Beyond this many rows no LP over the whole horizon is tried. */
const MOST_HORIZON_ROWS = 12_000;

export async function relax(context: BoundContext, options: RelaxationOptions): Promise<Relaxation> {
  const { control, capShare = 1 } = options;
  const pool = options.pool ?? wayPool(context);
  const work = { lpSolves: 0, lpIterations: 0, columns: 0 };
  let prices = noPrices(context);
  let bound: LagrangianValue = { costUsd: -Infinity, byEpochUsd: new Float64Array(context.epochs) };
  const cells: (RelaxedCell | null)[] = new Array<RelaxedCell | null>(context.epochs * context.centres).fill(null);
  const missing = new Map<number, number>();
  const run = { stopped: false };
  const tell = async (): Promise<boolean> =>
    (run.stopped = await control.step({
      phase: 'bound',
      bound: bound.costUsd === -Infinity ? null : bound.costUsd,
      incumbent: null,
    }));
  const solve = (master: GeoMaster): MasterAnswer | null => {
    const answer = master.solve();
    work.lpSolves++;
    work.lpIterations += answer?.iterations ?? 0;
    return answer;
  };

  // Epoch by epoch, as if starts and stops were free.
  let before: number | null = null;
  let lpUsd: number | null = 0;
  for (let t = 0; t < context.epochs && !run.stopped; t++) {
    const master = openGeoMaster(context, [t], options.engine, { horizon: false, billed: 1, capShare });
    try {
      seedEpoch(context, master, t, before, cells, pool);
      let last: MasterAnswer | null = null;
      for (let round = 0; round < MOST_EPOCH_ROUNDS; round++) {
        const answer = solve(master);
        if (answer === null) break;
        last = answer;
        prices = answer.writePrices(prices);
        const lines = addLines(context, master, answer, prices);
        let ways = addWays(context, master, answer, prices, pool);
        if (ways.added === 0) {
          extendPool(context, [t], prices, pool);
          ways = addWays(context, master, answer, prices, pool);
          if (lines.missedUsd + ways.missedUsd <= NEAR * Math.abs(answer.costUsd)) break;
        }
        if (lines.added + ways.added === 0) break;
        if (await tell()) break;
      }
      work.columns += master.columnCount;
      if (last === null) {
        lpUsd = null;
        continue;
      }
      for (const one of last.cells.values()) cells[one.cell] = one;
      for (const [key, rate] of last.missing) missing.set(key, rate);
      if (lpUsd !== null) lpUsd += last.costUsd;
      before = t;
    } finally {
      master.dispose();
    }
  }
  const found = (c: number, j: number, configuration: NodeWay['configuration']): void => {
    pool.add(c, j, configuration);
  };
  bound = lagrangian(context, prices, 1, found);
  await tell();

  const rows = context.epochs * (context.tasks + context.centres * (2 * context.types + 3));
  if (!run.stopped && coupled(context) && lpUsd !== null && rows <= MOST_HORIZON_ROWS) {
    const all = Array.from({ length: context.epochs }, (_, t) => t);
    const master = openGeoMaster(context, all, options.engine, { horizon: true, billed: 1, capShare });
    try {
      seedHorizon(context, master, cells);
      for (let round = 1; round <= MOST_HORIZON_ROUNDS; round++) {
        const answer = solve(master);
        if (answer === null) break;
        const tried = answer.writePrices(prices);
        lpUsd = answer.costUsd;
        missing.clear();
        for (const [key, rate] of answer.missing) missing.set(key, rate);
        for (const one of answer.cells.values()) cells[one.cell] = one;
        const lines = addLines(context, master, answer, tried);
        extendPool(context, all, tried, pool);
        const ways = addWays(context, master, answer, tried, pool);
        const ready =
          lines.added + ways.added === 0 ||
          lines.missedUsd + ways.missedUsd <= HORIZON_NEAR * Math.abs(answer.costUsd) ||
          round === MOST_HORIZON_ROUNDS;
        // Evaluating the bound costs more than a round.
        if (ready) {
          const value = lagrangian(context, tried, 1, found);
          if (value.costUsd >= bound.costUsd) {
            bound = value;
            prices = tried;
          }
        }
        if ((await tell()) || ready) break;
      }
      work.columns += master.columnCount;
    } finally {
      master.dispose();
    }
  }
  return { prices, bound, cells, lpUsd, missing, stopped: run.stopped, work };
}

/** Whether anything ties one epoch to another. */
export function coupled({ problem, next }: BoundContext): boolean {
  return (
    (next.some((after) => after >= 0) && problem.instance.rules.transitionS > 0) ||
    problem.carbonCapKg < Infinity ||
    problem.centres.some(({ demandPeriods }) => demandPeriods.length > 0)
  );
}

function seedEpoch(
  context: BoundContext,
  master: GeoMaster,
  t: number,
  before: number | null,
  cells: readonly (RelaxedCell | null)[],
  pool: WayPool,
): void {
  const { centres, types, problem, classOf } = context;
  for (let d = 0; d < centres; d++) {
    const cell = t * centres + d;
    const { nodeCount } = problem.centres[d]!;
    const last = before === null ? null : (cells[before * centres + d] ?? null);
    for (let j = 0; j < types; j++) {
      if (nodeCount[j] === 0 || last !== null) continue;
      for (const way of pool.starts(classOf[d]!, j)) master.addWay(cell, way);
    }
    for (const { way } of last?.used ?? []) master.addWay(cell, way);
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

/** The same share of every type awake and half busy, W. */
function evenPowerW({ problem }: BoundContext, d: number, load: number): Float64Array {
  return Float64Array.from(problem.nodeTypes, ({ sleepW, staticW, peakDynamicW }, j) => {
    const awakeW = staticW + peakDynamicW / 2;
    return problem.centres[d]!.nodeCount[j]! * (load * awakeW + (1 - load) * sleepW);
  });
}

function seedHorizon(context: BoundContext, master: GeoMaster, cells: readonly (RelaxedCell | null)[]): void {
  const { centres, epochs } = context;
  for (let t = 0; t < epochs; t++) {
    for (let d = 0; d < centres; d++) {
      const cell = t * centres + d;
      for (const epoch of neighbours(context, t)) {
        for (const { way } of cells[epoch * centres + d]?.used ?? []) master.addWay(cell, way);
      }
    }
  }
  for (let t = 0; t < epochs; t++) {
    for (let d = 0; d < centres; d++) {
      for (const epoch of neighbours(context, t)) {
        const one = cells[epoch * centres + d] ?? null;
        if (one !== null) addTangent(context, master, t * centres + d, one.powerW);
      }
    }
  }
}

function neighbours({ previous, next }: BoundContext, t: number): number[] {
  return [...new Set([t, previous[t]!, next[t]!])].filter((epoch) => epoch >= 0);
}
