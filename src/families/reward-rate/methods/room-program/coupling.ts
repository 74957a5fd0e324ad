import { limitInFailure, type LimitName, unitOf } from '../../../../../models/facility/limits.js';
import {
  availableW,
  isLinear,
  meterPowerW,
  overCapW,
  tangentMeter,
  upsInputPerW,
} from '../../../../../models/facility/meter.js';
import { type AirLimit, airLimitsOf, type Reading } from '../../../../../models/facility/air-limits.js';
import type { FailedRoom } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasReset } from '../../../../../models/families/reward-rate/on-the-way.js';
import {
  firstTangent,
  type PowerLimit,
  type PowerTangent,
  powerTangent,
  powerUse,
} from '../../../../../models/facility/power-limits.js';
import type { HeatPowerCut } from '../../../../../models/physics/cooling/heat-power-envelope.js';
import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import { W_PER_KW } from '../../../../../models/units.js';

/**
 * LP column of the whole facility, not of a zone. With a common set-point, the only such column is that set-point, T,
 * in C. For independent set-points see cooling-columns.ts.
 */
export interface SideColumn {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  /** Coefficient in the LP's objective, reward/s per unit of the column; 0 if absent. */
  readonly cost?: number;
}

export interface SideTerm {
  readonly column: number;
  readonly value: number;
}

/**
 * Row of the LP that extends over several zones:
 *
 * sum of side terms + sum_b zoneCoefficient[b] Q_b <= rhs
 *
 * Q_b is the core power of zone b, kW. A side term is a coefficient times a side column (an LP column of the whole
 * facility, such as the set-point).
 *
 * Red-line and power-cap rows are added when violated. The other rows are few and always present.
 */
export interface CouplingRow {
  /**
   * Kind of limit that the row states. 'failure...' is a limit after a CRAC failure. 'cooling' is not a limit: such
   * rows define the CRACs' heat and power.
   */
  readonly constraint: LimitName | 'cooling';
  readonly where: string;
  /** Index of the zone for a red-line row; -1 for all other rows. */
  readonly zone: number;
  readonly side: readonly SideTerm[];
  readonly zoneCoefficient: Float64Array;
  readonly rhs: number;
  /** Index of the side column that this equality defines; absent for most rows. No other defining row contains it. */
  readonly defines?: number;
  /** Change of `rhs` if the limit rises by one unit: one W for a power limit, one C for the red line. */
  readonly rhsPerLimit: number;
  /**
   * Replaces `rhsPerLimit` where the row's coefficients change with the limit, too. Returns the equivalent change of
   * `rhs` at the given core power of the LP's answer, kW.
   */
  readonly rhsPerLimitAt?: (coreKW: number) => number;
  /** [CRAC]: ranges of set-points, C, within which plans keep the row; absent if all plans do. */
  readonly within?: { readonly setPointMinC: Float64Array; readonly setPointMaxC: Float64Array };
}

/**
 * Set-points of the CRACs as an LP states them: 'common' is one column for all, 'own' one column for each CRAC, given
 * numbers are fixed set-points, C, without columns.
 */
export type SetPointsOfLp = 'common' | 'own' | ArrayLike<number>;

/** Room in which plans must keep all limits, with the LP columns of its set-points and heats. */
export interface LpRoom {
  /** Model with the air, CRACs and limits of this room. */
  readonly model: RewardRateModel;
  /** The failure after which this is the room; null for the room without a failure. */
  readonly failure: FailedRoom | null;
  readonly setPoints: SetPointsOfLp;
  /** Returns the LP column of a CRAC's set-point. */
  readonly setPointColumn: (crac: number) => number;
  /** Indices of LP columns if set-points are 'own'. */
  readonly columns: ReturnType<typeof ownColumns>;
  /** True if the LP has a column for the heat of each CRAC of this room. */
  readonly hasHeats: boolean;
  /** [zone]: power of the idle nodes, W. */
  readonly idleW: Float64Array;
  /** [zone]: 0. All rows without zone powers share these coefficients. */
  readonly noZones: Float64Array;
}

/**
 * Returns the rooms in which plans must keep all limits: first the one without a failure, then one for each failure.
 * After a failure, set-points stay, or each failure has columns for its own (docs/reward-rate/survive.md).
 */
export function lpRooms(model: RewardRateModel, setPoints: SetPointsOfLp): [LpRoom, ...LpRoom[]] {
  const columns = ownColumns(model);
  const shared = {
    setPoints,
    columns,
    idleW: Float64Array.from(model.zones, (zone) => zone.idleW),
    noZones: new Float64Array(model.zones.length),
  };
  const isOwn = setPoints === 'own';
  const setPointColumn = (crac: number): number => (isOwn ? crac : 0);
  return [
    { ...shared, model, failure: null, setPointColumn, hasHeats: isOwn },
    ...failedRoomsOf(model).map((failure): LpRoom => {
      const left = (crac: number): number => setPointColumn(failure.left[crac]!);
      const reset = (crac: number): number => columns.reset + failure.reset!.first + crac;
      const ownColumn = isOwn && hasReset(failure) ? reset : left;
      return { ...shared, model: inFailedRoom(model, failure), failure, setPointColumn: ownColumn, hasHeats: false };
    }),
  ];
}

/** Returns the index of the first LP column of each kind if CRACs have set-points of their own (cooling-columns.ts). */
export function ownColumns({ cracs: { length: cracs } }: Pick<RewardRateModel, 'cracs'>) {
  return { setPoint: 0, heat: cracs, power: 2 * cracs, excess: 3 * cracs, reset: 3 * cracs + 1 };
}

/** Reading of a room, with weights of the CRACs' set-points, C. */
interface LinearReading extends Reading {
  readonly setPoints?: Reading['heats'];
}

/**
 * Returns a reading of a room as a linear function of zone powers, W, and set-points, C: `perW` of each zone and `perC`
 * of each CRAC. CRACs are named by index among the room's working CRACs. A temperature follows from zone powers P and
 * set-points T by Eq. 20, a heat by Eqs. 17 to 19:
 *
 * inlet_k = sum_b M[k,b] P_b + sum_c G[k,c] T_c, heat_c = sum_b H[c,b] P_b + sum_d K[c,d] T_d
 *
 * The rows of G sum to 1 and those of K to 0, so with a common set-point T, which is then the first of `perC`, an inlet
 * depends on T itself, a heat not at all.
 *
 * @param zonePowerW powers at which the function is the worst case if M is uncertain, W
 */
export function linearForm(
  { model, setPoints }: Pick<LpRoom, 'model' | 'setPoints'>,
  { inlets = [], heats = [], powers = [], setPoints: ofSetPoints = [] }: LinearReading,
  zonePowerW: Float64Array,
): { readonly perW: Float64Array; readonly perC: Float64Array } {
  const { thermal, zones } = model;
  const isCommon = setPoints === 'common';
  const perW = new Float64Array(zones.length);
  const perC = new Float64Array(thermal.cracCount);
  const add = (row: Float64Array, weight: number): void => {
    for (let b = 0; b < perW.length; b++) perW[b]! += weight * row[b]!;
  };
  for (const [zone, weight] of inlets) {
    add(rowAt(thermal, zone, zonePowerW), weight);
    if (isCommon) perC[0]! += weight;
    else for (const c of perC.keys()) perC[c]! += weight * thermal.inletShareOfCrac(c)[zone]!;
  }
  for (const [crac, weight] of heats) {
    add(thermal.cracHeatRow(crac), weight);
    if (!isCommon) for (const [d, value] of thermal.cracHeatPerSetPoint(crac).entries()) perC[d]! += weight * value;
  }
  for (const [zone, weight] of powers) perW[zone]! += weight;
  for (const [crac, weight] of ofSetPoints) perC[isCommon ? 0 : crac]! += weight;
  return { perW, perC };
}

/** Limit on a reading at one place. */
interface LinearLimit extends Pick<AirLimit, 'where' | 'unit' | 'limit'> {
  readonly constraint: CouplingRow['constraint'];
  readonly reading: LinearReading;
  /** Weight of the power of all nodes, besides the reading; 0 if absent. */
  readonly perNodeW?: number;
}

/** Returns the unit in which LPs state a limit, in that of the limit: a kW for powers in W. */
export function unitInRows({ unit }: { readonly unit: string }): number {
  return unit === 'W' ? W_PER_KW : 1;
}

/**
 * Returns the LP row of a limit in a room. Powers in W make a row in kW.
 *
 * @param terms side terms that the row contains, too
 * @param zonePowerW as in linearForm; by default the powers of idle nodes. A robust plan must keep the rows for all powers
 */
export function rowOf(
  room: LpRoom,
  { constraint, where, unit, limit, reading, perNodeW = 0 }: LinearLimit,
  terms: readonly SideTerm[] = [],
  zonePowerW: Float64Array = room.idleW,
): CouplingRow {
  const { failure, setPoints, hasHeats, idleW } = room;
  const unitW = unitInRows({ unit });
  const perKW = W_PER_KW / unitW;
  // Heats that have columns are read from these.
  const { heats = [], ...others } = reading;
  const inColumns = hasHeats ? heats : [];
  const { perW, perC } = linearForm(room, hasHeats ? others : reading, zonePowerW);
  const side = inColumns.map(([crac, weight]) => ({ column: room.columns.heat + crac, value: weight * perKW }));
  let left = limit - (perNodeW * idlePowerW(room.model) + perW.reduce((sum, value, b) => sum + value * idleW[b]!, 0));
  if (typeof setPoints === 'string')
    for (const [c, value] of perC.entries()) side.push({ column: room.setPointColumn(c), value: value / unitW });
  else left -= perC.reduce((sum, value, c) => sum + value * setPoints[failure?.left[c] ?? c]!, 0);
  return {
    constraint: failure === null || constraint === 'cooling' ? constraint : limitInFailure(constraint),
    where: failure === null ? where : placeIn(failure, where),
    zone: -1,
    side: [...side.filter(({ value }) => value !== 0), ...terms],
    zoneCoefficient:
      perNodeW === 0 && perW.every((value) => value === 0)
        ? room.noZones
        : perW.map((value) => (value + perNodeW) * perKW),
    rhs: left / unitW,
    rhsPerLimit: constraint === 'cooling' ? 0 : 1 / unitW,
  };
}

/**
 * Returns the amount by which an LP's answer violates a row, in the unit of the row.
 *
 * @param valueOf returns the value of a side column
 */
export function excessOf(
  { side, zoneCoefficient, rhs }: CouplingRow,
  { idleW }: Pick<LpRoom, 'idleW'>,
  zonePowerW: Float64Array,
  valueOf: (column: number) => number,
): number {
  return zoneCoefficient.reduce(
    (sum, value, b) => sum + (value * (zonePowerW[b]! - idleW[b]!)) / W_PER_KW,
    side.reduce((sum, { column, value }) => sum + value * valueOf(column), -rhs),
  );
}

/** Returns the name of a place in a room with a failed CRAC. `where` is '' for the whole facility. */
export function placeIn({ gone }: Pick<FailedRoom, 'gone'>, where: string): string {
  return where === '' ? gone : `${gone}: ${where}`;
}

/**
 * Returns the red line at an inlet.
 *
 * @param when words for the time, on the way after a failure
 */
export function redLineAt({ zones, redLineC: limit }: RewardRateModel, zone: number, when = '') {
  const { name } = zones[zone]!;
  return {
    constraint: 'redLine',
    where: when === '' ? name : `${name} ${when}`,
    unit: unitOf('redLine'),
    limit,
  } as const;
}

/**
 * Returns the red-line row of an inlet.
 *
 * @param zonePowerW as in rowOf
 */
export function redLineRow(room: LpRoom, zone: number, zonePowerW?: Float64Array): CouplingRow {
  const row = rowOf(room, { ...redLineAt(room.model, zone), reading: { inlets: [[zone, 1]] } }, [], zonePowerW);
  return room.failure === null ? { ...row, zone } : row;
}

/**
 * Returns the rows of the limits on heats, and on temperatures besides the red line, in some rooms.
 *
 * @param zonePowerW as in rowOf
 */
export function airRows(rooms: readonly LpRoom[], zonePowerW?: Float64Array): CouplingRow[] {
  return rooms.flatMap((room) => airLimitsOf(room.model).map((limit) => rowOf(room, limit, [], zonePowerW)));
}

/** Returns a row for each limit on node powers. For convex limits further rows are added when they are violated. */
export function powerLimitRows(model: RewardRateModel): CouplingRow[] {
  const [room] = lpRooms(model, 'common');
  return model.powerLimits.map((limit) => powerLimitRow(room, limit, firstTangent(limit, model.zones)));
}

/**
 * A convex limit on node powers gets a further row only if an LP's answer exceeds it by more than this fraction. Ours:
 * above the errors of LP engines. Plans are checked exactly afterwards.
 */
const POWER_TOLERANCE = 1e-8;

/**
 * Returns the tangents at given powers, W, of the convex limits on node powers that these exceed. Each excludes these
 * powers and holds for all plans.
 *
 * @param tolerance excess, as a fraction of the limit, that gets no row
 * @param loosenedBy returns the amount that is added to a limit, in its unit
 */
export function brokenPowerRows(
  model: RewardRateModel,
  powersW: Float64Array,
  tolerance = POWER_TOLERANCE,
  loosenedBy: (limit: PowerLimit) => number = () => 0,
): CouplingRow[] {
  return model.powerLimits.flatMap((limit) => {
    const most = limit.limit + loosenedBy(limit);
    if (limit.curve === undefined || !(powerUse(limit, powersW) - most > tolerance * Math.abs(most))) return [];
    const [room] = lpRooms(model, 'common');
    return [powerLimitRow(room, limit, powerTangent(limit, powersW))];
  });
}

function powerLimitRow(
  room: LpRoom,
  { constraint, where, unit, zones }: PowerLimit,
  { perW, most }: PowerTangent,
): CouplingRow {
  const reading = { powers: zones.map((b, n) => [b, perW[n]!] as const) };
  return rowOf(room, { constraint, where, unit, limit: most, reading });
}

/** Linear lower bound on a CRAC's power, kW, with heat q, kW, and set-point T: constant + perHeat q - perC T. */
export interface Plane extends HeatPowerCut {
  readonly crac: number;
}

/**
 * Returns the row of the power cap: node power through the UPS, CRAC powers and other load add up to at most the cap.
 * The input of the UPS is its tangent at `nodePowerW`, so the row holds for all plans if the planes do.
 *
 * @param planes lower bounds on the power of CRACs that the row contains in place of columns
 * @param terms LP columns that are powers or excess over the cap, kW
 */
export function meterRow(
  room: LpRoom,
  nodePowerW: number,
  planes: readonly Plane[],
  terms: readonly SideTerm[] = [],
): CouplingRow {
  const budget = tangentMeter(room.model.budget, nodePowerW);
  const reading = {
    heats: planes.map(({ crac, perHeat }) => [crac, perHeat] as const),
    setPoints: planes.map(({ crac, perC }) => [crac, -perC * W_PER_KW] as const),
  };
  const limit = availableW(budget) - W_PER_KW * planes.reduce((sum, { constant }) => sum + constant, 0);
  const perNodeW = upsInputPerW(budget);
  return rowOf(room, { constraint: 'powerCap', where: '', unit: unitOf('powerCap'), limit, reading, perNodeW }, terms);
}

/**
 * Returns a row of the power cap that is exact at an LP's answer, if the answer exceeds the cap by more than a tolerance
 * because the LP understates the input of the UPS. With a constant efficiency it never does.
 *
 * @param coolingKW powers of the CRACs in the answer
 * @param capAt returns the row of the cap that is exact at a node power, W
 */
export function brokenCap(
  { budget }: RewardRateModel,
  zonePowerW: Float64Array,
  coolingKW: Float64Array,
  toleranceW: number,
  capAt: (nodePowerW: number) => CouplingRow,
): CouplingRow[] {
  if (isLinear(budget)) return [];
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const coolingW = W_PER_KW * coolingKW.reduce((sum, kW) => sum + kW, 0);
  return overCapW(budget, meterPowerW(budget, nodePowerW, coolingW)) > toleranceW ? [capAt(nodePowerW)] : [];
}

export function idlePowerW(model: RewardRateModel): number {
  return model.zones.reduce((sum, zone) => sum + zone.idleW, 0);
}

/** Excess over the red line up to which a red-line row counts as satisfied, K. Plans are checked exactly afterwards. */
export const ROW_TOLERANCE_C = 1e-7;
/** Maximum number of red-line rows added in one round. */
const ROWS_PER_ROUND = 40;

/**
 * Returns the zones without a row whose inlet exceeds a limit by more than `toleranceC`, the hottest first.
 *
 * @param isRowed returns true if the zone has a row already
 */
export function hottestZones(
  inletC: Float64Array,
  limitC: number,
  isRowed: (zone: number) => boolean,
  most = ROWS_PER_ROUND,
  toleranceC = ROW_TOLERANCE_C,
): number[] {
  return [...inletC.keys()]
    .filter((b) => !isRowed(b) && inletC[b]! > limitC + toleranceC)
    .sort((a, b) => inletC[b]! - inletC[a]!)
    .slice(0, most);
}
