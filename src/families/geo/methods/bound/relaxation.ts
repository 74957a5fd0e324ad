import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { RunControl } from '../../../../methods/control.js';
import type { BoundContext, PooledConfiguration } from './context.js';
import { blockAscent } from './block-ascent.js';
import { groupDescent } from './group-descent.js';
import { openEpochLps } from './epoch-lps.js';
import { solveHorizon } from './horizon-lp.js';
import { leaderAscent } from './leader-ascent.js';
import { lagrangian, type LagrangianValue } from './lagrangian.js';
import type { MasterAnswer } from './master-answer.js';
import { type GeoPrices, noPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import { representatives } from './representatives.js';
import { type ConfigurationPool, configurationPool } from './configuration-pool.js';

/** Result of column generation: dual values, the bound that they prove, and the LP's plan with fractional nodes. */
export interface Relaxation {
  readonly prices: GeoPrices;
  readonly bound: LagrangianValue;
  /** The LP's plan by cell (data centre in one epoch); null for a cell that the search did not reach. */
  readonly cells: readonly (RelaxedCell | null)[];
  /** Objective of the LP that gave the plan, USD; null if there is none. */
  readonly lpUsd: number | null;
  /** Rates that the plan does not serve, tasks/s, with key epoch * I + task type, for I task types. */
  readonly missing: ReadonlyMap<number, number>;
  readonly stopped: boolean;
  readonly work: Readonly<Record<string, number>>;
}

export interface RelaxationOptions {
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly pool?: ConfigurationPool;
  /**
   * True if the LP's plan will be rounded to a real one. Then not only the bound but also the LP's plan must be nearly
   * optimal.
   */
  readonly forPlan?: boolean;
  /** Maximum number of rows of the LP over the horizon, in place of MAX_HORIZON_ROWS; for tests. */
  readonly mostHorizonRows?: number;
  /** Minimum number of representatives, in place of FEWEST; for tests. */
  readonly fewestRepresentatives?: number;
  /** Share of the caps that the LP's plan may use; default 1. The bound does not depend on it. */
  readonly capShare?: number;
}

/** Relative gap between LP objective and lower bound at which column generation ends. */
const NEAR = 2e-5;
/**
 * Maximum number of rows of one LP over the horizon. For larger horizons block ascent is used, which is faster but
 * gives a weaker bound.
 */
const MAX_HORIZON_ROWS = 4000;
/**
 * Maximum number of rows of one LP over the horizon if there is a carbon cap or a demand charge. It is larger than
 * MAX_HORIZON_ROWS, because block ascent finds worse dual values for caps and charges.
 */
const MAX_CHARGED_ROWS = 12_000;
/**
 * Relative gap at which the first LP of each epoch ends if the horizon is too large for one LP. Our choice: large, for
 * speed.
 */
const LARGE_NEAR = 1e-3;
/**
 * Maximum number of cells for which a second bound is computed, by one LP for each epoch. Our choice: with more cells
 * it is too slow.
 */
const FEW_CELLS = 100;

export async function relax(context: BoundContext, options: RelaxationOptions): Promise<Relaxation> {
  const { control, capShare = 1 } = options;
  const pool = options.pool ?? configurationPool(context);
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
  const answered = (answer: MasterAnswer): void => {
    for (const one of answer.cells.values()) {
      cells[one.cell] = one;
      const t = Math.floor(one.cell / context.centres);
      for (let i = 0; i < context.tasks; i++) missing.delete(t * context.tasks + i);
    }
    for (const [key, rate] of answer.missing) missing.set(key, rate);
  };

  // Epoch by epoch, as if starts and stops were free.
  const large = rowsOf(context) > (options.mostHorizonRows ?? mostHorizonRows(context));
  const few = large && coupled(context) ? representatives(context, options.fewestRepresentatives) : null;
  const begun =
    few === null ? null : await leaderAscent(context, few, pool, { engine: options.engine, capShare, work, tell });
  if (begun !== null) {
    ({ prices } = begun);
    for (const [cell, one] of begun.cells.entries()) cells[cell] = one;
  }
  const epochLps = openEpochLps(context, cells, pool, { engine: options.engine, capShare, work, tell, large });
  let lpUsd: number | null = 0;
  try {
    for (let t = 0; t < context.epochs && !run.stopped && begun === null; t++) {
      const { answer, prices: after } = await epochLps.solve(t, prices, large ? LARGE_NEAR : NEAR, { release: large });
      prices = after;
      if (answer === null) {
        lpUsd = null;
        continue;
      }
      answered(answer);
      if (lpUsd !== null) lpUsd += answer.costUsd;
    }
    // Told to stop before, the sum lacks epochs.
    if (run.stopped) lpUsd = null;
    const found = (c: number, j: number, configuration: PooledConfiguration['configuration']): void => {
      pool.add(c, j, configuration);
    };
    const judge = (tried: GeoPrices): void => {
      const value = lagrangian(context, tried, 1, found, pool);
      if (value.costUsd < bound.costUsd) return;
      bound = value;
      prices = tried;
    };
    const isStopped = (): boolean => run.stopped;
    const goesOn = !isStopped() && coupled(context) && lpUsd !== null;
    if (!goesOn || cells.length <= FEW_CELLS) {
      judge(prices);
      await tell();
    }
    if (goesOn && !isStopped()) {
      const shared = { engine: options.engine, capShare, work, tell, answered };
      if (large) {
        // Representatives leave the plan a little off what arrives; one round of all centres mends it.
        const ascent = begun === null ? {} : { rounds: 2, release: true };
        judge(
          begun === null || options.forPlan === true
            ? await blockAscent(context, prices, cells, epochLps, pool, { ...shared, ...ascent })
            : prices,
        );
        epochLps.dispose();
        lpUsd =
          options.forPlan === true && !isStopped() ? await groupDescent(context, prices, cells, pool, shared) : null;
      } else {
        const { costUsd, prices: tried } = await solveHorizon(context, prices, cells, pool, shared);
        lpUsd = costUsd ?? lpUsd;
        judge(tried ?? prices);
      }
      await tell();
    }
  } finally {
    epochLps.dispose();
  }
  if (run.stopped) {
    // Prices of unfinished LPs may be far off: nothing served has a bound too.
    const asleep = lagrangian(context, noneServed(context), 1, () => undefined);
    if (asleep.costUsd > bound.costUsd) bound = asleep;
  }
  return { prices, bound, cells, lpUsd, missing, stopped: run.stopped, work };
}

/**
 * Returns the multipliers of a plan that serves nothing: 0 for arrivals and, in cells without sun and wind, the largest
 * number for grid energy.
 */
function noneServed(context: BoundContext): GeoPrices {
  const prices = noPrices(context);
  for (const cell of prices.energy.keys()) {
    const { renewableKwh } = context.model.centres[cell % context.centres]!;
    if (renewableKwh[Math.floor(cell / context.centres)] === 0) prices.energy[cell] = Number.MAX_VALUE;
  }
  return prices;
}

/** Returns true if some constraint or cost couples epochs to each other. */
export function coupled({ model, next }: BoundContext): boolean {
  return (
    (next.some((after) => after >= 0) && model.instance.rules.transitionS > 0) ||
    model.carbonCapKg < Infinity ||
    model.centres.some(({ demandPeriods }) => demandPeriods.length > 0)
  );
}

/** Returns the number of rows of the LP over the whole horizon. */
function rowsOf({ epochs, tasks, centres, types }: BoundContext): number {
  return epochs * (tasks + centres * (2 * types + 3));
}

function mostHorizonRows({ model: { carbonCapKg, centres } }: BoundContext): number {
  const isCharged = carbonCapKg < Infinity || centres.some(({ demandPeriods }) => demandPeriods.length > 0);
  return isCharged ? MAX_CHARGED_ROWS : MAX_HORIZON_ROWS;
}
