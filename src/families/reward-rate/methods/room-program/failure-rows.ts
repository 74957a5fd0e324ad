import { W_PER_KW } from '../../../../../models/units.js';
import { leftForCoolingW, meterPowerW, tangentMeter, upsInputPerW } from '../../../../../models/facility/meter.js';
import { powerPerHeat, powerPerHeatSlope } from '../../../../../models/physics/cooling/crac.js';
import { greatestNodePowerW } from '../../../../../models/facility/power-budget.js';
import type { FailedRoom } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom, leftAtWork } from '../../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset } from '../../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { coolingPowerW, cracHeatW, inletsC } from '../../../../../models/facility/room-state.js';
import { type ZoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { rootBox } from '../bound/cooling-boxes.js';
import {
  type CoolingPoint,
  cutAt,
  expansionRow,
  firstResetColumn,
  independentRedLineRow,
  noZones,
  setPointColumn,
} from './cooling-columns.js';
import { type CouplingRow, hottestZones, idlePowerW, powerCapRow, redLineRow, type SideTerm } from './coupling.js';

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
/** Maximum number of red-line rows added in one round for one failure. */
export const ROWS_PER_ROUND = 20;

/** Returns true for rows added only when violated: red lines, and caps after failures. They hold for all plans. */
export function isOnDemand({ constraint }: CouplingRow): boolean {
  return constraint === 'redLine' || constraint === 'failureRedLine' || constraint === 'failurePowerCap';
}

/**
 * Returns the rows of the cooling capacities of the remaining CRACs after each failure. A CRAC's heat is H P + K T,
 * affine in zone powers P and set-points T.
 */
export function failureCapacityRows(model: RewardRateModel): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room) =>
    room.coolingLimits.map(({ crac, capacityW, where }) => ({
      ...affineRow(model, room, [{ crac, perHeat: 1, perC: 0, constant: 0 }]),
      constraint: 'failureCoolingCapacity' as const,
      where: placeIn(room, where),
      rhs: capacityW / W_PER_KW - idleHeatKW(model, room, crac),
      rhsPerLimit: 1 / W_PER_KW,
    })),
  );
}

/**
 * Returns the rows of the cooling capacities after each CRAC failure with a common set-point. The set-point does not
 * occur in them, because the coefficients of all set-points in a CRAC's heat sum to 0.
 */
export function commonFailureCapacityRows(model: RewardRateModel): CouplingRow[] {
  return failureCapacityRows(model).map((row) => ({ ...row, side: [] }));
}

/** Returns the red-line row of a zone after a CRAC failure, with independent set-points. */
export function failureRedLineRow(model: RewardRateModel, room: FailedRoom, zone: number): CouplingRow {
  const row = independentRedLineRow(inFailedRoom(model, room), zone);
  const side = row.side.map(({ column, value }) => ({ column: columnOf(model, room, column), value }));
  return { ...row, side, ...ofFailure(room, row.where) };
}

/** Returns the red-line row of a zone after a CRAC failure, with one common set-point. */
export function commonFailureRedLineRow(model: RewardRateModel, room: FailedRoom, zone: number): CouplingRow {
  const row = redLineRow(inFailedRoom(model, room), zone);
  return { ...row, ...ofFailure(room, row.where) };
}

/**
 * Returns the LP column of a remaining CRAC's set-point after a failure. It is the column of its usual set-point unless
 * set-points may change after the failure.
 */
export function columnOf(model: RewardRateModel, room: FailedRoom, crac: number): number {
  return hasReset(room) ? firstResetColumn(model) + room.reset.first + crac : setPointColumn(room.left[crac]!);
}

/** Returns the remaining CRACs' set-points after a failure, C; the coldest ones if they may change but are unknown. */
export function setPointsIn(room: FailedRoom, { setPointsC, resetC }: SetPoints): number[] {
  if (!hasReset(room)) return leftAtWork(room, setPointsC);
  const { first } = room.reset;
  return room.cracs.map(({ setPointMinC }, c) => resetC?.[first + c] ?? setPointMinC);
}

/** Set-points of the working CRACs, and those after failures, C. */
interface SetPoints {
  readonly setPointsC: ArrayLike<number>;
  readonly resetC?: ArrayLike<number>;
}

function ofFailure(room: FailedRoom, zone: string): Pick<CouplingRow, 'constraint' | 'where' | 'zone'> {
  return { constraint: 'failureRedLine', where: placeIn(room, zone), zone: -1 };
}

export function placeIn({ gone }: FailedRoom, where: string): string {
  return `${gone}: ${where}`;
}

/**
 * Returns the red-line rows after CRAC failures that the LP's answer violates, the hottest inlets first.
 *
 * @param rowed names of the rows that the LP already has; these are omitted
 * @param rowOf makes the row of a zone after a failure
 * @param most maximum number of rows for each failure
 */
export function brokenFailureRedLines(
  model: RewardRateModel,
  { state, ...setPoints }: Pick<AnswerPoint, 'state' | 'setPointsC' | 'resetC'>,
  rowed: ReadonlySet<string>,
  rowOf: typeof failureRedLineRow = failureRedLineRow,
  most = ROWS_PER_ROUND,
): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    const inletC = inletsC(room, state.failed[f]!, setPointsIn(room, setPoints));
    const isRowed = (b: number): boolean => rowed.has(placeIn(room, model.zones[b]!.name));
    return hottestZones(inletC, room.redLineC, isRowed, most).map((b) => rowOf(model, room, b));
  });
}

/** Set-points, powers and temperatures in the LP's answer. */
export interface AnswerPoint extends SetPoints {
  readonly zonePowerW: Float64Array;
  readonly state: ZoneState;
  readonly excessKW: number;
}

/**
 * Returns a row for each CRAC failure after which the LP's answer exceeds the power cap. Linear lower bounds that are
 * exact at the answer replace the remaining CRACs' powers, so the row holds for all plans. If one CRAC is left, the row
 * is the exact tangent.
 */
export function brokenFailureCaps(model: RewardRateModel, point: AnswerPoint): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    const failed = inFailedRoom(model, room);
    const state = point.state.failed[f]!;
    const tangent = room.left.length === 1 ? tangentRow(model, failed, room, state) : null;
    const row = tangent ?? cutsRow(model, failed, room, state, setPointsIn(room, point));
    const tolerance = tangent === null ? (CUT_TOLERANCE * failed.budget.powerCapW) / W_PER_KW : CAP_TOLERANCE_C;
    return excessOf(model, row, point) > tolerance ? [row] : [];
  });
}

/** Returns the amount by which an answer violates a row, in the unit of the row. */
function excessOf({ zones, cracs }: RewardRateModel, row: CouplingRow, point: AnswerPoint): number {
  const valueOf = (column: number): number =>
    column < cracs.length
      ? point.setPointsC[column]!
      : column === 3 * cracs.length
        ? point.excessKW
        : (point.resetC?.[column - 3 * cracs.length - 1] ?? 0);
  return zones.reduce(
    (sum, { idleW }, b) => sum + (row.zoneCoefficient[b]! * (point.zonePowerW[b]! - idleW)) / W_PER_KW,
    row.side.reduce((sum, { column, value }) => sum + value * valueOf(column), -row.rhs),
  );
}

/**
 * Returns the tangent, at this node power S, of T >= g(S) after a failure that leaves one CRAC, which removes all heat.
 * g(S) is the coldest set-point that the cap allows. Null if there is no valid tangent.
 */
function tangentRow(
  model: RewardRateModel,
  failed: RewardRateModel,
  room: FailedRoom,
  { nodePowerW }: ZoneState,
): CouplingRow | null {
  // Beyond what the warmest set-point affords no plan is, and tangents there are next to upright.
  const mostW = greatestNodePowerW(failed.budget, failed.setPointMaxC);
  const row = powerCapRow(failed, Math.min(nodePowerW, mostW));
  if (row === null) return null;
  const side = [{ column: columnOf(model, room, 0), value: -1 }];
  return { ...row, side, constraint: 'failurePowerCap', where: room.gone };
}

function cutsRow(
  model: RewardRateModel,
  failed: RewardRateModel,
  room: FailedRoom,
  state: ZoneState,
  atWork: readonly number[],
): CouplingRow {
  const box = rootBox(failed);
  const heatW = cracHeatW(failed, state, atWork);
  const planes = room.left.map((_, crac) => ({
    crac,
    ...cutAt(failed, box, crac, { heatKW: heatW[crac]! / W_PER_KW, setPointC: atWork[crac]! }),
  }));
  return capRow(model, failed, room, planes, state);
}

/**
 * Returns rows that linearise the CRACs' power about a point, also after failures. The rows serve to find plans near
 * the point, but are not valid for bounds.
 */
export function expansionRows(
  model: RewardRateModel,
  { setPointsC, heatKW, state, resetC }: Pick<CoolingPoint, 'setPointsC' | 'heatKW' | 'state' | 'resetC'>,
): CouplingRow[] {
  const none = noZones(model);
  const atWork = model.cracs.map((_, c) => expansionRow(model, c, heatKW[c]!, setPointsC[c]!, none));
  return state === undefined
    ? atWork
    : [...atWork, ...failureExpansionRows(model, state, { setPointsC, ...(resetC === undefined ? {} : { resetC }) })];
}

/** Returns the row of the power cap after each failure, with the CRACs' power linearised about a point. */
function failureExpansionRows(
  model: RewardRateModel,
  { failed: states }: Pick<ZoneState, 'failed'>,
  setPoints: SetPoints,
): CouplingRow[] {
  return failedRoomsOf(model).map((room, f) => {
    const failed = inFailedRoom(model, room);
    const atWork = setPointsIn(room, setPoints);
    const heatW = cracHeatW(failed, states[f]!, atWork);
    const planes = room.left.map((_, crac) => {
      const setPointC = atWork[crac]!;
      const perC = (-Math.max(0, heatW[crac]!) / W_PER_KW) * powerPerHeatSlope(failed.budget.cooling, setPointC);
      // A CRAC that warms the room draws nothing, and what it gives earns nothing.
      const perHeat = heatW[crac]! > 0 ? powerPerHeat(failed.budget.cooling, setPointC) : 0;
      return { crac, constant: perC * setPointC, perHeat, perC };
    });
    // No row of all plans: of the kind that no bound takes over.
    return { ...capRow(model, failed, room, planes, states[f]!), constraint: 'cooling' };
  });
}

/**
 * Returns a row for each failure after which zone powers exceed the power cap. The row is the linearised cap, tightened
 * so that it excludes these zone powers.
 */
export function tighterFailureCaps(
  model: RewardRateModel,
  { state: about, ...setPoints }: SetPoints & { readonly state?: ZoneState },
  { failed: states }: ZoneState,
): CouplingRow[] {
  if (about === undefined) return [];
  const rows = failureExpansionRows(model, about, setPoints);
  return failedRoomsOf(model).flatMap((room, f) => {
    const failed = inFailedRoom(model, room);
    const { budget } = failed;
    const atWork = setPointsIn(room, setPoints);
    const coolingW = coolingPowerW(failed, cracHeatW(failed, states[f]!, atWork), atWork);
    const overW = meterPowerW(budget, states[f]!.nodePowerW, coolingW) - budget.powerCapW;
    return overW > 0 ? [{ ...rows[f]!, rhs: rows[f]!.rhs - (TIGHTENED * overW) / W_PER_KW }] : [];
  });
}

/**
 * Linear lower bound on one CRAC's power after a failure, kW, with heat q and set-point T:
 *
 * constant + perHeat q - perC T
 */
interface Plane {
  readonly crac: number;
  readonly constant: number;
  readonly perHeat: number;
  readonly perC: number;
}

/**
 * Returns the row of the power cap after a failure: node power through the UPS, CRAC powers (given by the planes) and
 * other load add up to at most the cap plus the excess s. The input of the UPS is the tangent at the node power given.
 */
function capRow(
  model: RewardRateModel,
  failed: RewardRateModel,
  room: FailedRoom,
  planes: readonly Plane[],
  { nodePowerW }: Pick<ZoneState, 'nodePowerW'>,
): CouplingRow {
  const budget = tangentMeter(failed.budget, nodePowerW);
  const perNodeW = upsInputPerW(budget);
  const row = affineRow(model, room, planes);
  const constantKW = planes.reduce(
    (sum, { crac, constant, perHeat }) => sum + constant + perHeat * idleHeatKW(model, room, crac),
    0,
  );
  return {
    ...row,
    constraint: 'failurePowerCap',
    where: room.gone,
    side: [...row.side, { column: 3 * model.cracs.length, value: -1 }],
    zoneCoefficient: row.zoneCoefficient.map((value) => value + perNodeW),
    rhs: leftForCoolingW(budget, idlePowerW(model)) / W_PER_KW - constantKW,
    rhsPerLimit: 1 / W_PER_KW,
  };
}

/**
 * Returns a row whose left side is the sum over the planes, kW, of
 *
 * perHeat (H Q + K T) - perC T
 *
 * H Q + K T is the heat of the plane's CRAC for core powers Q and set-points T. The caller sets right-hand side and
 * names.
 */
function affineRow(model: RewardRateModel, room: FailedRoom, planes: readonly Plane[]): CouplingRow {
  const zoneCoefficient = new Float64Array(model.zones.length);
  const perLeft = new Float64Array(room.left.length);
  for (const { crac, perHeat, perC } of planes) {
    for (const [b, share] of room.thermal.cracHeatRow(crac).entries()) zoneCoefficient[b]! += perHeat * share;
    for (const [d, value] of room.thermal.cracHeatPerSetPoint(crac).entries()) {
      perLeft[d]! += (perHeat * value) / W_PER_KW;
    }
    perLeft[crac]! -= perC;
  }
  const side = [...perLeft]
    .map((value, crac): SideTerm => ({ column: columnOf(model, room, crac), value }))
    .filter(({ value }) => value !== 0);
  return { constraint: 'failurePowerCap', where: '', zone: -1, side, zoneCoefficient, rhs: 0, rhsPerLimit: 0 };
}

function idleHeatKW({ zones }: RewardRateModel, { thermal }: FailedRoom, crac: number): number {
  return thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zones[b]!.idleW, 0) / W_PER_KW;
}
