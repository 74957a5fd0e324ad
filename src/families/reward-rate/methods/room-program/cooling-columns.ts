import { W_PER_KW } from '../../../../../models/units.js';
import {
  availableW,
  isLinear,
  meterPowerW,
  nodePowerWithinW,
  tangentMeter,
  upsInputPerW,
} from '../../../../../models/facility/meter.js';
import { powerPerHeat, powerPerHeatSlope, powerToRemoveW } from '../../../../../models/physics/cooling/crac.js';
import { type HeatPowerCut, heatPowerCut } from '../../../../../models/physics/cooling/heat-power-envelope.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset, resetCount } from '../../../../../models/families/reward-rate/on-the-way.js';
import type { ZoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { type CouplingRow, idlePowerW, type SideColumn, type SideTerm } from './coupling.js';

/**
 * Box (node of the search tree): the set of plans whose CRAC heats and set-points lie in given ranges, with independent
 * set-points (docs/facility/several-cracs.md). The LP of a box has these columns for each CRAC c:
 *
 * T_c set-point, C | q_c heat, kW | x_c power drawn, kW | T_fc set-point after failure f, C
 * (docs/reward-rate/survive.md)
 *
 * One more column, s in kW, is the excess over the cap and over the box's heat ranges. It costs a penalty, so that
 * every LP has an answer and dual values. A plan has s = 0.
 */
export interface CoolingBox {
  readonly setPointMinC: Float64Array;
  readonly setPointMaxC: Float64Array;
  /** [CRAC]: lowest heat in the box, kW. */
  readonly leastKW: Float64Array;
  readonly mostKW: Float64Array;
  /** Lowest set-points after CRAC failures, C; absent: the lower ends of the CRACs' ranges. */
  readonly resetMinC?: Float64Array;
  readonly resetMaxC?: Float64Array;
}

/** Set-point, heat and power of each CRAC in an answer of the LP. */
export interface CoolingPoint {
  readonly setPointsC: Float64Array;
  readonly heatKW: Float64Array;
  readonly powerKW: Float64Array;
  readonly excessKW: number;
  /** Set-points after CRAC failures, C; absent if they cannot change or are not known. */
  readonly resetC?: Float64Array;
  /** Temperatures that result from the zones' powers; absent if only set-points and heats are known. */
  readonly state?: ZoneState;
}

export function setPointColumn(crac: number): number {
  return crac;
}

/** Returns the index of the first LP column for a set-point after a CRAC failure. */
export function firstResetColumn({ cracs }: RewardRateModel): number {
  return 3 * cracs.length + 1;
}

export function coolingPoint(model: RewardRateModel, side: Float64Array): CoolingPoint {
  const count = model.cracs.length;
  return {
    setPointsC: side.slice(0, count),
    heatKW: side.slice(count, 2 * count),
    powerKW: side.slice(2 * count, 3 * count),
    excessKW: side[3 * count]!,
    ...(resetCount(model) === 0 ? {} : { resetC: side.slice(firstResetColumn(model)) }),
  };
}

/**
 * Returns the LP columns of the CRACs: set-points, heats, powers and the excess over the cap.
 *
 * @param penalty cost of the excess in the objective, reward/s per kW
 */
export function coolingColumns(model: RewardRateModel, box: CoolingBox, penalty: number): SideColumn[] {
  const leftKW = availableKW(model);
  const most = box.mostKW.reduce((sum, kW) => sum + Math.abs(kW), leftKW) + mostHeatKW(model);
  return [
    ...model.cracs.map(({ name }, c) => ({
      name: `T_${name}`,
      lower: box.setPointMinC[c]!,
      upper: box.setPointMaxC[c]!,
    })),
    ...model.cracs.map(({ name }) => ({ name: `q_${name}`, lower: -Infinity, upper: Infinity })),
    ...model.cracs.map(({ name }) => ({ name: `x_${name}`, lower: 0, upper: leftKW + most })),
    { name: 's', lower: 0, upper: most, cost: -penalty },
    ...resetColumns(model, box),
  ];
}

/** Returns the LP columns for the set-points that CRACs take after failures; none if they stay the same. */
export function resetColumns(
  model: RewardRateModel,
  { resetMinC, resetMaxC }: Pick<CoolingBox, 'resetMinC' | 'resetMaxC'> = {},
): SideColumn[] {
  return failedRoomsOf(model)
    .filter(hasReset)
    .flatMap(({ gone, cracs, reset: { first } }) =>
      cracs.map(({ name, setPointMinC, setPointMaxC }, c) => ({
        name: `T_${gone}_${name}`,
        lower: resetMinC?.[first + c] ?? setPointMinC,
        upper: resetMaxC?.[first + c] ?? setPointMaxC,
      })),
    );
}

/** Returns the power that the cap leaves for nodes (UPS losses included) and CRACs, kW. */
export function availableKW({ budget }: RewardRateModel): number {
  return Math.max(0, availableW(budget) / W_PER_KW);
}

/** Returns an upper bound on the nodes' total power in any plan, kW; all of it becomes heat. */
export function mostHeatKW({ budget }: RewardRateModel): number {
  return nodePowerWithinW(budget, availableW(budget)) / W_PER_KW;
}

const everywhere = (model: RewardRateModel, value: number): Float64Array =>
  new Float64Array(model.zones.length).fill(value);

/** Returns one zero for each zone: the coefficients that all rows without zone powers share. */
export function noZones({ zones }: RewardRateModel): Float64Array {
  return new Float64Array(zones.length);
}

/**
 * Returns the red-line row of inlet k (`zone`) with independent set-points:
 *
 * sum_c G[k,c] T_c + sum_b M[k,b] P_b <= red line
 *
 * T_c is the set-point of CRAC c, P_b the power of zone b. G[k,c] is the fraction of the inlet's air that CRAC c
 * supplies. M[k,b] is the rise of the inlet per power of zone b.
 */
export function independentRedLineRow(model: RewardRateModel, zone: number): CouplingRow {
  const row = model.thermal.inletRow(zone);
  const idleRiseC = row.reduce((sum, perW, b) => sum + perW * model.zones[b]!.idleW, 0);
  const side = model.cracs.map((_, c) => ({ column: c, value: model.thermal.inletShareOfCrac(c)[zone]! }));
  return {
    constraint: 'redLine',
    where: model.zones[zone]!.name,
    zone,
    side: side.filter(({ value }) => value !== 0),
    zoneCoefficient: row.map((perW) => perW * W_PER_KW),
    rhs: model.redLineC - idleRiseC,
    rhsPerLimit: 1,
  };
}

/**
 * Returns the row of the power cap for independent set-points: node power through the UPS, CRAC powers and other load
 * add up to at most the cap plus the excess s. The input of the UPS is its tangent at `nodePowerW`, so the row holds for
 * all plans.
 */
export function independentCapRow(model: RewardRateModel, nodePowerW: number): CouplingRow {
  const count = model.cracs.length;
  const budget = tangentMeter(model.budget, nodePowerW);
  const perNode = upsInputPerW(budget);
  return {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: [...model.cracs.map((_, c) => ({ column: 2 * count + c, value: 1 })), { column: 3 * count, value: -1 }],
    zoneCoefficient: everywhere(model, perNode),
    rhs: (availableW(budget) - idlePowerW(model) * perNode) / W_PER_KW,
    rhsPerLimit: 1 / W_PER_KW,
  };
}

/**
 * Returns a row of the power cap that is exact at an LP's answer, if the answer exceeds the cap by more than
 * `toleranceKW` because the LP understates the input of the UPS. With a constant efficiency it never does.
 */
export function brokenCap(
  model: RewardRateModel,
  zonePowerW: Float64Array,
  { powerKW, excessKW }: Pick<CoolingPoint, 'powerKW' | 'excessKW'>,
  toleranceKW: number,
): CouplingRow[] {
  if (isLinear(model.budget)) return [];
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const coolingW = W_PER_KW * powerKW.reduce((sum, kW) => sum + kW, -excessKW);
  const overW = meterPowerW(model.budget, nodePowerW, coolingW) - model.budget.powerCapW;
  return overW > W_PER_KW * toleranceKW ? [independentCapRow(model, nodePowerW)] : [];
}

/**
 * Returns the rows for independent set-points: the power cap (see independentCapRow), each CRAC's heat, and each cooling
 * capacity.
 *
 * @param nodePowerW node power at which the cap's row is exact, W; by default that of idle nodes
 */
export function independentRows(model: RewardRateModel, nodePowerW = idlePowerW(model)): CouplingRow[] {
  const count = model.cracs.length;
  const heats = model.cracs.map((_, c): CouplingRow => {
    const share = model.thermal.cracHeatRow(c);
    const perC = model.thermal.cracHeatPerSetPoint(c);
    const setPoints: SideTerm[] = [...perC].map((value, d) => ({ column: d, value: -value / W_PER_KW }));
    return {
      constraint: 'cooling',
      where: model.cracs[c]!.name,
      zone: -1,
      side: [...setPoints.filter(({ value }) => value !== 0), { column: count + c, value: 1 }],
      zoneCoefficient: share.map((value) => -value),
      rhs: share.reduce((sum, value, b) => sum + value * model.zones[b]!.idleW, 0) / W_PER_KW,
      rhsPerLimit: 0,
      defines: count + c,
    };
  });
  const none = noZones(model);
  const capacities = model.coolingLimits.map(({ where, crac, capacityW }): CouplingRow => ({
    ...sideRow(none, [{ column: count + crac, value: 1 }], capacityW / W_PER_KW),
    constraint: 'coolingCapacity',
    where,
    rhsPerLimit: 1 / W_PER_KW,
  }));
  return [independentCapRow(model, nodePowerW), ...heats, ...capacities];
}

/**
 * Returns the rows that limit each CRAC's heat q_c, kW, to the box's range (s is the penalised excess):
 *
 * least - s <= q_c <= most + s
 */
export function boxRows(model: RewardRateModel, box: CoolingBox): CouplingRow[] {
  const count = model.cracs.length;
  const slack = { column: 3 * count, value: -1 };
  const none = noZones(model);
  return model.cracs.flatMap((_, c) => [
    sideRow(none, [{ column: count + c, value: 1 }, slack], box.mostKW[c]!),
    sideRow(none, [{ column: count + c, value: -1 }, slack], -box.leastKW[c]!),
  ]);
}

/** Returns a cut: a linear lower bound on CRAC c's power, valid in the whole box and exact at the given point. */
export function cutAt(
  model: RewardRateModel,
  box: CoolingBox,
  crac: number,
  point: { readonly heatKW: number; readonly setPointC: number },
): HeatPowerCut {
  const range = {
    leastHeat: box.leastKW[crac]!,
    mostHeat: box.mostKW[crac]!,
    setPointMinC: box.setPointMinC[crac]!,
    setPointMaxC: box.setPointMaxC[crac]!,
  };
  return heatPowerCut(model.budget.cooling, range, point.heatKW, point.setPointC);
}

/**
 * Returns the row of a cut, x_c >= constant + perHeat q_c - perC T_c, for power x_c, heat q_c and set-point T_c of CRAC
 * c.
 *
 * @param none zero coefficients from noZones
 */
export function cutRow(model: RewardRateModel, crac: number, cut: HeatPowerCut, none: Float64Array): CouplingRow {
  const count = model.cracs.length;
  const side = [
    { column: crac, value: -cut.perC },
    { column: count + crac, value: cut.perHeat },
    { column: 2 * count + crac, value: -1 },
  ];
  return sideRow(none, side, -cut.constant);
}

/**
 * Returns a row that linearises CRAC c's power about a point. The row serves to find plans near the point, but is not
 * valid for bounds.
 */
export function expansionRow(
  model: RewardRateModel,
  crac: number,
  heatKW: number,
  setPointC: number,
  none: Float64Array,
): CouplingRow {
  const { cooling } = model.budget;
  const perC = -Math.max(0, heatKW) * powerPerHeatSlope(cooling, setPointC);
  const perHeat = powerPerHeat(cooling, setPointC);
  return cutRow(model, crac, { constant: perC * setPointC, perHeat, perC }, none);
}

/** Returns the power of a CRAC with heat q and set-point T, kW: max(0, q) / CoP(T). */
export function powerAt(model: RewardRateModel, heatKW: number, setPointC: number): number {
  return powerToRemoveW(model.budget.cooling, heatKW, setPointC);
}

function sideRow(none: Float64Array, side: readonly SideTerm[], rhs: number): CouplingRow {
  return {
    constraint: 'cooling',
    where: '',
    zone: -1,
    side: side.filter(({ value }) => value !== 0),
    zoneCoefficient: none,
    rhs,
    rhsPerLimit: 0,
  };
}
