import {
  availableW,
  leftForCoolingW,
  shareOfCapW,
  tangentMeter,
  upsInputPerW,
  withHigherCap,
} from '../../../../../models/facility/meter.js';
import {
  chordOfColdestSetPoint,
  coldestAffordableSetPointC,
  greatestNodePowerW,
  type Tangent,
  tangentOfColdestSetPoint,
} from '../../../../../models/facility/power-budget.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { copSlope, powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { type CouplingRow, idlePowerW, type SideColumn } from './coupling.js';

/*
 * Rows of the power cap with a common set-point T: T >= g(S), where g(S) is the coldest set-point that the cap allows at
 * node power S (docs/reward-rate/config-lp.md).
 */

/** Returns the side columns (LP columns of the whole facility) for a common set-point: just the set-point T. */
export function commonSetPointColumn(model: RewardRateModel): SideColumn[] {
  return [{ name: 'T', lower: model.setPointMinC, upper: model.setPointMaxC }];
}

/** Returns the row T >= line of node power, with the change of its right-hand side per watt of cap. */
function lineRow(model: RewardRateModel, line: Tangent, rhsPerLimit = 0): CouplingRow {
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [{ column: 0, value: -1 }],
    zoneCoefficient: new Float64Array(model.zones.length).fill(line.slopeCPerW * W_PER_KW),
    rhs: rhsOf(model, line),
    rhsPerLimit,
  };
}

function rhsOf(model: RewardRateModel, { slopeCPerW, nodePowerW, setPointC }: Tangent): number {
  return slopeCPerW * (nodePowerW - idlePowerW(model)) - setPointC;
}

/** Returns the tangent of g at node power S, as an LP row; null if the tangent would cut off plans. */
export function powerCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow | null {
  const { budget } = model;
  const tangent = tangentOfColdestSetPoint(budget, nodePowerW, idlePowerW(model), model.setPointMinC);
  if (tangent === null) return null;
  // -dg/dcap: the needed CoP S / left falls by S / left^2 per watt of cap.
  const perW = nodePowerW / leftForCoolingW(budget, nodePowerW) ** 2 / copSlope(budget.cooling, tangent.setPointC);
  return lineRow(model, tangent, perW);
}

/**
 * Returns the tangent of g at a node power. Where g is concave the tangent cuts off plans, so it serves to find plans,
 * never to compute a bound.
 */
export function restrictingCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow | null {
  const budget = tangentMeter(model.budget, nodePowerW);
  const setPointC = coldestAffordableSetPointC(budget, nodePowerW);
  const perC = copSlope(budget.cooling, setPointC);
  if (!Number.isFinite(setPointC) || perC <= 0) return null;
  const slopeCPerW = availableW(budget) / leftForCoolingW(budget, nodePowerW) ** 2 / perC;
  return lineRow(model, { slopeCPerW, nodePowerW, setPointC });
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

/**
 * Returns the tangent of g at a set-point, C, as an LP row: exact for answers at this set-point. There is none if it
 * would cut off plans, or if the set-point is not known (null).
 */
export function capRowsAt(model: RewardRateModel, setPointC: number | null): CouplingRow[] {
  const row = setPointC === null ? null : powerCapRow(model, greatestNodePowerW(model.budget, setPointC));
  return row === null ? [] : [row];
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
    (setPointC) => capRowsAt(model, setPointC),
  );
  return tangents.length === count ? tangents : [...tangents, ...concaveCapRows(model)];
}

/**
 * Returns two rows for a power cap whose curve g is partly concave. Tangents are then not enough. One row is the chord
 * of g, the other limits node power to its maximum at the warmest set-point.
 */
function concaveCapRows(model: RewardRateModel): CouplingRow[] {
  const { budget, setPointMinC, setPointMaxC } = model;
  const chordAt = (byW: number): Tangent | null =>
    chordOfColdestSetPoint(withHigherCap(budget, byW), idlePowerW(model), setPointMinC, setPointMaxC);
  const warmest = nodePowerRow(model, setPointMaxC);
  const chord = chordAt(0);
  if (chord === null) return [warmest];
  const stepW = shareOfCapW(budget, 1e-6);
  const more = chordAt(stepW);
  // The chord moves and turns with the cap: by difference, an estimate.
  const rhsPerLimitAt = (coreKW: number): number =>
    more === null
      ? 0
      : (rhsOf(model, more) - rhsOf(model, chord) - (more.slopeCPerW - chord.slopeCPerW) * W_PER_KW * coreKW) / stepW;
  return [warmest, { ...lineRow(model, chord), rhsPerLimitAt }];
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
