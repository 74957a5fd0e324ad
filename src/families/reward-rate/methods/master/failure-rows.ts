import { leftForCoolingW, meterPowerW, upsInputPerW } from '../../../../../models/facility/meter.js';
import { wayTimeS } from '../../../../../models/physics/thermal/failure-way.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import { inverseCopSlope } from '../../../../../models/physics/cooling/heat-power-envelope.js';
import { greatestNodePowerW } from '../../../../../models/facility/power-budget.js';
import type { FailedRoom } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom, leftAtWork } from '../../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset, onTheWay, type ResetRoom, wayRow } from '../../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { coolingPowerW, cracHeatW, type ZoneState } from '../../../../../models/families/reward-rate/set-points.js';
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
import { type CouplingRow, idlePowerW, powerCapRow, redLineRow, type SideTerm } from './coupling.js';

/*
 * Rows that plans keep which outlive the failure of a CRAC (docs/reward-rate/survive.md). Powers stay, and set-points stay or are columns of their own for
 * each failure: all rows are in zone powers, these set-points, T_c of the CRACs at work, and the excess s over the cap.
 */

/** Excess over the red line up to which no row is added, K, as with all CRACs at work. */
const ROW_TOLERANCE_C = 1e-7;
/** Relative excess over the cap by the remaining CRACs that needs no further cut, as with all CRACs at work. */
const CUT_TOLERANCE = 1e-6;
/** Kelvins by which a set-point may be colder than the cap affords without another cut. */
const CAP_TOLERANCE_C = 1e-6;
/** Multiple of the excess by which the next plan stays below a failed room's cap, as with all CRACs at work. */
const TIGHTENED = 1.5;
/** Maximum number of red-line rows of a failed room added per round. */
const ROWS_PER_ROUND = 20;

/** Returns true for rows added only when violated, which hold for all plans: red lines, and caps of failed rooms. */
export function isOnDemand({ constraint }: CouplingRow): boolean {
  return constraint === 'redLine' || constraint === 'failureRedLine' || constraint === 'failurePowerCap';
}

/**
 * Returns the rows of the capacities of the remaining CRACs, by failed room: heat is affine in powers and set-points, H
 * P + K T.
 */
export function failureCapacityRows(model: RewardRateModel): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room) =>
    room.coolingLimits.map(({ crac, capacityW, where }) => ({
      ...affineRow(model, room, [{ crac, perHeat: 1, perC: 0, constant: 0 }]),
      constraint: 'failureCoolingCapacity' as const,
      where: placeIn(room, where),
      rhs: capacityW / 1000 - idleHeatKW(model, room, crac),
      rhsPerLimit: 1 / 1000,
    })),
  );
}

/** Returns the capacity rows of failed rooms with a common set-point, where it drops out because rows of K sum to 0. */
export function commonFailureCapacityRows(model: RewardRateModel): CouplingRow[] {
  return failureCapacityRows(model).map((row) => ({ ...row, side: [] }));
}

/** Returns the red-line row of a zone in a failed room, with independent set-points. */
export function failureRedLineRow(model: RewardRateModel, room: FailedRoom, zone: number): CouplingRow {
  const row = independentRedLineRow(inFailedRoom(model, room), zone);
  const side = row.side.map(({ column, value }) => ({ column: columnOf(model, room, column), value }));
  return { ...row, side, ...ofFailure(room, row.where) };
}

/** Returns the red-line row of a zone in a failed room with one common set-point. */
export function commonFailureRedLineRow(model: RewardRateModel, room: FailedRoom, zone: number): CouplingRow {
  const row = redLineRow(inFailedRoom(model, room), zone);
  return { ...row, ...ofFailure(room, row.where) };
}

/**
 * Returns the column of a remaining CRAC's set-point in a failed room: a separate one for the failure, or its usual
 * one.
 */
function columnOf(model: RewardRateModel, room: FailedRoom, crac: number): number {
  return hasReset(room) ? firstResetColumn(model) + room.reset.first + crac : setPointColumn(room.left[crac]!);
}

/**
 * Returns the set-points of the remaining CRACs in a failed room, C; the coldest ones if those after failures are
 * unknown.
 */
function setPointsIn(room: FailedRoom, { setPointsC, resetC }: SetPoints): number[] {
  if (!hasReset(room)) return leftAtWork(room, setPointsC);
  const { first } = room.reset;
  return room.cracs.map(({ setPointMinC }, c) => resetC?.[first + c] ?? setPointMinC);
}

/** Set-points of the CRACs at work and after failures, C. */
interface SetPoints {
  readonly setPointsC: ArrayLike<number>;
  readonly resetC?: ArrayLike<number>;
}

function ofFailure(room: FailedRoom, zone: string): Pick<CouplingRow, 'constraint' | 'where' | 'zone'> {
  return { constraint: 'failureRedLine', where: placeIn(room, zone), zone: -1 };
}

function placeIn({ gone }: FailedRoom, where: string): string {
  return `${gone}: ${where}`;
}

/** Returns the violated red-line rows of failed rooms, hottest first, except those the LP has (`rowed`). */
export function brokenFailureRedLines(
  model: RewardRateModel,
  { state, ...setPoints }: Pick<AnswerPoint, 'state' | 'setPointsC' | 'resetC'>,
  rowed: ReadonlySet<string>,
  rowOf: typeof failureRedLineRow = failureRedLineRow,
  most = ROWS_PER_ROUND,
): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    const supplied = room.thermal.inletFromSetPointsC(setPointsIn(room, setPoints));
    const inletC = supplied.map((value, b) => value + state.failed[f]!.riseC[b]!);
    return [...inletC.keys()]
      .filter((b) => inletC[b]! > room.redLineC + ROW_TOLERANCE_C)
      .filter((b) => !rowed.has(placeIn(room, model.zones[b]!.name)))
      .sort((a, b) => inletC[b]! - inletC[a]!)
      .slice(0, most)
      .map((b) => rowOf(model, room, b));
  });
}

/**
 * Returns rows for inlets that become too warm while a failed room moves to its steady state, each at its warmest step,
 * without those that the LP already has (`rowed`). Empty if set-points stay the same, because the steady state is then
 * the warmest.
 */
export function brokenOnTheWay(
  model: RewardRateModel,
  { state, ...setPoints }: Pick<AnswerPoint, 'state' | 'setPointsC' | 'resetC'>,
  rowed: ReadonlySet<string>,
  most = ROWS_PER_ROUND,
): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    if (!hasReset(room) || setPoints.resetC === undefined) return [];
    const resetC = setPointsIn(room, setPoints);
    const { peakC, peakStep } = onTheWay(model, room, state, state.failed[f]!, setPoints.setPointsC, resetC);
    return [...peakC.keys()]
      .filter((b) => peakC[b]! > room.redLineC + ROW_TOLERANCE_C)
      .filter((b) => !rowed.has(placeOnTheWay(model, room, b, peakStep[b]!)))
      .sort((a, b) => peakC[b]! - peakC[a]!)
      .slice(0, most)
      .map((b) => onTheWayRow(model, room, b, peakStep[b]!));
  });
}

/**
 * Returns the red-line row of a zone a number of steps after a failure. It assumes CRACs below capacity, which is the
 * cooler case, so it holds for all plans.
 */
function onTheWayRow(model: RewardRateModel, room: ResetRoom, zone: number, steps: number): CouplingRow {
  const { perW, perSetPoint, perReset } = wayRow(model, room, zone, steps);
  const terms = (values: Float64Array, columnAt: (c: number) => number): SideTerm[] =>
    [...values].flatMap((value, c) => (value === 0 ? [] : [{ column: columnAt(c), value }]));
  return {
    constraint: 'failureRedLine',
    where: placeOnTheWay(model, room, zone, steps),
    zone: -1,
    side: [...terms(perSetPoint, setPointColumn), ...terms(perReset, (c) => columnOf(model, room, c))],
    zoneCoefficient: perW.map((value) => 1000 * value),
    rhs: room.redLineC - perW.reduce((sum, value, b) => sum + value * model.zones[b]!.idleW, 0),
    rhsPerLimit: 1,
  };
}

function placeOnTheWay({ zones }: RewardRateModel, room: FailedRoom, zone: number, steps: number): string {
  return placeIn(room, `${zones[zone]!.name} after ${wayTimeS(steps)} s`);
}

/** Answer of the LP with independent set-points, as failed rooms need it. */
export interface AnswerPoint extends SetPoints {
  readonly zonePowerW: Float64Array;
  readonly state: ZoneState;
  readonly excessKW: number;
}

/**
 * Returns, for each failed room whose cap the answer exceeds, a row that all plans keep: every remaining CRAC draws at
 * least its supporting plane. With one CRAC left it is the exact tangent.
 */
export function brokenFailureCaps(model: RewardRateModel, point: AnswerPoint): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    const failed = inFailedRoom(model, room);
    const state = point.state.failed[f]!;
    const tangent = room.left.length === 1 ? tangentRow(model, failed, room, state) : null;
    const row = tangent ?? cutsRow(model, failed, room, state, setPointsIn(room, point));
    const tolerance = tangent === null ? (CUT_TOLERANCE * failed.budget.powerCapW) / 1000 : CAP_TOLERANCE_C;
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
    (sum, { idleW }, b) => sum + (row.zoneCoefficient[b]! * (point.zonePowerW[b]! - idleW)) / 1000,
    row.side.reduce((sum, { column, value }) => sum + value * valueOf(column), -row.rhs),
  );
}

/** Returns the tangent of T >= g(S) at this node power, for a room in which one CRAC removes all heat. */
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
    ...cutAt(failed, box, crac, { heatKW: heatW[crac]! / 1000, setPointC: atWork[crac]! }),
  }));
  return capRow(model, failed, room, planes);
}

/**
 * Returns rows that linearise the CRACs' power about a point, also in failed rooms: used to find plans near it, not for
 * bounds.
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

/** Returns the cap of each failed room with the CRACs' power linearised about a point. */
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
      const perC = (-Math.max(0, heatW[crac]!) / 1000) * inverseCopSlope(failed.budget.cooling, setPointC);
      // A CRAC that warms the room draws nothing, and what it gives earns nothing.
      const perHeat = heatW[crac]! > 0 ? 1 / coefficientOfPerformance(failed.budget.cooling, setPointC) : 0;
      return { crac, constant: perC * setPointC, perHeat, perC };
    });
    // No row of all plans: of the kind that no bound takes over.
    return { ...capRow(model, failed, room, planes), constraint: 'cooling' };
  });
}

/** Returns linearised caps of failed rooms that these zone powers exceed, tightened enough to exclude them. */
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
    return overW > 0 ? [{ ...rows[f]!, rhs: rows[f]!.rhs - (TIGHTENED * overW) / 1000 }] : [];
  });
}

/** Plane below one CRAC's power in a failed room, kW: constant + perHeat q - perC T. */
interface Plane {
  readonly crac: number;
  readonly constant: number;
  readonly perHeat: number;
  readonly perC: number;
}

/**
 * Returns the row of a failed room's cap: node power through the UPS, planes and other load are at most the cap plus
 * the excess s.
 */
function capRow(
  model: RewardRateModel,
  failed: RewardRateModel,
  room: FailedRoom,
  planes: readonly Plane[],
): CouplingRow {
  const perNodeW = upsInputPerW(failed.budget);
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
    rhs: leftForCoolingW(failed.budget, idlePowerW(model)) / 1000 - constantKW,
    rhsPerLimit: 1 / 1000,
  };
}

/**
 * Returns a row whose left side sums perHeat (H Q + K T) - perC T over the planes, kW; the caller sets right side and
 * names.
 */
function affineRow(model: RewardRateModel, room: FailedRoom, planes: readonly Plane[]): CouplingRow {
  const zoneCoefficient = new Float64Array(model.zones.length);
  const perLeft = new Float64Array(room.left.length);
  for (const { crac, perHeat, perC } of planes) {
    for (const [b, share] of room.thermal.cracHeatRow(crac).entries()) zoneCoefficient[b]! += perHeat * share;
    for (const [d, value] of room.thermal.cracHeatPerSetPoint(crac).entries()) {
      perLeft[d]! += (perHeat * value) / 1000;
    }
    perLeft[crac]! -= perC;
  }
  const side = [...perLeft]
    .map((value, crac): SideTerm => ({ column: columnOf(model, room, crac), value }))
    .filter(({ value }) => value !== 0);
  return { constraint: 'failurePowerCap', where: '', zone: -1, side, zoneCoefficient, rhs: 0, rhsPerLimit: 0 };
}

function idleHeatKW({ zones }: RewardRateModel, { thermal }: FailedRoom, crac: number): number {
  return thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zones[b]!.idleW, 0) / 1000;
}
