import { W_PER_KW } from '../../../../../models/units.js';
import { inletsC } from '../../../../../models/facility/room-state.js';
import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { countIterations } from '../../../../methods/count-iterations.js';
import { type LagrangianBound, lagrangianBound } from './bound.js';
import type { LpWork } from '../master/configuration-lp.js';
import {
  availableKW,
  boxRows,
  type CoolingBox,
  coolingColumns,
  type CoolingPoint,
  coolingPoint,
  cutAt,
  cutRow,
  firstResetColumn,
  independentRedLineRow,
  independentRows,
  noZones,
  resetColumns,
  setPointColumn,
} from '../master/cooling-columns.js';
import { type CouplingRow, powerLimitRows, type SideColumn } from '../master/coupling.js';
import {
  brokenFailureCaps,
  brokenFailureRedLines,
  brokenOnTheWay,
  failureCapacityRows,
} from '../master/failure-rows.js';
import { meanOverNodes } from '../master/aggregation.js';
import type { Grouping } from '../master/grouping.js';
import { type MasterSolution, openMaster } from '../master/master.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';

/** A red-line row is added to the LP only if the inlet exceeds the red line by more than this, K. */
const ROW_TOLERANCE_C = 1e-7;
/**
 * A cut (linear lower bound on a CRAC's power) is added only if the LP's answer violates it by more than this fraction
 * of the cap. Smaller violations do no harm, because plans are checked exactly.
 */
const CUT_TOLERANCE = 1e-6;
/**
 * Least violation for which a cut is added, kW, where CUT_TOLERANCE would give less: the feasibility tolerance of LP
 * engines.
 */
const ENGINE_TOLERANCE_KW = 3e-7;
/** Maximum number of red-line rows added in one round of row generation. */
const ROWS_PER_ROUND = 40;
/** Maximum number of rounds of row and column generation for each box (node of the search tree). */
const MAX_ROUNDS = 60;

/** Lagrangian bound, and the LP rows to which its coupling dual values belong, in the same order. */
export interface Bounded {
  readonly bound: LagrangianBound;
  readonly rows: readonly CouplingRow[];
}

export interface BoxLpRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly unitsPerNode: readonly number[];
  readonly engine: LpEngine;
  readonly grouping: Grouping;
  /**
   * Box (ranges of CRAC heats and set-points) that contains all plans. Its cuts (lower bounds on the CRACs' power) are
   * valid in every box.
   */
  readonly root: CoolingBox;
  readonly penalty: number;
  readonly work: LpWork;
  /**
   * Called after each LP with its bound, or null if that does not hold for all plans. Resolves to true to end the run.
   */
  readonly step: (bound: Bounded | null) => Promise<boolean>;
}

export interface BoxTask {
  readonly box: CoolingBox;
  /** Rows added for this LP only. The box's cuts (lower bounds on the CRACs' power) stay unless `cuts` is false. */
  readonly extra?: readonly CouplingRow[];
  /** True (default) if the LP contains the box's cuts. False if the rows in `extra` determine the CRACs' power. */
  readonly cuts?: boolean;
  /** Heats and set-points at which the first cuts are tight; null or absent: no first cuts. */
  readonly near?: CoolingPoint | null;
  /** The LP ends early once its upper bound on reward is at or below this reward/s. */
  readonly cutoff?: number;
  /** Relative gap between the LP's value and its bound at which column and row generation ends. */
  readonly gap: number;
}

export interface BoxAnswer {
  readonly solution: MasterSolution;
  readonly point: CoolingPoint;
  /** Lowest Lagrangian bound found in this LP. It holds for all plans of the box, except if the task had extra rows. */
  readonly bound: LagrangianBound;
  /** LP rows to which the dual values of `bound` belong. */
  readonly rows: readonly CouplingRow[];
  readonly side: readonly SideColumn[];
  /**
   * True if the LP is solved to the end: its answer violates no row that could be added, and its value agrees with its
   * bound.
   */
  readonly settled: boolean;
  readonly stopped: boolean;
}

/**
 * Solves the configuration LP with independent set-points for one box (ranges of CRAC heats and set-points) after
 * another. All boxes share columns, red-line rows and the root box's cuts.
 */
export interface BoxLp {
  solve(task: BoxTask): Promise<BoxAnswer | { readonly failure: string }>;
  /** Adds initial columns: the configurations that are best at a few guessed prices of power. */
  seedFirst(): void;
  /** Adds initial columns: the configurations that are best at the dual values of a bound or near them. */
  seed(bound: LagrangianBound): void;
  /** Adds the configurations of an earlier run as initial columns, [zone][configuration]. */
  addConfigurations(configurations: readonly (readonly Configuration[])[]): void;
  readonly rows: readonly CouplingRow[];
  program(): LinearProgram;
  dispose(): void;
}

export function openBoxLp(input: BoxLpRequest, known: readonly CouplingRow[] = []): BoxLp {
  const { model, oracles, unitsPerNode, grouping, root, penalty, work } = input;
  const master = openMaster(model, grouping, unitsPerNode, input.engine, coolingColumns(model, root, penalty));
  const rows: CouplingRow[] = [];
  const active: boolean[] = [];
  const redLined = new Set<number>();
  const redLinedInFailure = new Set<string>();
  const survives = failedRoomsOf(model).length > 0;
  const none = noZones(model);
  let riseC: Float64Array | undefined;
  const add = (more: readonly CouplingRow[]): number => {
    const first = rows.length;
    master.addRows(more);
    for (const row of more) {
      rows.push(row);
      active.push(true);
      if (row.constraint === 'redLine') redLined.add(row.zone);
      if (row.constraint === 'failureRedLine') redLinedInFailure.add(row.where);
    }
    return first;
  };
  add([...powerLimitRows(model), ...independentRows(model), ...failureCapacityRows(model), ...known]);
  const firstBoxRow = add(boxRows(model, root));

  let left: number[] = [];
  function relax(which: readonly number[]): void {
    for (const r of which) {
      active[r] = false;
      master.setRhs(r, Infinity);
    }
  }

  function enter(box: CoolingBox): SideColumn[] {
    for (const [n, row] of boxRows(model, box).entries()) {
      rows[firstBoxRow + n] = row;
      master.setRhs(firstBoxRow + n, row.rhs);
    }
    for (let c = 0; c < model.cracs.length; c++) {
      master.setSideBounds(setPointColumn(c), box.setPointMinC[c]!, box.setPointMaxC[c]!);
    }
    for (const [n, { lower, upper }] of resetColumns(model, box).entries())
      master.setSideBounds(firstResetColumn(model) + n, lower, upper);
    return coolingColumns(model, box, penalty);
  }

  /** Returns the cuts (lower bounds on the CRACs' power) that the LP's answer violates. */
  function brokenCuts(box: CoolingBox, point: CoolingPoint): CouplingRow[] {
    return model.cracs.flatMap((_, c) => {
      const at = { heatKW: point.heatKW[c]!, setPointC: point.setPointsC[c]! };
      const cut = cutAt(model, box, c, at);
      const needed = cut.constant + cut.perHeat * at.heatKW - cut.perC * at.setPointC;
      return needed > point.powerKW[c]! + Math.max(ENGINE_TOLERANCE_KW, CUT_TOLERANCE * availableKW(model))
        ? [cutRow(model, c, cut, none)]
        : [];
    });
  }

  function zonePowersW(solution: MasterSolution): Float64Array {
    return Float64Array.from(model.zones, (zone, b) => {
      const g = grouping.groupOf[b]!;
      return zone.idleW + (solution.groupKW[g]! * W_PER_KW * zone.nodeCount) / grouping.groups[g]!.nodeCount;
    });
  }

  function hotRows(zonePowerW: Float64Array, point: CoolingPoint): CouplingRow[] {
    riseC = model.thermal.inletRiseC(zonePowerW, riseC);
    const inletC = inletsC(model, { riseC }, point.setPointsC);
    return [...inletC.keys()]
      .filter((b) => !redLined.has(b) && inletC[b]! > model.redLineC + ROW_TOLERANCE_C)
      .sort((a, b) => inletC[b]! - inletC[a]!)
      .slice(0, ROWS_PER_ROUND)
      .map((b) => independentRedLineRow(model, b));
  }

  /**
   * Returns the rows for failed CRACs that the LP's answer violates. They hold for all plans, so later boxes keep them.
   */
  function failureRows(zonePowerW: Float64Array, point: CoolingPoint, cuts: boolean): CouplingRow[] {
    if (point.state === undefined) return [];
    const answer = { ...point, zonePowerW, state: point.state };
    return [
      ...brokenFailureRedLines(model, answer, redLinedInFailure),
      ...brokenOnTheWay(model, answer, redLinedInFailure),
      ...(cuts ? brokenFailureCaps(model, answer) : []),
    ];
  }

  function priceOut(bound: LagrangianBound): number {
    let added = 0;
    for (const [g, group] of grouping.groups.entries()) {
      const perKW =
        group.zones.reduce((sum, b) => sum + bound.zonePowerPrice[b]! * model.zones[b]!.nodeCount, 0) / group.nodeCount;
      const onPrice = meanOverNodes(model, group, bound.zoneOnPrice);
      if (master.addColumn(g, bound.envelopes[group.type]!.bestAt(perKW, onPrice).configuration)) added++;
    }
    if (added > 0) master.flush();
    return added;
  }

  return {
    rows,
    async solve({ box, extra = [], cuts = true, near = null, cutoff = -Infinity, gap }) {
      const side = enter(box);
      // Expansions about a nearby point hold until the new ones are in the basis: without any the CRACs' power would be free.
      const stale = left;
      left = [];
      if (extra.length === 0) relax(stale);
      const temporary: number[] = [];
      const addTemporary = (more: readonly CouplingRow[]): void => {
        const first = add(more);
        for (let n = 0; n < more.length; n++) temporary.push(first + n);
      };
      addTemporary(extra);
      if (cuts && near !== null) addTemporary(brokenCuts(box, { ...near, powerKW: near.powerKW.map(() => -Infinity) }));
      const ofAllPlans = box === root && extra.length === 0;
      let best: Bounded | null = null;
      try {
        for (let round = 1; ; round++) {
          let solution = master.solve();
          if (round === 1 && extra.length > 0 && stale.length > 0) {
            relax(stale);
            solution = master.solve();
            work.masterSolves++;
          }
          work.masterSolves++;
          if ('failure' in solution) return { failure: solution.failure.detail };
          countIterations(work, 'simplexIterations', solution.iterations);
          work.columns = master.columnCount;
          work.rows = master.rowCount;
          const coupling = solution.couplingPrice.map((y, r) => (active[r]! ? y : 0));
          const raw = { task: solution.taskPrice, coupling, on: solution.onPrice };
          const bound = lagrangianBound(model, oracles, unitsPerNode, rows, raw, side);
          if (best === null || bound.value < best.bound.value) best = pricedPart(bound, rows);
          const zonePowerW = zonePowersW(solution);
          const point = {
            ...coolingPoint(model, solution.side),
            ...(survives ? { state: zoneState(model, zonePowerW) } : {}),
          };
          const answer = { solution, point, bound: best.bound, rows: best.rows, side };
          const stopped = await input.step(ofAllPlans ? best : null);
          if (stopped || best.bound.value <= cutoff) return { ...answer, settled: false, stopped };
          const distance = (best.bound.value - solution.objective) / Math.max(1e-12, Math.abs(best.bound.value));
          const hot = [...hotRows(zonePowerW, point), ...failureRows(zonePowerW, point, cuts)];
          const broken = cuts ? brokenCuts(box, point) : [];
          const held = hot.length === 0 && broken.length === 0;
          if (held && distance <= gap) return { ...answer, settled: true, stopped };
          const added = priceOut(bound);
          if ((held && added === 0) || round === MAX_ROUNDS) return { ...answer, settled: held, stopped };
          add(hot);
          if (box === root) add(broken);
          else addTemporary(broken);
        }
      } finally {
        if (extra.length > 0) left = temporary;
        else relax(temporary);
      }
    },
    seedFirst() {
      const most = Math.max(...model.rewardPerTask);
      for (const [g, group] of grouping.groups.entries()) {
        for (const share of [0, 0.25, 1, 4]) {
          master.addColumn(g, oracles[group.type]!.best(model.rewardPerTask, share * most).configuration);
        }
      }
      master.flush();
    },
    addConfigurations(configurations) {
      for (const [b, ofZone] of configurations.entries())
        for (const configuration of ofZone) master.addColumn(grouping.groupOf[b]!, configuration);
      master.flush();
    },
    seed(bound) {
      for (const [g, group] of grouping.groups.entries()) {
        const perKW = bound.zonePowerPrice[group.zones[0]!]!;
        const envelope = bound.envelopes[group.type]!;
        const near = [...envelope.points].sort((p, q) => Math.abs(p.price - perKW) - Math.abs(q.price - perKW));
        const onPrice = bound.zoneOnPrice[group.zones[0]!]!;
        for (const { configuration } of [envelope.bestAt(perKW, onPrice), ...near.slice(0, 4)])
          master.addColumn(g, configuration);
      }
      master.flush();
    },
    program: () => master.program(),
    dispose() {
      master.dispose();
    },
  };
}

/** Returns the bound with only those LP rows whose dual value is not 0, which leaves its value unchanged. */
function pricedPart(bound: LagrangianBound, rows: readonly CouplingRow[]): Bounded {
  const kept = rows.flatMap((row, r) => ((bound.prices.coupling[r] ?? 0) === 0 ? [] : [{ row, r }]));
  const coupling = Float64Array.from(kept, ({ r }) => bound.prices.coupling[r]!);
  return { bound: { ...bound, prices: { ...bound.prices, coupling } }, rows: kept.map(({ row }) => row) };
}
