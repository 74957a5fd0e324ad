import { W_PER_KW } from '../../../../../models/units.js';
import { inletsC } from '../../../../../models/facility/room-state.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { LagrangianBound } from '../room-program/bound.js';
import {
  availableKW,
  boxRows,
  type CoolingBox,
  coolingColumns,
  type CoolingPoint,
  coolingPoint,
  cutAt,
  cutRow,
  independentCapRow,
  independentRows,
  resetColumns,
  type Understated,
} from '../room-program/cooling-columns.js';
import {
  airRows,
  brokenCap,
  brokenPowerRows,
  type CouplingRow,
  hottestZones,
  lpRooms,
  powerLimitRows,
  redLineRow,
  type SideColumn,
} from '../room-program/coupling.js';
import {
  brokenFailureCaps,
  brokenFailureRedLines,
  brokenOnTheWay,
  expansionRows,
  failurePlaces,
  understatedInFailures,
  WAY_TOLERANCE_C,
} from '../room-program/failure-rows.js';
import { type Grouping, zonePowersW } from '../room-program/grouping.js';
import { generate } from '../room-program/generation.js';
import { type Failure, type LpWork, type MasterSolution, RoomLp } from '../room-program/room-lp.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { penaltyPerKW, rootBox } from './cooling-boxes.js';

/**
 * A cut (linear lower bound on a CRAC's power) is added only if the LP's answer violates it by more than this fraction
 * of the cap. Smaller violations do no harm, because plans are checked exactly.
 */
const CUT_TOLERANCE = 1e-6;
/** Least violation for which a cut is added, kW, if CUT_TOLERANCE gives less: the tolerance of LP engines. */
const ENGINE_TOLERANCE_KW = 3e-7;
/** Maximum number of rounds of row and column generation for each box (node of the search tree). */
const MAX_ROUNDS = 60;

export interface BoxLpRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  readonly grouping: Grouping;
  readonly work: LpWork;
  /**
   * Called after each LP with its bound, or with null if the bound does not hold for all plans. Resolves to true to end
   * the run.
   */
  readonly step: (bound: LagrangianBound | null) => Promise<boolean>;
}

export interface BoxTask {
  readonly box: CoolingBox;
  /** The CRACs' power is linearised about this point; absent: the LP contains lower bounds on it, the box's cuts. */
  readonly about?: Parameters<typeof expansionRows>[1];
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
  /** Lowest Lagrangian bound found in this LP. It holds for all plans of the box if the task names no point. */
  readonly bound: LagrangianBound;
  /** True if the LP is solved to the end: its answer violates no row, and its value agrees with its bound. */
  readonly settled: boolean;
  readonly stopped: boolean;
  /** CRAC whose power after a failure the LP's rows understate most, if the answer exceeds the cap there; else null. */
  readonly afterFailure: Understated | null;
}

/**
 * Solves the configuration LP with independent set-points for one box (ranges of CRAC heats and set-points) after
 * another. All boxes share columns, red-line rows and the root box's cuts.
 */
export interface BoxLp {
  /** The LP whose columns and rows all boxes share. */
  readonly room: RoomLp;
  /** Box that contains all plans. Its cuts (lower bounds on the CRACs' power) are valid in every box. */
  readonly root: CoolingBox;
  solve(task: BoxTask): Promise<BoxAnswer | Failure>;
  dispose(): void;
}

export function openBoxLp(input: BoxLpRequest, known: readonly CouplingRow[] = []): BoxLp {
  const { model, grouping } = input;
  const root = rootBox(model);
  const penalty = penaltyPerKW(model);
  const lp = new RoomLp({ ...input, side: coolingColumns(model, root, penalty) });
  const rooms = lpRooms(model, 'own');
  const [room] = rooms;
  let riseC: Float64Array | undefined;
  lp.add([...powerLimitRows(model), ...independentRows(room), ...airRows(rooms), ...known]);
  const firstBoxRow = lp.add(boxRows(room, root));
  let left: number[] = [];
  const toleranceKW = Math.max(ENGINE_TOLERANCE_KW, CUT_TOLERANCE * availableKW(model));
  const toleranceW = W_PER_KW * toleranceKW;

  function enter(box: CoolingBox): SideColumn[] {
    for (const [n, row] of boxRows(room, box).entries()) lp.replace(firstBoxRow + n, row);
    for (let c = 0; c < model.cracs.length; c++) {
      lp.setSideBounds(room.setPointColumn(c), box.setPointMinC[c]!, box.setPointMaxC[c]!);
    }
    for (const [n, { lower, upper }] of resetColumns(model, box).entries())
      lp.setSideBounds(room.columns.reset + n, lower, upper);
    return coolingColumns(model, box, penalty);
  }

  const pointOf = ({ side }: MasterSolution, zonePowerW: Float64Array): CoolingPoint => ({
    ...coolingPoint(model, side),
    ...(rooms.length > 1 ? { state: zoneState(model, zonePowerW) } : {}),
  });

  /** Returns the cuts (lower bounds on the CRACs' power) that the LP's answer violates. */
  function brokenCuts(box: CoolingBox, point: CoolingPoint): CouplingRow[] {
    return model.cracs.flatMap((_, c) => {
      const at = { heatKW: point.heatKW[c]!, setPointC: point.setPointsC[c]! };
      const cut = cutAt(model, box, c, at);
      const needed = cut.constant + cut.perHeat * at.heatKW - cut.perC * at.setPointC;
      return needed > point.powerKW[c]! + toleranceKW ? [cutRow(room, c, cut)] : [];
    });
  }

  function hotRows(zonePowerW: Float64Array, point: CoolingPoint): CouplingRow[] {
    riseC = model.thermal.inletRiseC(zonePowerW, riseC);
    const inletC = inletsC(model, { riseC }, point.setPointsC);
    return hottestZones(inletC, model.redLineC, (b) => lp.redLined.has(b)).map((b) => redLineRow(room, b));
  }

  /** Returns the rows for failed CRACs that the answer violates: those of caps, which hold in a box, only if there is one. */
  function failureRows(zonePowerW: Float64Array, point: CoolingPoint, box: CoolingBox | null): CouplingRow[] {
    if (point.state === undefined) return [];
    const answer = { ...point, zonePowerW, state: point.state };
    const rowed = failurePlaces(lp.rows);
    return [
      ...brokenFailureRedLines(rooms, answer, rowed),
      ...brokenOnTheWay(rooms, answer, rowed, undefined, WAY_TOLERANCE_C),
      ...(box === null ? [] : brokenFailureCaps(rooms, answer, box)),
    ];
  }

  return {
    room: lp,
    root,
    async solve({ box, about, near = null, cutoff = -Infinity, gap }) {
      const cuts = about === undefined;
      const extra = cuts ? [] : expansionRows(rooms, about);
      const side = enter(box);
      // Expansions about a nearby point hold until the new ones are in the basis: without any the CRACs' power would be free.
      const stale = left;
      left = [];
      if (extra.length === 0) lp.switchOff(stale);
      const temporary: number[] = [];
      const addTemporary = (more: readonly CouplingRow[]): void => {
        const first = lp.add(more);
        for (let n = 0; n < more.length; n++) temporary.push(first + n);
      };
      addTemporary(extra);
      if (cuts && near !== null) addTemporary(brokenCuts(box, { ...near, powerKW: near.powerKW.map(() => -Infinity) }));
      const ofAllPlans = box === root && cuts;
      let stopped = false;
      let cut: CouplingRow[] = [];
      try {
        if (extra.length > 0 && stale.length > 0) {
          lp.solve();
          lp.switchOff(stale);
        }
        const found = await generate(lp, {
          rounds: MAX_ROUNDS,
          gap,
          side,
          broken: (solution) => {
            const zonePowerW = zonePowersW(model, grouping, solution);
            const point = pointOf(solution, zonePowerW);
            const coolingKW = Float64Array.of(-point.excessKW, ...point.powerKW);
            cut = cuts ? brokenCuts(box, point) : [];
            return [
              ...hotRows(zonePowerW, point),
              ...failureRows(zonePowerW, point, cuts ? box : null),
              ...brokenCap(model, zonePowerW, coolingKW, toleranceW, (nodePowerW) =>
                independentCapRow(room, nodePowerW),
              ),
              ...brokenPowerRows(model, zonePowerW),
              ...cut,
            ];
          },
          add: (rows) => {
            const isTemporary = (row: CouplingRow): boolean =>
              box !== root && (row.within !== undefined || cut.includes(row));
            lp.add(rows.filter((row) => !isTemporary(row)));
            addTemporary(rows.filter(isTemporary));
          },
          ends: async ({ best }) => {
            stopped = await input.step(ofAllPlans ? pricedPart(best) : null);
            return stopped || best.value <= cutoff;
          },
        });
        if ('failure' in found) return found;
        const { answer: solution, broken, best, end } = found;
        const point = pointOf(solution, zonePowersW(model, grouping, solution));
        const { state } = point;
        return {
          solution,
          point,
          bound: pricedPart(best),
          settled: end !== 'ended' && broken.length === 0,
          stopped,
          afterFailure: cuts && state !== undefined ? understatedInFailures(rooms, { ...point, state }, box) : null,
        };
      } finally {
        if (extra.length > 0) left = temporary;
        else lp.switchOff(temporary);
      }
    },
    dispose() {
      lp.dispose();
    },
  };
}

/** Returns the bound with only those LP rows whose dual value is not 0, which leaves its value unchanged. */
function pricedPart(bound: LagrangianBound): LagrangianBound {
  const { coupling } = bound.prices;
  const isPriced = (_: unknown, r: number): boolean => (coupling[r] ?? 0) !== 0;
  return {
    ...bound,
    rows: bound.rows.filter(isPriced),
    prices: { ...bound.prices, coupling: coupling.filter(isPriced) },
  };
}
