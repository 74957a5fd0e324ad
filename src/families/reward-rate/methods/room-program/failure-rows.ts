import { W_PER_KW } from '../../../../../models/units.js';
import { meterPowerW, overCapW, shareOfCapW } from '../../../../../models/facility/meter.js';
import { type WayInfluence, wayTimeS } from '../../../../../models/physics/thermal/failure-way.js';
import { powerPerHeat, powerPerHeatSlope, powerToRemoveW } from '../../../../../models/physics/cooling/crac.js';
import { greatestNodePowerW } from '../../../../../models/facility/power-budget.js';
import type { FailedRoom } from '../../../../../models/families/reward-rate/failed-rooms.js';
import {
  hasEnvelope,
  hasReset,
  onTheWay,
  wayLimits,
  wayRow,
} from '../../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { coolingPowerW, cracHeatW, inletsC } from '../../../../../models/facility/room-state.js';
import { type ZoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { rootBox } from '../bound/cooling-boxes.js';
import { powerCapRow } from './cap-rows.js';
import { type CoolingBox, type CoolingPoint, cutAt, cutRow, type Understated } from './cooling-columns.js';
import {
  type CouplingRow,
  excessOf,
  hottestZones,
  type LpRoom,
  meterRow,
  placeIn,
  type Plane,
  redLineAt,
  redLineRow,
  ROW_TOLERANCE_C,
  rowOf,
} from './coupling.js';

/*
 * LP rows for plans that must survive the failure of a CRAC (docs/reward-rate/survive.md). Powers stay. Set-points stay,
 * or each failure has columns for its own. All rows are in zone powers, these set-points, the set-points T_c of the
 * working CRACs, and the excess s over the cap.
 */

/**
 * A row for the power cap after a failure is added only if the LP's answer exceeds the cap by more than this fraction.
 * The cap without a failure has the same tolerance.
 */
const CUT_TOLERANCE = 1e-6;
/**
 * The exact tangent to the power cap after a failure is added to the LP if the LP's set-point is colder than the cap
 * allows by more than this, K.
 */
const CAP_TOLERANCE_C = 1e-6;
/**
 * If zone powers exceed the power cap after a failure, the cap's row is tightened by the excess times this factor. The
 * cap without a failure has the same factor.
 */
const TIGHTENED = 1.5;
/**
 * A row for an inlet on the way to a new steady state is added to an LP only if its answer exceeds the red line by more
 * than this, K. Ours: nearly every answer has a row of its own for each inlet, and these differ by less than that. It
 * costs some 1e-5 of the reward; plans are checked exactly.
 */
export const WAY_TOLERANCE_C = 1e-3;
/** Words in the name of a row for an inlet on the way, before what tells rows of one inlet apart. */
const ON_THE_WAY = 'on the way ';
/** Maximum number of red-line rows added in one round for one failure. */
const ROWS_PER_ROUND = 20;

/** Returns true for rows that hold for all plans but are added only when violated: red lines, and caps after failures. */
export function isOnDemand({ constraint, within }: CouplingRow): boolean {
  if (within !== undefined) return false;
  return constraint === 'redLine' || constraint === 'failureRedLine' || constraint === 'failurePowerCap';
}

/** Returns the names (`where`) of the rows for red lines after CRAC failures. */
export function failurePlaces(rows: readonly CouplingRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ constraint, where }) => (constraint === 'failureRedLine' ? [where] : [])));
}

/** Room after a failure, its steady state in an answer, and the set-points of its CRACs, C. */
interface FailedAnswer {
  readonly room: LpRoom & { readonly failure: FailedRoom };
  readonly state: ZoneState;
  readonly atWork: number[];
}

/** Set-points of the working CRACs, and those after failures, C. */
interface SetPoints {
  readonly setPointsC: ArrayLike<number>;
  readonly resetC?: ArrayLike<number>;
}

/**
 * Returns the rooms with a failure in an answer. The set-points of their CRACs are the coldest ones if they may change
 * but are unknown.
 */
function failedAnswers(
  rooms: readonly LpRoom[],
  { failed }: Pick<ZoneState, 'failed'>,
  { setPointsC, resetC }: SetPoints,
): FailedAnswer[] {
  return rooms.slice(1).map((room, f): FailedAnswer => {
    const failure = room.failure!;
    const atWork = failure.cracs.map(({ setPointMinC }, c) =>
      hasReset(failure) ? (resetC?.[failure.reset.first + c] ?? setPointMinC) : setPointsC[failure.left[c]!]!,
    );
    return { room: { ...room, failure }, state: failed[f]!, atWork };
  });
}

/**
 * Returns the red-line rows after CRAC failures that an answer violates, the hottest inlets first.
 *
 * @param rowed names of the rows that the LP already has; these are omitted
 * @param most maximum number of rows for each failure
 */
export function brokenFailureRedLines(
  rooms: readonly LpRoom[],
  { state, ...setPoints }: Pick<AnswerPoint, 'state' | 'setPointsC' | 'resetC'>,
  rowed: ReadonlySet<string>,
  most = ROWS_PER_ROUND,
): CouplingRow[] {
  return failedAnswers(rooms, state, setPoints).flatMap(({ room, state: own, atWork }) => {
    const { model, failure } = room;
    const isRowed = (b: number): boolean => rowed.has(placeIn(failure, model.zones[b]!.name));
    return hottestZones(inletsC(model, own, atWork), model.redLineC, isRowed, most).map((b) => redLineRow(room, b));
  });
}

/**
 * Returns red-line rows for inlets that exceed the red line on the way from a failure to the new steady state. If
 * set-points change, each is for the inlet's warmest time step; otherwise for the envelope of the way, where the steady
 * state is not the warmest.
 *
 * @param rowed names of the rows that the LP already has; these are omitted
 * @param toleranceC excess over the red line at set-points that stay that gets no row, K
 */
export function brokenOnTheWay(
  rooms: readonly LpRoom[],
  { state, ...setPoints }: Pick<AnswerPoint, 'state' | 'setPointsC' | 'resetC'>,
  rowed: ReadonlySet<string>,
  most = ROWS_PER_ROUND,
  toleranceC = ROW_TOLERANCE_C,
): CouplingRow[] {
  const { model } = rooms[0]!;
  return failedAnswers(rooms, state, setPoints).flatMap(({ room, state: own, atWork }) => {
    const { failure } = room;
    const rowsOf = (
      peakC: Float64Array,
      when: (b: number) => string,
      influence: (b: number) => WayInfluence,
      excessC = 0,
    ): CouplingRow[] => {
      const isRowed = (b: number): boolean => rowed.has(placeIn(failure, redLineAt(room.model, b, when(b)).where));
      const hot = hottestZones(peakC, room.model.redLineC + excessC, isRowed, most);
      return hot.map((b) => onTheWayRow(rooms[0]!, room, b, when(b), influence(b)));
    };
    if (hasEnvelope(failure)) {
      const limits = wayLimits(model, failure, state, own, setPoints.setPointsC);
      if (limits === null) return [];
      const { peakC, held } = limits;
      const when = `${ON_THE_WAY}(${digestOf(held)})`;
      return rowsOf(
        peakC,
        () => when,
        (b) => failure.envelope.influence(b, held),
        toleranceC - ROW_TOLERANCE_C,
      );
    }
    if (!hasReset(failure) || setPoints.resetC === undefined) return [];
    const { peakC, peakStep } = onTheWay(model, failure, state, own, setPoints.setPointsC, atWork);
    return rowsOf(
      peakC,
      (b) => `after ${wayTimeS(peakStep[b]!)} s`,
      (b) => failure.reset.way.influence(b, peakStep[b]!),
    );
  });
}

/** Returns the part of a row's name that all rows of one inlet on the way after one failure have in common. */
export function placeOnTheWay(where: string): string {
  const end = where.lastIndexOf(ON_THE_WAY);
  return end < 0 ? where : where.slice(0, end + ON_THE_WAY.length);
}

/** Returns a short text that differs for different choices of entities, by the hash FNV-1a. */
function digestOf(held: Uint8Array): string {
  return held.reduce((hash, one) => Math.imul(hash ^ one, 0x01000193) >>> 0, 0x811c9dc5).toString(36);
}

/**
 * Returns the red-line row of a zone on the way after a failure. It assumes that no CRAC reaches its capacity, which
 * gives the lowest temperature. So the row holds for all plans.
 *
 * @param when words for the time after the failure
 */
function onTheWayRow(
  { model, setPointColumn: plannedColumn }: LpRoom,
  room: FailedAnswer['room'],
  zone: number,
  when: string,
  influence: WayInfluence,
): CouplingRow {
  const { perW, perSetPoint, perReset } = wayRow(model, room.failure, influence);
  const reading = { powers: [...perW.entries()], setPoints: [...perReset.entries()] };
  // A common set-point is one column, whose value all CRACs share.
  const planned = new Map<number, number>();
  for (const [c, value] of perSetPoint.entries()) {
    planned.set(plannedColumn(c), (planned.get(plannedColumn(c)) ?? 0) + value);
  }
  const limit = redLineAt(room.model, zone, when);
  return rowOf(
    room,
    { ...limit, reading },
    [...planned].flatMap(([column, value]) => (value === 0 ? [] : [{ column, value }])),
  );
}

/** Set-points, powers and temperatures in the LP's answer. */
export interface AnswerPoint extends SetPoints {
  readonly zonePowerW: Float64Array;
  readonly state: ZoneState;
  readonly excessKW: number;
}

/**
 * Returns a row for each CRAC failure after which the LP's answer exceeds the power cap. Linear lower bounds that are
 * exact at the answer replace the remaining CRACs' powers, so the row holds for all plans with set-points in the box. If
 * one CRAC is left, the row is the exact tangent.
 */
export function brokenFailureCaps(rooms: readonly LpRoom[], point: AnswerPoint, box: CoolingBox): CouplingRow[] {
  const { excess, reset } = rooms[0]!.columns;
  const valueOf = (column: number): number => {
    if (column === excess) return point.excessKW;
    return column < reset ? point.setPointsC[column]! : (point.resetC?.[column - reset] ?? 0);
  };
  return failedAnswers(rooms, point.state, point).flatMap((answer) => {
    const tangent = answer.atWork.length === 1 ? tangentRow(answer) : null;
    const tolerance =
      tangent === null ? shareOfCapW(answer.room.model.budget, CUT_TOLERANCE) / W_PER_KW : CAP_TOLERANCE_C;
    const row = tangent ?? capRowIn(answer, box);
    return excessOf(row, answer.room, point.zonePowerW, valueOf) > tolerance ? [row] : [];
  });
}

/**
 * Returns the tangent, at this node power S, of T >= g(S) after a failure that leaves one CRAC, which removes all heat.
 * g(S) is the coldest set-point that the cap allows. Null if there is no valid tangent.
 */
function tangentRow({ room, state: { nodePowerW } }: FailedAnswer): CouplingRow | null {
  const { model, failure, setPointColumn } = room;
  // Beyond what the warmest set-point affords no plan is, and tangents there are next to upright.
  const mostW = greatestNodePowerW(model.budget, model.setPointMaxC);
  const row = powerCapRow(model, Math.min(nodePowerW, mostW));
  if (row === null) return null;
  const side = [{ column: setPointColumn(0), value: -1 }];
  return { ...row, side, constraint: 'failurePowerCap', where: failure.gone };
}

/** Returns the power cap of a room with a failed CRAC, with the powers of its CRACs given by planes. */
function failureCapRow({ room, state }: FailedAnswer, planes: readonly Plane[]): CouplingRow {
  return meterRow(room, state.nodePowerW, planes, [{ column: room.columns.excess, value: -1 }]);
}

/** Returns the power cap of a room with a failed CRAC for plans with set-points in a box, exact in an answer. */
function capRowIn(answer: FailedAnswer, box: CoolingBox): CouplingRow {
  const { model, failure } = answer.room;
  const row = failureCapRow(answer, cutsAt(answer, box));
  if (hasReset(failure)) return row;
  const isWhole = model.cracs.every(({ setPointMinC, setPointMaxC }, c) => {
    const crac = failure.left[c]!;
    return box.setPointMinC[crac]! <= setPointMinC && box.setPointMaxC[crac]! >= setPointMaxC;
  });
  const { setPointMinC, setPointMaxC } = box;
  return isWhole ? row : { ...row, within: { setPointMinC, setPointMaxC } };
}

/**
 * Returns linear lower bounds on the powers of a room's CRACs that are exact in an answer, and hold for set-points in a
 * box. Set-points of the failure's own are not limited by the box.
 */
function cutsAt({ room: { model, failure }, state, atWork }: FailedAnswer, box: CoolingBox): Plane[] {
  const cracs = hasReset(failure)
    ? model.cracs
    : model.cracs.map((crac, c) => ({
        ...crac,
        setPointMinC: box.setPointMinC[failure.left[c]!]!,
        setPointMaxC: box.setPointMaxC[failure.left[c]!]!,
      }));
  const whole = rootBox({ ...model, cracs });
  const heatW = cracHeatW(model, state, atWork);
  return atWork.map((setPointC, crac) => ({
    crac,
    ...cutAt(model, whole, crac, { heatKW: heatW[crac]! / W_PER_KW, setPointC }),
  }));
}

/**
 * Returns the CRAC whose power after a failure the planes of a box understate most, among the failures after which an
 * answer exceeds the power cap. Null if there is none, or if set-points change after failures.
 */
export function understatedInFailures(
  rooms: readonly LpRoom[],
  point: Pick<AnswerPoint, 'state' | 'setPointsC'>,
  box: CoolingBox,
): Understated | null {
  let most: Understated | null = null;
  for (const answer of failedAnswers(rooms, point.state, point)) {
    const { room, state, atWork } = answer;
    const { budget } = room.model;
    if (hasReset(room.failure) || atWork.length === 1) continue;
    const heatW = cracHeatW(room.model, state, atWork);
    const overW = overCapW(budget, meterPowerW(budget, state.nodePowerW, coolingPowerW(room.model, heatW, atWork)));
    if (overW <= shareOfCapW(budget, CUT_TOLERANCE)) continue;
    for (const { crac, constant, perHeat, perC } of cutsAt(answer, box)) {
      const powerW = powerToRemoveW(budget.cooling, heatW[crac]!, atWork[crac]!);
      const kW = (powerW - perHeat * heatW[crac]!) / W_PER_KW - constant + perC * atWork[crac]!;
      if (kW > (most?.kW ?? 0)) most = { crac: room.failure.left[crac]!, kW };
    }
  }
  return most;
}

/** Returns the powers of a room's CRACs, linearised about their heats and set-points. */
function expansionsAt({ budget }: RewardRateModel, heatKW: ArrayLike<number>, setPointsC: ArrayLike<number>): Plane[] {
  return Array.from(setPointsC, (setPointC, crac) => {
    const perC = -Math.max(0, heatKW[crac]!) * powerPerHeatSlope(budget.cooling, setPointC);
    return { crac, constant: perC * setPointC, perHeat: powerPerHeat(budget.cooling, setPointC), perC };
  });
}

/**
 * Returns rows that linearise the CRACs' power about a point, also after failures. The rows serve to find plans near
 * the point, but are not valid for bounds.
 */
export function expansionRows(
  rooms: readonly LpRoom[],
  { setPointsC, heatKW, state, resetC }: Pick<CoolingPoint, 'setPointsC' | 'heatKW' | 'state' | 'resetC'>,
): CouplingRow[] {
  const [room] = rooms;
  const atWork = expansionsAt(room!.model, heatKW, setPointsC).map((plane) => cutRow(room!, plane.crac, plane));
  if (state === undefined) return atWork;
  const failed = failedAnswers(rooms, state, { setPointsC, ...(resetC === undefined ? {} : { resetC }) });
  return [...atWork, ...failed.map(failureExpansionRow)];
}

/** Returns the row of the power cap after a failure, with the CRACs' power linearised about an answer. */
function failureExpansionRow(answer: FailedAnswer): CouplingRow {
  const { room, state, atWork } = answer;
  const heatKW = cracHeatW(room.model, state, atWork).map((heatW) => heatW / W_PER_KW);
  // A CRAC that warms the room draws nothing, and what it gives earns nothing.
  const planes = expansionsAt(room.model, heatKW, atWork).map((plane) =>
    heatKW[plane.crac]! > 0 ? plane : { ...plane, perHeat: 0 },
  );
  // No row of all plans: of the kind that no bound takes over.
  return { ...failureCapRow(answer, planes), constraint: 'cooling' };
}

/**
 * Returns a row for each failure after which zone powers exceed the power cap. The row is the linearised cap, tightened
 * so that it excludes these zone powers.
 *
 * @param about point about which the cap is linearised
 */
export function tighterFailureCaps(
  rooms: readonly LpRoom[],
  { state: about, ...setPoints }: SetPoints & { readonly state?: ZoneState },
  state: ZoneState,
): CouplingRow[] {
  if (about === undefined) return [];
  const linearised = failedAnswers(rooms, about, setPoints);
  return failedAnswers(rooms, state, setPoints).flatMap(({ room: { model }, state: own, atWork }, f) => {
    const coolingW = coolingPowerW(model, cracHeatW(model, own, atWork), atWork);
    const overW = overCapW(model.budget, meterPowerW(model.budget, own.nodePowerW, coolingW));
    if (overW <= 0) return [];
    const row = failureExpansionRow(linearised[f]!);
    return [{ ...row, rhs: row.rhs - (TIGHTENED * overW) / W_PER_KW }];
  });
}
