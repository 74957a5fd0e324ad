import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import { greatestNodePowerW } from '../../../../../models/facility/power-budget.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type ZoneState, zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { countIterations } from '../../../../methods/count-iterations.js';
import { groupForLp } from './aggregation.js';
import { clipped, type LagrangianBound, lagrangianBound, type Prices, zonePowerPrices } from '../bound/bound.js';
import {
  type CouplingRow,
  fixedRows,
  idlePowerW,
  initialCapRows,
  powerCapRow,
  redLineRow,
  restrictingCapRow,
  setPointWindow,
} from './coupling.js';
import {
  brokenFailureRedLines,
  commonFailureCapacityRows,
  commonFailureRedLineRow,
  isOnDemand,
} from './failure-rows.js';
import { solutionOverZones } from './disaggregation.js';
import { priceOut, seed } from './group-columns.js';
import { type Grouping, groupByType } from './grouping.js';
import { type Master, type MasterSolution, openMaster } from './master.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { FirstColumns } from './first-columns.js';

/** Relative gap between the LP's value and its bound at which column generation stops. */
const LP_GAP = 1e-7;
/**
 * Excess over the red line at which a red-line row still counts as satisfied, K. Plans are checked exactly afterwards.
 */
const ROW_TOLERANCE_C = 1e-7;
/** Maximum number of red-line rows added in one round, the most violated first. */
const ROWS_PER_ROUND = 40;
/** Maximum number of rounds of column and row generation. */
const MAX_ROUNDS = 200;
/** Maximum number of rounds for the small LP over node types that finds initial dual values. */
const SCOUT_ROUNDS = 30;
/** Maximum number of rounds in which rows are added to keep a concave power cap. */
const RESTRICTION_ROUNDS = 20;

export interface ConfigurationLpRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly unitsPerNode: readonly number[];
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** Reward of the best plan known, reward/s, for progress reports only; null if none. */
  readonly incumbent: number | null;
  /** Maximum number of zones for which each zone has its own LP columns. */
  readonly mostSingleZones?: number;
  /** Maximum number of groups if zones are merged; absent: MAX_GROUPS of aggregation.ts. */
  readonly mostGroups?: number;
  /** Columns from the run of a similar model. They replace the search for initial dual values. */
  readonly first?: FirstColumns | null;
  /** Called with the last LP solved over zones (not node types), for example to write it to a file. */
  readonly onProgram?: ((program: LinearProgram) => unknown) | undefined;
}

export interface ConfigurationLpResult {
  /** LP answer to be rounded; of a more restricted LP if rows cannot enforce a concave cap exactly. */
  readonly solution: MasterSolution;
  /** Core power of all zones in the LP's answer, kW, before any restriction for a concave cap. */
  readonly relaxedCoreKW: number;
  readonly bound: LagrangianBound;
  readonly rows: readonly CouplingRow[];
  /**
   * Relative gap of the LP over zones, (bound - LP value) / bound; null if stopped before all rows of the LP were
   * satisfied.
   */
  readonly lpGap: number | null;
  readonly stoppedEarly: boolean;
  readonly work: LpWork;
  /** Common set-point of the LP's answer, C; present only if the answer exceeds a concave power cap. */
  readonly passesCapAtC?: number;
  /** Tighter bound on the reward of every plan, reward/s, from splitting the common set-point's range. */
  readonly slicedRewardPerS?: number;
  /** Rows and bound whose dual values give the marginal values of limits; absent: the main ones. */
  readonly worth?: Pick<ConfigurationLpResult, 'rows' | 'bound' | 'relaxedCoreKW'>;
  /** Set-points, heats and dual values of the solution; absent if all CRACs share one set-point. */
  readonly at?: IndependentPoint;
}

export interface IndependentPoint {
  readonly setPointsC: Float64Array;
  readonly heatKW: Float64Array;
  /** Reward of the fractional solution, reward/s. */
  readonly rewardPerS: number;
  readonly bound: LagrangianBound;
  /** All red-line rows and rows for limits after CRAC failures; they hold for all plans. */
  readonly redLined: readonly CouplingRow[];
  /** Temperatures at the solution's powers, also after CRAC failures; absent if no failure must be survived. */
  readonly state?: ZoneState;
  /** Set-points that CRACs take after failures, C; absent if set-points stay the same. */
  readonly resetC?: Float64Array;
}

export interface LpWork {
  masterSolves: number;
  /** Number of simplex iterations in all LPs; absent if the engine does not report it. */
  simplexIterations?: number;
  columns: number;
  rows: number;
  /** Number of groups of zones; absent if zones were not merged. */
  groups?: number;
  /** Upper bound on the LP value lost by merging zones, reward/s; absent if zones were not merged. */
  aggregationLoss?: number;
  /** Number of boxes (ranges of CRAC heats) whose LP was solved; absent with one common set-point. */
  boxes?: number;
  /** Number of parts of the set-point's range whose LP was solved; only with a concave cap. */
  slices?: number;
}

/**
 * Solves the configuration LP by column and row generation. Each round solves the LP, adds violated rows (red line,
 * tangents to the cap) and adds better configurations, until the LP's value meets its bound. A small LP over node types
 * first finds good dual values.
 *
 * Returns an object with `failure`, the engine's message, if the engine gave no answer. Null if the run was stopped
 * before the first answer.
 */
export async function solveConfigurationLp(
  input: ConfigurationLpRequest,
): Promise<ConfigurationLpResult | { readonly failure: string } | null> {
  const rows: CouplingRow[] = [
    ...fixedRows(input.model),
    ...commonFailureCapacityRows(input.model),
    ...initialCapRows(input.model, 8),
  ];
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const state: State = { input, rows, work, redLined: new Set(), best: null };
  const failure = input.first == null ? scoutPrices(state) : null;
  if (failure !== null) return { failure };
  const grouping = groupForLp(input.model, input.mostSingleZones, input.mostGroups);
  const fine = await generate(state, grouping);
  if (fine.failure !== undefined) return { failure: fine.failure };
  if (fine.solution === null || state.best === null) return null;
  const { gap, stopped, relaxedCoreKW } = fine;
  if (grouping.groups.length < input.model.zones.length) {
    work.groups = grouping.groups.length;
    if (gap !== null) work.aggregationLoss = gap * state.best.value;
  }
  const headroomC = input.model.redLineC - fine.solution.side[0]!;
  const solution = solutionOverZones(input.model, grouping, fine.solution, state.best, () => headroomC);
  const { passesCapAtC } = fine;
  return {
    solution,
    relaxedCoreKW,
    bound: state.best,
    rows,
    lpGap: gap,
    stoppedEarly: stopped,
    work,
    ...(passesCapAtC === undefined ? {} : { passesCapAtC }),
  };
}

interface State {
  readonly input: ConfigurationLpRequest;
  readonly rows: CouplingRow[];
  readonly work: LpWork;
  readonly redLined: Set<number>;
  /** Lowest Lagrangian bound found so far, with its dual values; null before the first LP. */
  best: LagrangianBound | null;
}

interface Generated {
  readonly solution: MasterSolution | null;
  readonly relaxedCoreKW: number;
  readonly gap: number | null;
  readonly stopped: boolean;
  readonly failure?: string;
  readonly passesCapAtC?: number;
}

/**
 * Stores the bound of a small LP with one group of zones per node type, for its dual values. Returns the engine's
 * message if it failed, otherwise null.
 */
function scoutPrices(state: State): string | null {
  const { input, rows, work } = state;
  const { model, oracles, unitsPerNode } = input;
  const grouping = groupByType(model);
  const master = openMaster(model, grouping, unitsPerNode, input.engine);
  try {
    const most = Math.max(...model.rewardPerTask);
    for (const [g, group] of grouping.groups.entries()) {
      for (const share of [0, 0.25, 1, 4]) {
        master.addColumn(g, oracles[group.type]!.best(model.rewardPerTask, share * most).configuration);
      }
    }
    master.flush();
    master.addRows(rows);
    let prices: Prices = { task: model.rewardPerTask, coupling: new Float64Array(rows.length) };
    for (let round = 0; round < SCOUT_ROUNDS; round++) {
      const answer = master.solve();
      work.masterSolves++;
      if ('failure' in answer) return answer.failure.detail;
      countIterations(work, 'simplexIterations', answer.iterations);
      prices = clipped(model, { task: answer.taskPrice, coupling: answer.couplingPrice, on: answer.onPrice });
      const perZone = zonePowerPrices(model, rows, prices);
      let added = 0;
      for (const [g, group] of grouping.groups.entries()) {
        let price = 0;
        for (const b of group.zones) price += (perZone[b]! * model.zones[b]!.nodeCount) / group.nodeCount;
        if (master.addColumn(g, oracles[group.type]!.best(prices.task, price).configuration)) added++;
      }
      const broken = brokenRows(state, grouping, answer);
      if (added === 0 && broken.length === 0) break;
      master.flush();
      rows.push(...broken);
      master.addRows(broken);
    }
    state.best = lagrangianBound(model, oracles, unitsPerNode, rows, prices);
    return null;
  } finally {
    master.dispose();
  }
}

/** Solves the LP itself, with one group per zone, or with similar zones merged. */
async function generate(state: State, grouping: Grouping): Promise<Generated> {
  const { input, rows, work } = state;
  const { model, oracles, unitsPerNode } = input;
  const master = openMaster(model, grouping, unitsPerNode, input.engine);
  try {
    if (state.best !== null) seed(state.best, master, model, grouping);
    if (input.first != null) begin(state, input.first, master, grouping);
    master.addRows(rows);
    let solution: MasterSolution | null = null;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = master.solve();
      work.masterSolves++;
      if ('failure' in answer) {
        return { solution, relaxedCoreKW: 0, gap: null, stopped: false, failure: answer.failure.detail };
      }
      solution = answer;
      countIterations(work, 'simplexIterations', answer.iterations);
      work.columns = master.columnCount;
      work.rows = master.rowCount;
      const broken = brokenRows(state, grouping, answer);
      const bound = lagrangianBound(model, oracles, unitsPerNode, rows, {
        task: answer.taskPrice,
        coupling: answer.couplingPrice,
        on: answer.onPrice,
      });
      if (state.best === null || bound.value < state.best.value) state.best = bound;
      const gap = (state.best.value - answer.objective) / Math.max(1e-12, Math.abs(state.best.value));
      const progress = { phase: 'configuration LP', bound: state.best.value, incumbent: input.incumbent };
      const stop = await input.control.step(progress);
      const added = priceOut(bound, master, model, grouping);
      if (broken.length === 0 && (gap <= LP_GAP || added === 0)) {
        // Before any restriction: the LP the bound comes from.
        input.onProgram?.(master.program());
        const rounded = stop ? solution : withinCap(state, master, grouping, solution);
        return {
          solution: rounded,
          relaxedCoreKW: coreKW(solution),
          gap,
          stopped: stop,
          ...(rounded === solution ? {} : { passesCapAtC: solution.side[0]! }),
        };
      }
      if (stop) {
        input.onProgram?.(master.program());
        return { solution, relaxedCoreKW: coreKW(solution), gap: null, stopped: true };
      }
      master.flush();
      rows.push(...broken);
      master.addRows(broken);
    }
    return { solution, relaxedCoreKW: solution === null ? 0 : coreKW(solution), gap: null, stopped: true };
  } finally {
    master.dispose();
  }
}

/** Adds to the LP the columns of an earlier run, and red-line rows of its hottest zones. */
function begin(
  { input, rows, redLined }: State,
  { configurations, hotZones }: FirstColumns,
  master: Master,
  { groupOf }: Grouping,
): void {
  for (const [b, ofZone] of configurations.entries())
    for (const configuration of ofZone) master.addColumn(groupOf[b]!, configuration);
  master.flush();
  for (const b of hotZones) redLined.add(b);
  rows.push(...hotZones.map((b) => redLineRow(input.model, b)));
}

export interface RowState {
  readonly input: Pick<ConfigurationLpRequest, 'model'>;
  readonly rows: readonly CouplingRow[];
  /** Indices of the zones that already have a red-line row. */
  readonly redLined: Set<number>;
}

/**
 * Returns the rows that the LP's answer violates: red-line rows of the hottest zones and a tangent to the power cap.
 */
export function brokenRows(
  state: RowState,
  grouping: Grouping,
  solution: Pick<MasterSolution, 'side' | 'groupKW'>,
): CouplingRow[] {
  const { model } = state.input;
  const zonePowerW = Float64Array.from(model.zones, (zone, b) => {
    const g = grouping.groupOf[b]!;
    return zone.idleW + (solution.groupKW[g]! * W_PER_KW * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  });
  const riseC = model.thermal.inletRiseC(zonePowerW);
  // A certain row keeps its zone below the red line for good, an uncertain one only at powers near those that it is worst at.
  const isNew = (b: number): boolean => model.thermal.uncertain !== undefined || !state.redLined.has(b);
  const hot = [...riseC.keys()]
    .filter((b) => isNew(b) && solution.side[0]! + riseC[b]! > model.redLineC + ROW_TOLERANCE_C)
    .sort((a, b) => riseC[b]! - riseC[a]!)
    .slice(0, ROWS_PER_ROUND);
  for (const b of hot) state.redLined.add(b);
  const broken = hot
    .map((b) => redLineRow(model, b, zonePowerW))
    .filter((row) => !isHeld(state, row, solution.side, zonePowerW));
  if (failedRoomsOf(model).length > 0) {
    const rowed = new Set(
      state.rows.flatMap(({ constraint, where }) => (constraint === 'failureRedLine' ? [where] : [])),
    );
    const point = { state: zoneState(model, zonePowerW, riseC), setPointsC: model.cracs.map(() => solution.side[0]!) };
    broken.push(...brokenFailureRedLines(model, point, rowed, commonFailureRedLineRow));
  }
  const nodePowerW = idlePowerW(model) + coreKW(solution) * W_PER_KW;
  const window = setPointWindow(model, nodePowerW, 0);
  if (solution.side[0]! < window.coldestC - ROW_TOLERANCE_C) {
    const cap = powerCapRow(model, nodePowerW);
    if (cap !== null) broken.push(cap);
  }
  return broken;
}

/**
 * Returns true if the row need not be added: the LP's answer violates a row for the same zone as much, within the
 * engine's tolerance. A zone has several rows only with an uncertain influence matrix.
 */
function isHeld({ input, rows }: RowState, row: CouplingRow, side: Float64Array, zonePowerW: Float64Array): boolean {
  const { zones, thermal } = input.model;
  if (thermal.uncertain === undefined) return false;
  const excess = ({ side: terms, zoneCoefficient, rhs }: CouplingRow): number =>
    zones.reduce(
      (sum, { idleW }, b) => sum + (zoneCoefficient[b]! * (zonePowerW[b]! - idleW)) / W_PER_KW,
      terms.reduce((sum, { column, value }) => sum + value * side[column]!, -rhs),
    );
  const asked = excess(row) - ROW_TOLERANCE_C;
  return rows.some((other) => other.zone === row.zone && excess(other) >= asked);
}

function coreKW(solution: Pick<MasterSolution, 'groupKW'>): number {
  return solution.groupKW.reduce((sum, kW) => sum + kW, 0);
}

/**
 * Returns a solution that keeps a cap whose curve g (required set-point by node power) is concave. Rows above g are
 * added until the LP's answer keeps the cap. This affects only the plan: the bound and its rows stay as they are.
 */
function withinCap(state: State, master: Master, grouping: Grouping, relaxed: MasterSolution): MasterSolution {
  const { model, oracles, unitsPerNode } = state.input;
  const rows = [...state.rows];
  let solution = relaxed;
  for (let round = 0; round < RESTRICTION_ROUNDS; round++) {
    const { coldestC } = setPointWindow(model, idlePowerW(model) + coreKW(solution) * W_PER_KW, 0);
    const affordedW = greatestNodePowerW(model.budget, Math.max(model.setPointMinC, solution.side[0]!));
    const cap = coldestC > solution.side[0]! + ROW_TOLERANCE_C ? restrictingCapRow(model, affordedW) : null;
    if (round === 0 && cap === null) return relaxed;
    const prices = { task: solution.taskPrice, coupling: solution.couplingPrice, on: solution.onPrice };
    const added =
      round === 0 ? 0 : priceOut(lagrangianBound(model, oracles, unitsPerNode, rows, prices), master, model, grouping);
    const more = brokenRows(state, grouping, solution).filter(isOnDemand);
    if (cap !== null) more.push(cap);
    if (more.length === 0 && added === 0) break;
    master.flush();
    rows.push(...more);
    master.addRows(more);
    const answer = master.solve();
    state.work.masterSolves++;
    if ('failure' in answer) break;
    solution = answer;
  }
  return solution;
}
