import type { LimitName } from '../../../../../models/facility/limits.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { availableW, leftForCoolingW, tangentMeter, upsInputPerW } from '../../../../../models/facility/meter.js';
import {
  chordOfColdestSetPoint,
  coldestAffordableSetPointC,
  greatestNodePowerW,
  type Tangent,
  tangentOfColdestSetPoint,
} from '../../../../../models/facility/power-budget.js';
import { copSlope, powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  firstTangent,
  type PowerLimit,
  type PowerTangent,
  powerTangent,
  powerUse,
} from '../../../../../models/facility/power-limits.js';

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

/** Returns the side columns (LP columns of the whole facility) for a common set-point: just the set-point T. */
export function commonSetPointColumn(model: RewardRateModel): SideColumn[] {
  return [{ name: 'T', lower: model.setPointMinC, upper: model.setPointMaxC }];
}

/**
 * Returns the red-line row of inlet k (`zone`) with a common set-point T (Eq. 20):
 *
 * T + (M P)_k <= red line
 *
 * M is the heat-recirculation matrix, K/W, and P the zone powers (idle plus core power), W. If M is uncertain, row k of
 * M is the worst case for `zonePowerW` (default: idle powers). A robust plan must keep the rows for all powers.
 */
export function redLineRow(model: RewardRateModel, zone: number, zonePowerW?: Float64Array): CouplingRow {
  const row = rowAt(model.thermal, zone, zonePowerW ?? Float64Array.from(model.zones, ({ idleW }) => idleW));
  let idleRiseC = 0;
  for (const [b, z] of model.zones.entries()) idleRiseC += row[b]! * z.idleW;
  return {
    constraint: 'redLine',
    where: model.zones[zone]!.name,
    zone,
    side: [{ column: 0, value: 1 }],
    zoneCoefficient: row.map((perW) => perW * W_PER_KW),
    rhs: model.redLineC - idleRiseC,
    rhsPerLimit: 1,
  };
}

/**
 * Returns the tangent to the power cap at node power S, as an LP row. The cap is T >= g(S), where g(S) is the coldest
 * set-point that it allows (docs/reward-rate/config-lp.md). Null if the tangent would cut off plans.
 */
export function powerCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow | null {
  const { budget } = model;
  const idleW = idlePowerW(model);
  const tangent = tangentOfColdestSetPoint(budget, nodePowerW, idleW, model.setPointMinC);
  if (tangent === null) return null;
  const leftW = leftForCoolingW(budget, nodePowerW);
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [{ column: 0, value: -1 }],
    zoneCoefficient: new Float64Array(model.zones.length).fill(tangent.slopeCPerW * W_PER_KW),
    rhs: tangent.slopeCPerW * (nodePowerW - idleW) - tangent.setPointC,
    // -dg/dcap: the needed CoP S / left falls by S / left^2 per watt of cap.
    rhsPerLimit: nodePowerW / leftW ** 2 / copSlope(budget.cooling, tangent.setPointC),
  };
}

/** Returns the power cap as a row on node power if the CoP does not depend on the set-point; otherwise null. */
export function constantCopRow(model: RewardRateModel): CouplingRow | null {
  const { cooling } = model.budget;
  return cooling.quadraticPerC2 === 0 && cooling.linearPerC === 0 ? nodePowerRow(model, 0) : null;
}

/** Returns the row that limits node power to the maximum that the power cap allows at a common set-point. */
function nodePowerRow(model: RewardRateModel, setPointC: number): CouplingRow {
  const { budget } = model;
  const mostW = greatestNodePowerW(budget, setPointC);
  const perNodeW = upsInputPerW(tangentMeter(budget, mostW)) + powerPerHeat(budget.cooling, setPointC);
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [],
    zoneCoefficient: new Float64Array(model.zones.length).fill(1),
    rhs: (mostW - idlePowerW(model)) / W_PER_KW,
    rhsPerLimit: 1 / perNodeW / W_PER_KW,
  };
}

/** Returns the rows of the rack, PDU and cooling-capacity limits with a common set-point. */
export function fixedRows(model: RewardRateModel): CouplingRow[] {
  return [...powerLimitRows(model), ...coolingRows(model)];
}

/** Returns a row for each limit on node powers. For convex limits further rows are added when they are violated. */
export function powerLimitRows(model: RewardRateModel): CouplingRow[] {
  return model.powerLimits.map((limit) => powerLimitRow(model, limit, firstTangent(limit, model.zones)));
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
    return [powerLimitRow(model, limit, powerTangent(limit, powersW))];
  });
}

function powerLimitRow(model: RewardRateModel, limit: PowerLimit, { perW, most }: PowerTangent): CouplingRow {
  const unit = limit.unit === 'W' ? W_PER_KW : 1;
  const zoneCoefficient = new Float64Array(model.zones.length);
  let idle = 0;
  for (const [n, b] of limit.zones.entries()) {
    zoneCoefficient[b] = (perW[n]! * W_PER_KW) / unit;
    idle += perW[n]! * model.zones[b]!.idleW;
  }
  return {
    constraint: limit.constraint,
    where: limit.where,
    zone: -1,
    side: [],
    zoneCoefficient,
    rhs: (most - idle) / unit,
    rhsPerLimit: 1 / unit,
  };
}

/** Returns the cooling-capacity rows with a common set-point: each CRAC's heat is a weighted sum of zone powers. */
function coolingRows(model: RewardRateModel): CouplingRow[] {
  return model.coolingLimits.map((limit): CouplingRow => {
    const heat = model.thermal.cracHeatRow(limit.crac);
    let idleHeatW = 0;
    for (const [b, zone] of model.zones.entries()) idleHeatW += heat[b]! * zone.idleW;
    return {
      constraint: 'coolingCapacity',
      where: limit.where,
      zone: -1,
      side: [],
      zoneCoefficient: heat.slice(),
      rhs: (limit.capacityW - idleHeatW) / W_PER_KW,
      rhsPerLimit: 1 / W_PER_KW,
    };
  });
}

/**
 * Returns the initial rows of the power cap: the tangents at `count` points spread over the common set-point range. A
 * single row is enough if the CoP is constant. If the cap is partly concave, further rows are added.
 */
export function initialCapRows(model: RewardRateModel, count: number): CouplingRow[] {
  const constant = constantCopRow(model);
  if (constant !== null) return [constant];
  const { setPointMinC: low, setPointMaxC: high } = model;
  const tangents = Array.from({ length: count }, (_, n) => low + ((high - low) * (n + 0.5)) / count).flatMap(
    (setPointC) => {
      const row = powerCapRow(model, greatestNodePowerW(model.budget, setPointC));
      return row === null ? [] : [row];
    },
  );
  return tangents.length === count ? tangents : [...tangents, ...concaveCapRows(model)];
}

/**
 * Returns two rows for a power cap whose curve g (coldest set-point allowed by node power) is partly concave. Tangents
 * are then not enough. One row is the chord of g, the other limits node power to its maximum at the warmest set-point.
 */
function concaveCapRows(model: RewardRateModel): CouplingRow[] {
  const { budget, setPointMinC, setPointMaxC } = model;
  const idleW = idlePowerW(model);
  const warmest = nodePowerRow(model, setPointMaxC);
  const chord = chordOfColdestSetPoint(budget, idleW, setPointMinC, setPointMaxC);
  if (chord === null) return [warmest];
  const rhsAt = ({ slopeCPerW, nodePowerW, setPointC }: Tangent): number =>
    slopeCPerW * (nodePowerW - idleW) - setPointC;
  const stepW = 1e-6 * budget.powerCapW;
  const more = chordOfColdestSetPoint(
    { ...budget, powerCapW: budget.powerCapW + stepW },
    idleW,
    setPointMinC,
    setPointMaxC,
  );
  return [
    warmest,
    {
      constraint: 'powerCap',
      where: '',
      zone: -1,
      side: [{ column: 0, value: -1 }],
      zoneCoefficient: new Float64Array(model.zones.length).fill(chord.slopeCPerW * W_PER_KW),
      rhs: rhsAt(chord),
      // The chord moves and turns with the cap: by difference, an estimate.
      rhsPerLimit: 0,
      rhsPerLimitAt: (coreKW: number) =>
        more === null
          ? 0
          : (rhsAt(more) - rhsAt(chord) - (more.slopeCPerW - chord.slopeCPerW) * W_PER_KW * coreKW) / stepW,
    },
  ];
}

export function idlePowerW(model: RewardRateModel): number {
  return model.zones.reduce((sum, zone) => sum + zone.idleW, 0);
}

/**
 * Returns the range of common set-points: the coldest that the power cap allows at this node power and the warmest that
 * the red line allows at the hottest inlet. There is none if coldestC > warmestC.
 */
export function setPointWindow(
  model: RewardRateModel,
  nodePowerW: number,
  hottestRiseC: number,
): { readonly coldestC: number; readonly warmestC: number } {
  return {
    coldestC: Math.max(model.setPointMinC, coldestAffordableSetPointC(model.budget, nodePowerW)),
    warmestC: Math.min(model.setPointMaxC, model.redLineC - hottestRiseC),
  };
}

/**
 * Returns the tangent, at a node power, of the power cap's curve g (coldest set-point allowed by node power). Where g
 * is concave the tangent cuts off plans, so it serves to find plans, never to compute a bound.
 */
export function restrictingCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow | null {
  const budget = tangentMeter(model.budget, nodePowerW);
  const setPointC = coldestAffordableSetPointC(budget, nodePowerW);
  const perC = copSlope(budget.cooling, setPointC);
  if (!Number.isFinite(setPointC) || perC <= 0) return null;
  const slope = availableW(budget) / leftForCoolingW(budget, nodePowerW) ** 2 / perC;
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [{ column: 0, value: -1 }],
    zoneCoefficient: new Float64Array(model.zones.length).fill(slope * W_PER_KW),
    rhs: slope * (nodePowerW - idlePowerW(model)) - setPointC,
    rhsPerLimit: 0,
  };
}
