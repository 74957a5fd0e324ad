import { W_PER_KW } from '../../../../../models/units.js';
import {
  isLinear,
  isWithinCap,
  meterPowerW,
  overCapW,
  shareOfCapW,
  withCap,
} from '../../../../../models/facility/meter.js';
import { cracHeatW, inletsC } from '../../../../../models/facility/room-state.js';
import { failedRoomsOf, leftAtWork } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasReset } from '../../../../../models/families/reward-rate/on-the-way.js';
import { type ZoneState, zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { keepsRedLine } from '../best-set-points.js';
import { pointBox, rootBox } from '../bound/cooling-boxes.js';
import type { IndependentPoint } from '../room-program/configuration-lp.js';
import { commonSetPointColumn, restrictingCapRow } from '../room-program/cap-rows.js';
import { coolingColumns, independentCapRow, independentRows } from '../room-program/cooling-columns.js';
import {
  airRows,
  brokenPowerRows,
  type CouplingRow,
  excessOf,
  type LpRoom,
  lpRooms,
  meterRow,
  powerLimitRows,
  redLineRow,
  type SideColumn,
} from '../room-program/coupling.js';
import {
  brokenFailureRedLines,
  brokenOnTheWay,
  expansionRows,
  failurePlaces,
  placeOnTheWay,
  tighterFailureCaps,
} from '../room-program/failure-rows.js';
import { coolingOf } from '../set-point-merit.js';
import { cheapestSurviving } from '../set-points-in-failures.js';
import { keepsNodeLimits, measure, type NodeConfigurations, zonePowersW } from './node-plan.js';

/** Limits that a search for whole nodes keeps: as rows of its programs, and exactly. */
export interface PlanLimits {
  readonly rows: readonly CouplingRow[];
  readonly side: readonly SideColumn[];
  /**
   * Evaluates a plan exactly. If it is not feasible, `more` contains rows that exclude it.
   *
   * @param known rows that the search has; zones with a red-line row among them get no further one
   */
  judge(
    nodes: NodeConfigurations,
    known: readonly CouplingRow[],
  ): { readonly feasible: boolean; readonly rewardPerS: number; readonly more: readonly CouplingRow[] };
}

export interface RoundingLimits extends PlanLimits {
  /**
   * Returns the limits at fixed set-points: those of the LP's solution, or those with the least power for the plan
   * `nodes`. Returns null if no such set-points are found. The function is absent with a common set-point, or if
   * set-points change after failures.
   */
  fixed?(nodes: NodeConfigurations | null): PlanLimits | null;
}

/** Number of hottest zones that get red-line rows after a plan exceeded the red line. */
const HOTTEST_ADDED = 8;
/** Same as HOTTEST_ADDED, at fixed set-points. */
const HOTTEST_AT_FIXED = 16;
/**
 * How far set-points may move from those of the LP's solution during rounding, C. Ours: rounding changes powers little,
 * and CRAC power is nearly linear over this distance.
 */
const TRUST_C = 0.3;
/**
 * Largest number of zones of a facility that counts as small. In a small facility one node has much influence, so
 * rounding may move set-points further.
 */
const FEW_ZONES = 30;
/** Same as TRUST_C, but for facilities of at most FEW_ZONES zones, C. */
const TRUST_OF_FEW_C = 2;
/**
 * Factor of the excess over the power cap by which the cap's row is tightened with independent set-points. Ours: more
 * than 1, because the row is linear in the CRACs' power and the excess is not.
 */
const CAP_TIGHTENING = 1.5;
/**
 * Rows of red lines after failures that the LP's solution keeps with more room than this are left out of rounding, K.
 * Ours: rounding changes powers little, and a plan that breaks such a row gets it back.
 */
const NEAR_FAILURE_ROW_K = 1;
/** Fraction by which the power cap's row is tightened, for rounding errors of sums added in different orders. */
const CAP_MARGIN = 1e-9;
/** Excess over the red line that is rounding error, C; inlets among idle nodes may lie exactly at the red line. */
const RED_LINE_ROUNDING_C = 1e-10;

/** Returns the limits at a common set-point. */
export function commonLimits(model: RewardRateModel, rows: readonly CouplingRow[]): RoundingLimits {
  const rooms = lpRooms(model, 'common');
  return {
    rows,
    side: commonSetPointColumn(model),
    judge(nodes, known) {
      const { feasible, riseC, rewardPerS, nodePowerW, coldestC, warmestC } = measure(model, nodes);
      if (feasible) return { feasible, rewardPerS, more: [] };
      const powersW = zonePowersW(model, nodes);
      const cap = coldestC > warmestC ? restrictingCapRow(model, nodePowerW) : null;
      // If the influence matrix is uncertain, a zone may need a further row for other powers.
      const rowed = model.thermal.uncertain === undefined ? known : [];
      const leastC = Math.min(coldestC, model.setPointMaxC);
      const state = { state: zoneState(model, powersW, riseC), setPointsC: model.cracs.map(() => leastC) };
      return {
        feasible,
        rewardPerS,
        more: [
          ...(cap === null ? [] : [cap]),
          ...brokenPowerRows(model, powersW, 0),
          ...hottest(riseC, rowed).map((b) => redLineRow(rooms[0], b, powersW)),
          ...brokenFailureRedLines(rooms, state, failurePlaces(rows), HOTTEST_ADDED),
          ...brokenOnTheWay(rooms, state, failurePlaces(rows), HOTTEST_ADDED),
        ],
      };
    },
  };
}

/**
 * Returns the limits for independent set-points, with the CRACs' power linearised about the LP's solution. The exact
 * check of a plan uses the best set-points found for it.
 */
export function independentLimits(model: RewardRateModel, at: IndependentPoint): RoundingLimits {
  const trustC = model.zones.length <= FEW_ZONES ? TRUST_OF_FEW_C : TRUST_C;
  const columns = coolingColumns(model, pointBox(model, rootBox(model), at, trustC), 0);
  const rooms = lpRooms(model, 'own');
  const [room] = rooms;
  const redLined = nearRows(room, at);
  const rows = [
    ...powerLimitRows(model),
    ...independentRows(room, W_PER_KW * at.heatKW.reduce((sum, kW) => sum + kW, 0)),
    ...airRows(rooms),
    ...redLined,
    ...expansionRows(rooms, at),
  ];
  const stateOf = (nodes: NodeConfigurations) => {
    const state = zoneState(model, zonePowersW(model, nodes));
    return { state, choice: cheapestSurviving(model, state, [at.setPointsC], false) };
  };
  const fixed = (nodes: NodeConfigurations | null): PlanLimits | null => {
    const zones = redLined.flatMap(({ zone }) => (zone < 0 ? [] : [zone]));
    const limitsOf = (setPointsC: ArrayLike<number>, heatW: Float64Array, failed: readonly ZoneState[] = []) =>
      limitsAt(model, setPointsC, heatW, zones, { failed, rows: redLined });
    if (nodes === null) {
      const heatW = at.heatKW.map((kW) => kW * W_PER_KW);
      return limitsOf(at.setPointsC, heatW, at.state?.failed);
    }
    const { state, choice } = stateOf(nodes);
    if (choice === null) return null;
    return limitsOf(choice.setPointsC, cracHeatW(model, state, choice.setPointsC), state.failed);
  };
  return {
    rows,
    side: columns.map((column) => (column.name === 's' ? { ...column, upper: 0 } : column)),
    ...(failedRoomsOf(model).some(hasReset) ? {} : { fixed }),
    judge(nodes, known) {
      const { rewardPerS, nodePowerW } = measure(model, nodes);
      const powersW = zonePowersW(model, nodes);
      const { state, choice } = stateOf(nodes);
      const overW =
        choice === null ? Infinity : overCapW(model.budget, meterPowerW(model.budget, nodePowerW, choice.coolingW));
      const bent = brokenPowerRows(model, powersW, 0);
      if (overW <= 0) return { feasible: keepsNodeLimits(model, nodes), rewardPerS, more: bent };
      const setPointsC = choice?.setPointsC ?? at.setPointsC;
      const cap = independentCapRow(room, nodePowerW);
      const more = [
        ...(choice === null ? [] : [{ ...cap, rhs: cap.rhs - (CAP_TIGHTENING * overW) / W_PER_KW }]),
        ...bent,
        ...hottest(inletsC(model, state, setPointsC), known).map((b) => redLineRow(room, b)),
        ...brokenFailureRedLines(rooms, { ...at, state, setPointsC }, failurePlaces(rows), HOTTEST_ADDED),
        ...(choice === null ? brokenOnTheWay(rooms, { ...at, state }, failurePlaces(rows), HOTTEST_ADDED) : []),
        ...(choice === null ? tighterFailureCaps(rooms, at, state) : []),
      ];
      return { feasible: false, rewardPerS, more };
    },
  };
}

/**
 * Returns the rows added on demand, without those for failures that the LP's solution keeps with much room. Of the rows
 * of one inlet on the way after one failure only that with the least room is left, and of the planes of power caps after
 * failures none: near the solution the expansions of these caps are tighter.
 */
function nearRows(room: LpRoom, { redLined, state, setPointsC, resetC }: IndependentPoint): readonly CouplingRow[] {
  const { reset } = room.columns;
  const valueOf = (column: number): number => (column < reset ? setPointsC[column] : resetC?.[column - reset]) ?? 0;
  if (state === undefined) return redLined;
  const nearest = new Map<string, { readonly row: CouplingRow; readonly excess: number }>();
  for (const row of redLined) {
    if (row.constraint !== 'failureRedLine') continue;
    const excess = excessOf(row, room, state.zonePowerW, valueOf);
    const place = placeOnTheWay(row.where);
    if (excess > Math.max(-NEAR_FAILURE_ROW_K, nearest.get(place)?.excess ?? -Infinity))
      nearest.set(place, { row, excess });
  }
  return [
    ...redLined.filter(({ constraint }) => constraint === 'redLine'),
    ...[...nearest.values()].map(({ row }) => row),
  ];
}

/** Rooms after failures: their steady states near the plan that is looked for, and rows for independent set-points. */
interface KnownFailures {
  readonly failed: readonly ZoneState[];
  readonly rows: readonly CouplingRow[];
}

/**
 * Returns the limits at fixed set-points as rows that are linear in the zones' powers, also after failures.
 *
 * @param setPointsC set-point of each working CRAC, C
 * @param heatW heat that each CRAC removes, W. A CRAC with negative heat warms the room and draws no power
 * @param redLined zones that have a red-line row from the start
 * @param known failures that plans must survive at unchanged set-points; the rows for their red lines are in the limits
 */
export function limitsAt(
  model: RewardRateModel,
  setPointsC: ArrayLike<number>,
  heatW: Float64Array,
  redLined: Iterable<number>,
  known: KnownFailures = { failed: [], rows: [] },
): PlanLimits {
  const { budget, thermal } = model;
  const setPoints = Array.from(setPointsC);
  const ownRooms = lpRooms(model, 'own');
  const [room, ...failedRooms] = lpRooms(model, setPoints);
  /** Returns the row of the power cap. It holds for all plans and is exact at the given node power. */
  const capIn = (one: LpRoom, ofRoomW: Float64Array, nodePowerW: number): CouplingRow => {
    const { cooling } = one.model.budget;
    const tighter = { ...one.model, budget: withCap(one.model.budget, shareOfCapW(one.model.budget, 1 - CAP_MARGIN)) };
    const planes = [...ofRoomW.keys()].flatMap((crac) => {
      const setPointC = setPoints[one.failure?.left[crac] ?? crac]!;
      return ofRoomW[crac]! > 0 ? [{ crac, constant: 0, perHeat: powerPerHeat(cooling, setPointC), perC: 0 }] : [];
    });
    return meterRow({ ...one, model: tighter }, nodePowerW, planes);
  };
  const capsAfterFailures = (failed: readonly ZoneState[]): CouplingRow[] =>
    failed.map((state, f) => {
      const one = failedRooms[f]!;
      return capIn(one, cracHeatW(one.model, state, leftAtWork(one.failure!, setPoints)), state.nodePowerW);
    });
  const supplied = thermal.inletFromSetPointsC(setPoints);
  const redLineAt = (zone: number): CouplingRow => {
    const row = redLineRow(room, zone);
    return { ...row, rhs: row.rhs + RED_LINE_ROUNDING_C };
  };
  /** Returns a row in set-points and zone powers as one in zone powers alone. */
  const atSetPoints = (row: CouplingRow): CouplingRow => {
    const rhs = row.side.reduce((left, { column, value }) => left - value * setPoints[column]!, row.rhs);
    return { ...row, side: [], rhs: rhs + RED_LINE_ROUNDING_C };
  };
  return {
    rows: [
      // What the CRACs remove is what the nodes draw.
      capIn(
        room,
        heatW,
        heatW.reduce((sum, ofCracW) => sum + ofCracW, 0),
      ),
      ...capsAfterFailures(known.failed),
      ...powerLimitRows(model),
      ...airRows([room, ...failedRooms]),
      ...[...redLined].map(redLineAt),
      ...known.rows.filter(({ constraint }) => constraint === 'failureRedLine').map(atSetPoints),
    ],
    side: [],
    judge(nodes, rows) {
      const { rewardPerS } = measure(model, nodes);
      const powersW = zonePowersW(model, nodes);
      const state = zoneState(model, powersW);
      const { overW, coolingW } = coolingOf(model, state, setPoints);
      const keepsCap = isWithinCap(budget, meterPowerW(budget, state.nodePowerW, coolingW));
      const isCool = keepsRedLine(model, state, setPoints, -2 * RED_LINE_ROUNDING_C);
      const inletC = supplied.map((value, b) => value + state.riseC[b]!);
      const own = { state, setPointsC: setPoints };
      const rowed = failurePlaces(rows);
      const hotInFailures = isCool
        ? []
        : [
            ...brokenFailureRedLines(ownRooms, own, rowed, HOTTEST_AT_FIXED),
            ...brokenOnTheWay(ownRooms, own, rowed, HOTTEST_AT_FIXED),
          ];
      return {
        feasible: isCool && overW === 0 && keepsCap && keepsNodeLimits(model, nodes),
        rewardPerS,
        more: [
          ...(isLinear(budget) || keepsCap ? [] : [capIn(room, heatW, state.nodePowerW)]),
          ...(isLinear(budget) || overW === 0 ? [] : capsAfterFailures(state.failed)),
          ...brokenPowerRows(model, powersW, 0),
          ...(isCool ? [] : hottest(inletC, rows, HOTTEST_AT_FIXED).map(redLineAt)),
          ...hotInFailures.map(atSetPoints),
        ],
      };
    },
  };
}

/** Returns the hottest zones without a red-line row, the hottest first. */
function hottest(temperatureC: Float64Array, known: readonly CouplingRow[], most = HOTTEST_ADDED): number[] {
  const rowed = new Set(known.map(({ zone }) => zone));
  return [...temperatureC.keys()]
    .filter((b) => !rowed.has(b))
    .sort((a, b) => temperatureC[b]! - temperatureC[a]!)
    .slice(0, most);
}
