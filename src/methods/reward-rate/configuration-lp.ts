import type { LinearProgram } from '../../../models/forms/linear-program.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import type { RunControl } from '../control.js';
import type { LpEngine } from '../../solvers/linear/engine.js';
import { type LagrangianBound, lagrangianBound } from './bound.js';
import {
  type CouplingRow,
  fixedRows,
  idlePowerW,
  initialCapRows,
  powerCapRow,
  redLineRow,
  setPointWindow,
} from './coupling.js';
import { type Grouping, groupByType, groupByZone } from './grouping.js';
import { type Master, type MasterSolution, openMaster } from './master.js';
import type { PricingOracle } from './pricing.js';

/** Relative gap between the LP's value and its bound at which generation stops. */
const LP_GAP = 1e-7;
/** Rows broken by less than this (C) count as satisfied; plans are checked exactly afterwards. */
const ROW_TOLERANCE_C = 1e-7;
const ROWS_PER_ROUND = 40;
const MAX_ROUNDS = 200;

export interface ConfigurationLpInput {
  readonly problem: RewardRateProblem;
  readonly oracles: readonly PricingOracle[];
  readonly unitsPerNode: readonly number[];
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** Best known feasible objective, for progress only. */
  readonly incumbent: number | null;
  /** Receives the last LP over zones, e.g. to write it to a file. */
  readonly onProgram?: ((program: LinearProgram) => unknown) | undefined;
}

export interface ConfigurationLpResult {
  readonly solution: MasterSolution;
  readonly bound: LagrangianBound;
  readonly rows: readonly CouplingRow[];
  /** (bound - LP value) / bound over zones, or null when stopped before the LP's rows were all satisfied. */
  readonly lpGap: number | null;
  readonly stoppedEarly: boolean;
  readonly work: LpWork;
}

export interface LpWork {
  masterSolves: number;
  simplexIterations: number;
  columns: number;
  rows: number;
}

/**
 * Column and row generation for the configuration LP: solve, add the rows the answer breaks (red line, power-cap tangents),
 * price out configurations, until value and bound meet. First over node types (a tiny LP) to find prices, then over zones.
 * Returns null when stopped before any bound existed, or when the LP engine failed (which `failure` then says).
 */
export async function solveConfigurationLp(
  input: ConfigurationLpInput,
): Promise<ConfigurationLpResult | { readonly failure: string } | null> {
  const rows: CouplingRow[] = [...fixedRows(input.problem), ...initialCapRows(input.problem, 8)];
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const state: State = { input, rows, work, redLined: new Set(), best: null };
  const coarse = await generate(state, groupByType(input.problem), 1e-4);
  if (coarse.failure !== undefined) return { failure: coarse.failure };
  if (coarse.stopped || state.best === null) return finish(state, coarse.solution, null, true);
  const fine = await generate(state, groupByZone(input.problem), LP_GAP);
  if (fine.failure !== undefined) return { failure: fine.failure };
  return finish(state, fine.solution ?? coarse.solution, fine.gap, fine.stopped);
}

interface State {
  readonly input: ConfigurationLpInput;
  readonly rows: CouplingRow[];
  readonly work: LpWork;
  readonly redLined: Set<number>;
  best: LagrangianBound | null;
}

interface Generated {
  readonly solution: MasterSolution | null;
  readonly gap: number | null;
  readonly stopped: boolean;
  readonly failure?: string;
}

function finish(
  state: State,
  solution: MasterSolution | null,
  lpGap: number | null,
  stoppedEarly: boolean,
): ConfigurationLpResult | null {
  if (solution === null || state.best === null) return null;
  return { solution, bound: state.best, rows: state.rows, lpGap, stoppedEarly, work: state.work };
}

async function generate(state: State, grouping: Grouping, targetGap: number): Promise<Generated> {
  const { input, rows, work } = state;
  const { problem, oracles, unitsPerNode } = input;
  const master = openMaster(problem, grouping, unitsPerNode, input.engine);
  try {
    seed(state, master, grouping);
    master.addRows(rows);
    let solution: MasterSolution | null = null;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = master.solve();
      work.masterSolves++;
      if ('failure' in answer) return { solution, gap: null, stopped: false, failure: answer.failure.detail };
      solution = answer;
      work.simplexIterations += answer.iterations;
      work.columns = master.columnCount;
      work.rows = master.rowCount;
      const broken = brokenRows(state, grouping, answer);
      const bound = lagrangianBound(problem, oracles, unitsPerNode, rows, {
        task: answer.taskPrice,
        coupling: answer.couplingPrice,
      });
      if (state.best === null || bound.value < state.best.value) state.best = bound;
      const gap = (state.best.value - answer.objective) / Math.max(1e-12, Math.abs(state.best.value));
      const stop = await input.control.step({
        phase: grouping.groups.length === problem.zones.length ? 'configuration LP' : 'configuration LP by node type',
        bound: state.best.value,
        incumbent: input.incumbent,
      });
      const added = priceOut(bound, master, grouping, problem);
      if (broken.length === 0 && (gap <= targetGap || added === 0)) return { solution, gap, stopped: stop };
      if (stop) return { solution, gap: null, stopped: true };
      master.flush();
      rows.push(...broken);
      master.addRows(broken);
    }
    return { solution, gap: null, stopped: true };
  } finally {
    if (grouping.groups.length === problem.zones.length) input.onProgram?.(master.program());
    master.dispose();
  }
}

/** First columns: what pricing finds at the best prices known, or at a spread of power prices. */
function seed(state: State, master: Master, grouping: Grouping): void {
  const { problem, oracles } = state.input;
  for (const [g, group] of grouping.groups.entries()) {
    const oracle = oracles[group.type]!;
    if (state.best === null) {
      const most = Math.max(...problem.rewardPerTask);
      for (const price of [0, 0.25, 1, 4].map((share) => share * most)) {
        master.addColumn(g, oracle.best(problem.rewardPerTask, price).configuration);
      }
    } else {
      const envelope = state.best.envelopes[group.type]!;
      const price = state.best.zonePowerPrice[group.zones[0]!]!;
      const near = [...envelope.points].sort((a, b) => Math.abs(a.price - price) - Math.abs(b.price - price));
      for (const point of [envelope.bestAt(price), ...near.slice(0, 4)]) master.addColumn(g, point.configuration);
    }
  }
  master.flush();
}

function priceOut(bound: LagrangianBound, master: Master, grouping: Grouping, problem: RewardRateProblem): number {
  let added = 0;
  for (const [g, group] of grouping.groups.entries()) {
    let price = 0;
    for (const b of group.zones) price += (bound.zonePowerPrice[b]! * problem.zones[b]!.nodeCount) / group.nodeCount;
    if (master.addColumn(g, bound.envelopes[group.type]!.bestAt(price).configuration)) added++;
  }
  return added;
}

/** Red-line rows of the hottest zones above the limit, and a tangent where the cap is passed. */
function brokenRows(state: State, grouping: Grouping, solution: MasterSolution): CouplingRow[] {
  const { problem } = state.input;
  const zonePowerW = Float64Array.from(problem.zones, (zone, b) => {
    const g = grouping.groupOf[b]!;
    return zone.idleW + (solution.groupKW[g]! * 1000 * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  });
  const riseC = problem.thermal.inletRiseC(zonePowerW);
  const hot = [...riseC.keys()]
    .filter((b) => !state.redLined.has(b) && solution.setPointC + riseC[b]! > problem.redLineC + ROW_TOLERANCE_C)
    .sort((a, b) => riseC[b]! - riseC[a]!)
    .slice(0, ROWS_PER_ROUND);
  for (const b of hot) state.redLined.add(b);
  const broken = hot.map((b) => redLineRow(problem, b));
  const nodePowerW = idlePowerW(problem) + solution.groupKW.reduce((sum, kW) => sum + kW * 1000, 0);
  const window = setPointWindow(problem, nodePowerW, 0);
  if (solution.setPointC < window.coldestC - ROW_TOLERANCE_C) {
    const cap = powerCapRow(problem, nodePowerW);
    if (cap !== null) broken.push(cap);
  }
  return broken;
}
