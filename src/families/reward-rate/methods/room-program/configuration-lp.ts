import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import { greatestNodePowerW } from '../../../../../models/facility/power-budget.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type ZoneState, zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { groupForLp } from './aggregation.js';
import { clipped, type LagrangianBound, type Prices, zonePowerPrices } from './bound.js';
import { capRowsAt, initialCapRows, powerCapRow, restrictingCapRow, setPointWindow } from './cap-rows.js';
import {
  airRows,
  brokenPowerRows,
  type CouplingRow,
  excessOf,
  hottestZones,
  idlePowerW,
  type LpRoom,
  lpRooms,
  powerLimitRows,
  redLineRow,
  ROW_TOLERANCE_C,
} from './coupling.js';
import { brokenFailureRedLines, brokenOnTheWay, failurePlaces, isOnDemand } from './failure-rows.js';
import { solutionOverZones } from './disaggregation.js';
import { type Grouping, groupByType, zonePowersW } from './grouping.js';
import { generate, type GeneratedProgram, generation, lastOf } from './generation.js';
import type { ProvenBound, ProvenValue } from './proof.js';
import { type Failure, type LpWork, type MasterSolution, RoomLp } from './room-lp.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { CoolingPoint } from './cooling-columns.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';

/** Relative gap between the LP's value and its bound at which column generation stops. */
const LP_GAP = 1e-7;
/** Maximum number of rounds of column and row generation. */
const MAX_ROUNDS = 200;
/** Maximum number of rounds for the small LP over node types that finds initial dual values. */
const SCOUT_ROUNDS = 30;
/** Maximum number of rounds in which rows are added to keep a concave power cap. */
const RESTRICTION_ROUNDS = 20;

export interface ConfigurationLpRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
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

/** Configurations and set-points of a similar model's run with which the LP starts. They cannot invalidate a bound. */
export interface FirstColumns {
  /** [zone][configuration]: configurations of the earlier run, with rates recomputed for this model. */
  readonly configurations: readonly (readonly Configuration[])[];
  /** Zones whose red-line rows are in the LP from the start: the hottest zones of the earlier plan. */
  readonly hotZones: readonly number[];
  /** Common set-point of the earlier run, C, near which the LP's first rows keep the cap; null if not known. */
  readonly setPointC: number | null;
  /** Heat and set-point of each CRAC in the earlier plan; null with one CRAC, or if not known. */
  readonly point?: CoolingPoint | null;
}

export interface ConfigurationLpResult {
  /**
   * LP answer from which the plan is rounded. If rows cannot enforce a concave cap exactly, this is the answer of an LP
   * with further restrictions.
   */
  readonly solution: MasterSolution;
  /** Core power of all zones in the LP's answer, kW, before any restriction for a concave cap. */
  readonly relaxedCoreKW: number;
  readonly bound: ProvenBound;
  readonly rows: readonly CouplingRow[];
  /** Relative gap of the LP over zones, (bound - LP value) / bound; null if stopped with rows still violated. */
  readonly lpGap: number | null;
  readonly stoppedEarly: boolean;
  readonly work: LpWork;
  /** Common set-point of the LP's answer, C; present only if the answer exceeds a concave power cap. */
  readonly passesCapAtC?: number;
  /** Tighter bound on the reward of every plan, from splitting the common set-point's range. */
  readonly sliced?: ProvenValue;
  /** Rows and bound whose dual values give the marginal values of limits; absent if these are `rows` and `bound`. */
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
  /** Set-points after failures, C, at index `reset.first` of the failed room + CRAC; absent if set-points stay. */
  readonly resetC?: Float64Array;
}

/**
 * Solves the configuration LP with one common set-point. A small LP over node types first finds good dual values; then
 * columns and rows of the LP over zones are generated.
 */
export async function solveConfigurationLp(input: ConfigurationLpRequest): Promise<ConfigurationLpResult | Failure> {
  const { model, first } = input;
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const rooms = lpRooms(model, 'common');
  const capRows = [...initialCapRows(model, 8), ...capRowsAt(model, first?.setPointC ?? null)];
  const begun = [...powerLimitRows(model), ...airRows(rooms), ...capRows];
  const scouted = first == null ? scoutPrices(input, begun, work) : { best: null, rows: begun };
  if ('failure' in scouted) return scouted;
  const grouping = groupForLp(model, input.mostSingleZones, input.mostGroups);
  const lp = new RoomLp({ ...input, grouping, work });
  try {
    if (scouted.best !== null) lp.seed(scouted.best);
    if (first != null) lp.addConfigurations(first.configurations);
    lp.add([...scouted.rows, ...(first?.hotZones ?? []).map((b) => redLineRow(rooms[0], b))]);
    const found = await generate(lp, {
      rounds: MAX_ROUNDS,
      gap: LP_GAP,
      known: scouted.best,
      broken: (answer) => brokenRows(model, lp, answer),
      ends: ({ best }) =>
        input.control.step({ phase: 'configuration LP', bound: best.value, incumbent: input.incumbent }),
    });
    if ('failure' in found) return found;
    const { answer: relaxed, best: bound, gap, end } = found;
    if (end !== 'rounds') input.onProgram?.(lp.program());
    const rows = lp.rows.slice();
    // A cap that rows cannot enforce restricts the plan alone: bound and rows are those from before.
    const kept = end === 'settled' ? withinCap(model, lp, relaxed) : relaxed;
    const headroomC = model.redLineC - kept.side[0]!;
    const lpGap = found.broken.length === 0 && (end === 'settled' || gap <= LP_GAP) ? gap : null;
    if (grouping.groups.length < model.zones.length) {
      work.groups = grouping.groups.length;
      if (lpGap !== null) work.aggregationLoss = lpGap * bound.value;
    }
    return {
      solution: solutionOverZones(model, grouping, kept, bound, () => headroomC),
      relaxedCoreKW: coreKW(relaxed),
      bound,
      rows,
      lpGap,
      stoppedEarly: end !== 'settled',
      work,
      ...(kept === relaxed ? {} : { passesCapAtC: relaxed.side[0]! }),
    };
  } finally {
    lp.dispose();
  }
}

/**
 * Finds initial dual values and rows with a small LP that has one group of zones per node type: its rows across zones,
 * and the bound at its last dual values. Columns are those best at the groups' own prices of power.
 */
function scoutPrices(
  input: ConfigurationLpRequest,
  begun: readonly CouplingRow[],
  work: LpWork,
): { readonly rows: readonly CouplingRow[]; readonly best: LagrangianBound } | Failure {
  const { model } = input;
  const lp = new RoomLp({ ...input, grouping: groupByType(model), work });
  try {
    lp.seedFirst();
    lp.add(begun);
    // Only the last bound is computed: the others are of no use.
    const scout: GeneratedProgram<MasterSolution, { readonly value: number; readonly prices: Prices }> = {
      solve: () => lp.solve(),
      add: (rows) => lp.add(rows),
      boundAt: ({ prices }) => ({ value: Infinity, prices: clipped(model, prices) }),
      priceOut: ({ prices }) => lp.priceAt(prices.task, zonePowerPrices(model, lp.rows, prices)),
    };
    const broken = (answer: MasterSolution): CouplingRow[] => brokenRows(model, lp, answer);
    const found = lastOf(generation(scout, { rounds: SCOUT_ROUNDS, gap: 0, broken }));
    if ('failure' in found) return found;
    lp.add(found.broken);
    return { rows: lp.rows, best: lp.boundAt(found.bound) };
  } finally {
    lp.dispose();
  }
}

/** The rows of an LP, and which zones have a red-line row among them. */
export interface KnownRows {
  readonly rows: readonly CouplingRow[];
  readonly redLined: ReadonlySet<number>;
  readonly grouping: Grouping;
}

/** Returns the rows that the answer violates: red-line rows of the hottest zones and a tangent to the power cap. */
export function brokenRows(
  model: RewardRateModel,
  known: KnownRows,
  solution: Pick<MasterSolution, 'side' | 'groupKW'>,
): CouplingRow[] {
  const zonePowerW = zonePowersW(model, known.grouping, solution);
  const riseC = model.thermal.inletRiseC(zonePowerW);
  const setPointC = solution.side[0]!;
  const rooms = lpRooms(model, 'common');
  // A certain row keeps its zone below the red line for good, an uncertain one only at powers near those that it is worst at.
  const isCertain = model.thermal.uncertain === undefined;
  const inletC = riseC.map((rise) => setPointC + rise);
  const hot = hottestZones(inletC, model.redLineC, (b) => isCertain && known.redLined.has(b));
  let broken = hot.map((b) => redLineRow(rooms[0], b, zonePowerW));
  if (!isCertain) {
    const answer = { side: solution.side, zonePowerW };
    broken = [...broken, ...airRows([rooms[0]], zonePowerW)].filter((row) => !isHeld(rooms[0], known, row, answer));
  }
  if (rooms.length > 1) {
    const point = { state: zoneState(model, zonePowerW, riseC), setPointsC: model.cracs.map(() => setPointC) };
    const rowed = failurePlaces(known.rows);
    broken.push(...brokenFailureRedLines(rooms, point, rowed), ...brokenOnTheWay(rooms, point, rowed));
  }
  broken.push(...brokenPowerRows(model, zonePowerW));
  const nodePowerW = idlePowerW(model) + coreKW(solution) * W_PER_KW;
  const window = setPointWindow(model, nodePowerW, 0);
  if (setPointC < window.coldestC - ROW_TOLERANCE_C) {
    const cap = powerCapRow(model, nodePowerW);
    if (cap !== null) broken.push(cap);
  }
  return broken;
}

/**
 * Returns true if a row of uncertain temperatures need not be added: the LP's answer keeps it, or violates another row of
 * the same place at least as much. The other row is in the LP already, so its violation is within the engine's tolerance.
 */
function isHeld(
  room: LpRoom,
  { rows }: KnownRows,
  row: CouplingRow,
  { side, zonePowerW }: Pick<MasterSolution, 'side'> & { readonly zonePowerW: Float64Array },
): boolean {
  const excess = (one: CouplingRow): number => excessOf(one, room, zonePowerW, (column) => side[column]!);
  const asked = excess(row) - ROW_TOLERANCE_C;
  const isOfPlace = (other: CouplingRow): boolean => other.constraint === row.constraint && other.where === row.where;
  return asked <= 0 || rows.some((other) => isOfPlace(other) && excess(other) >= asked);
}

function coreKW(solution: Pick<MasterSolution, 'groupKW'>): number {
  return solution.groupKW.reduce((sum, kW) => sum + kW, 0);
}

/**
 * Returns a solution that keeps a cap whose curve g (required set-point by node power) is concave. Rows above g are
 * added until the LP's answer keeps the cap. This affects only the plan: the bound and its rows stay as they are.
 */
function withinCap(model: RewardRateModel, lp: RoomLp, relaxed: MasterSolution): MasterSolution {
  let solution = relaxed;
  for (let round = 0; round < RESTRICTION_ROUNDS; round++) {
    const { coldestC } = setPointWindow(model, idlePowerW(model) + coreKW(solution) * W_PER_KW, 0);
    const affordedW = greatestNodePowerW(model.budget, Math.max(model.setPointMinC, solution.side[0]!));
    const cap = coldestC > solution.side[0]! + ROW_TOLERANCE_C ? restrictingCapRow(model, affordedW) : null;
    if (round === 0 && cap === null) return relaxed;
    const added = lp.priceOut(lp.boundAt(solution));
    const more = brokenRows(model, lp, solution).filter(isOnDemand);
    if (cap !== null) more.push(cap);
    if (more.length === 0 && added === 0) break;
    lp.add(more);
    const answer = lp.solve();
    if ('failure' in answer) break;
    solution = answer;
  }
  return solution;
}
