import { leftForCoolingW, upsInputPerW } from '../../../../../models/facility/meter.js';
import {
  chordOfColdestSetPoint,
  coldestAffordableSetPointC,
  greatestNodePowerW,
  type Tangent,
  tangentOfColdestSetPoint,
} from '../../../../../models/facility/power-budget.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';

/**
 * A column of the LP that belongs to the facility and not to a zone. With a common set-point there is one, T in C; with
 * independent ones see cooling-columns.ts.
 */
export interface SideColumn {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  /** Cost in the objective, reward/s per unit; 0 if absent. */
  readonly cost?: number;
}

export interface SideTerm {
  readonly column: number;
  readonly value: number;
}

/**
 * A row that ties zones together:
 *
 * sum of side terms + sum_b zoneCoefficient[b] Q_b <= rhs, Q_b = core power of zone b in kW.
 *
 * Red-line and power-cap rows are generated when violated; the others are few and always present.
 */
export interface CouplingRow {
  /**
   * Kind of the limit. 'failure...' belongs to a room with a failed CRAC; 'cooling' defines the CRACs' heat and power
   * and is no limit of the user's.
   */
  readonly constraint:
    | 'redLine'
    | 'powerCap'
    | 'rackPower'
    | 'pduPower'
    | 'coolingCapacity'
    | 'cooling'
    | 'failureRedLine'
    | 'failurePowerCap'
    | 'failureCoolingCapacity';
  readonly where: string;
  /** Zone index for a red-line row, otherwise -1. */
  readonly zone: number;
  readonly side: readonly SideTerm[];
  readonly zoneCoefficient: Float64Array;
  readonly rhs: number;
  /** Side column that this row defines; the row is then an equality, and no other defining row contains the column. */
  readonly defines?: number;
  /** Change of rhs per unit of the stated limit (W for powers, C for the red line). */
  readonly rhsPerLimit: number;
  /**
   * Returns the change of rhs per unit of the limit at the LP's core power, kW, where the row's slope changes with the
   * limit, too.
   */
  readonly rhsPerLimitAt?: (coreKW: number) => number;
}

/** Returns the common set-point as the only column of the facility. */
export function commonSetPointColumn(model: RewardRateModel): SideColumn[] {
  return [{ name: 'T', lower: model.setPointMinC, upper: model.setPointMaxC }];
}

/**
 * Returns the row T + (M P)_k <= red line (Eq. 20), with P = idle + core power. With uncertain rows of M it uses the
 * worst one at `zonePowerW` (default: idle powers), one of many that a robust plan keeps.
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
    zoneCoefficient: row.map((perW) => perW * 1000),
    rhs: model.redLineC - idleRiseC,
    rhsPerLimit: 1,
  };
}

/**
 * Returns the tangent of T >= g(S) at node power S (docs/reward-rate/config-lp.md), or null if it would cut off plans.
 */
export function powerCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow | null {
  const { budget } = model;
  const idleW = idlePowerW(model);
  const tangent = tangentOfColdestSetPoint(budget, nodePowerW, idleW, model.setPointMinC);
  if (tangent === null) return null;
  const { quadraticPerC2: a, linearPerC: b } = budget.cooling;
  const leftW = leftForCoolingW(budget, nodePowerW);
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [{ column: 0, value: -1 }],
    zoneCoefficient: new Float64Array(model.zones.length).fill(tangent.slopeCPerW * 1000),
    rhs: tangent.slopeCPerW * (nodePowerW - idleW) - tangent.setPointC,
    // -dg/dcap: the needed CoP S / left falls by S / left^2 per watt of cap.
    rhsPerLimit: nodePowerW / leftW ** 2 / (2 * a * tangent.setPointC + b),
  };
}

/** Returns the cap as a limit on node power if the CoP does not depend on T; null if it does. */
export function constantCopRow(model: RewardRateModel): CouplingRow | null {
  const { cooling } = model.budget;
  if (cooling.quadraticPerC2 !== 0 || cooling.linearPerC !== 0) return null;
  const perNodeW = upsInputPerW(model.budget) + 1 / coefficientOfPerformance(cooling, 0);
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [],
    zoneCoefficient: new Float64Array(model.zones.length).fill(1),
    rhs: (greatestNodePowerW(model.budget, 0) - idlePowerW(model)) / 1000,
    rhsPerLimit: 1 / perNodeW / 1000,
  };
}

/** Returns the rack, PDU and cooling-capacity limits. */
export function fixedRows(model: RewardRateModel): CouplingRow[] {
  return [...powerLimitRows(model), ...coolingRows(model)];
}

export function powerLimitRows(model: RewardRateModel): CouplingRow[] {
  return model.powerLimits.map((limit): CouplingRow => {
    const zoneCoefficient = new Float64Array(model.zones.length);
    let idleW = 0;
    for (const b of new Set(limit.zones)) {
      zoneCoefficient[b] = 1;
      idleW += model.zones[b]!.idleW;
    }
    return {
      constraint: limit.constraint,
      where: limit.where,
      zone: -1,
      side: [],
      zoneCoefficient,
      rhs: (limit.limitW - idleW) / 1000,
      rhsPerLimit: 1 / 1000,
    };
  });
}

/**
 * Returns the rows of cooling capacities with a common set-point, where each CRAC's heat is a fixed mixture of zone
 * powers.
 */
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
      rhs: (limit.capacityW - idleHeatW) / 1000,
      rhsPerLimit: 1 / 1000,
    };
  });
}

/** Returns the tangents to begin with: where set-points spread over the common range meet the cap. */
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
 * Returns rows for a cap whose curve g is partly concave, where tangents are not enough: its chord, and the largest
 * node power at the warmest set-point.
 */
function concaveCapRows(model: RewardRateModel): CouplingRow[] {
  const { budget, setPointMinC, setPointMaxC } = model;
  const idleW = idlePowerW(model);
  const perNodeW = upsInputPerW(budget) + 1 / coefficientOfPerformance(budget.cooling, setPointMaxC);
  const warmest: CouplingRow = {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [],
    zoneCoefficient: new Float64Array(model.zones.length).fill(1),
    rhs: (greatestNodePowerW(budget, setPointMaxC) - idleW) / 1000,
    rhsPerLimit: 1 / perNodeW / 1000,
  };
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
      zoneCoefficient: new Float64Array(model.zones.length).fill(chord.slopeCPerW * 1000),
      rhs: rhsAt(chord),
      // The chord moves and turns with the cap: by difference, an estimate.
      rhsPerLimit: 0,
      rhsPerLimitAt: (coreKW: number) =>
        more === null ? 0 : (rhsAt(more) - rhsAt(chord) - (more.slopeCPerW - chord.slopeCPerW) * 1000 * coreKW) / stepW,
    },
  ];
}

export function idlePowerW(model: RewardRateModel): number {
  return model.zones.reduce((sum, zone) => sum + zone.idleW, 0);
}

/**
 * Returns the common set-points that suit node power S and hottest rise above the set-point: [coldest, warmest], empty
 * if coldest > warmest.
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
 * Returns the tangent of g at node power S even where g is concave and the tangent cuts off plans. Only for finding
 * plans, never for the bound.
 */
export function restrictingCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow | null {
  const { budget } = model;
  const setPointC = coldestAffordableSetPointC(budget, nodePowerW);
  const copSlope = 2 * budget.cooling.quadraticPerC2 * setPointC + budget.cooling.linearPerC;
  if (!Number.isFinite(setPointC) || copSlope <= 0) return null;
  const slope = (budget.powerCapW - budget.otherLoadW) / leftForCoolingW(budget, nodePowerW) ** 2 / copSlope;
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [{ column: 0, value: -1 }],
    zoneCoefficient: new Float64Array(model.zones.length).fill(slope * 1000),
    rhs: slope * (nodePowerW - idlePowerW(model)) - setPointC,
    rhsPerLimit: 0,
  };
}
