import { W_PER_KW } from '../../../../../models/units.js';
import { availableW, nodePowerWithinW } from '../../../../../models/facility/meter.js';
import { type HeatPowerCut, heatPowerCut } from '../../../../../models/physics/cooling/heat-power-envelope.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset, resetCount } from '../../../../../models/families/reward-rate/on-the-way.js';
import type { ZoneState } from '../../../../../models/families/reward-rate/set-points.js';
import {
  type CouplingRow,
  idlePowerW,
  type LpRoom,
  meterRow,
  ownColumns,
  rowOf,
  type SideColumn,
  type SideTerm,
} from './coupling.js';

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

/** CRAC whose power an LP understates, and by how much. */
export interface Understated {
  readonly crac: number;
  readonly kW: number;
}

export function coolingPoint(model: RewardRateModel, side: Float64Array): CoolingPoint {
  const { heat, power, excess, reset } = ownColumns(model);
  return {
    setPointsC: side.slice(0, heat),
    heatKW: side.slice(heat, power),
    powerKW: side.slice(power, excess),
    excessKW: side[excess]!,
    ...(resetCount(model) === 0 ? {} : { resetC: side.slice(reset) }),
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

/**
 * Returns the row of the power cap for independent set-points: node power through the UPS, CRAC powers and other load
 * add up to at most the cap plus the excess s. The input of the UPS is its tangent at `nodePowerW`, so the row holds for
 * all plans.
 */
export function independentCapRow(room: LpRoom, nodePowerW: number): CouplingRow {
  const { power, excess } = room.columns;
  const powers = room.model.cracs.map((_, c) => ({ column: power + c, value: 1 }));
  return meterRow(room, nodePowerW, [], [...powers, { column: excess, value: -1 }]);
}

/**
 * Returns the rows of the power cap (see independentCapRow) and of each CRAC's heat for independent set-points.
 *
 * @param nodePowerW node power at which the cap's row is exact, W; by default that of idle nodes
 */
export function independentRows(room: LpRoom, nodePowerW = idlePowerW(room.model)): CouplingRow[] {
  const { heat } = room.columns;
  const inPowers = { ...room, hasHeats: false };
  const heats = room.model.cracs.map(({ name: where }, c): CouplingRow => {
    const limit = { constraint: 'cooling', where, unit: 'W', limit: 0, reading: { heats: [[c, -1]] } } as const;
    return { ...rowOf(inPowers, limit, [{ column: heat + c, value: 1 }]), defines: heat + c };
  });
  return [independentCapRow(room, nodePowerW), ...heats];
}

/**
 * Returns the rows that limit each CRAC's heat q_c, kW, to the box's range (s is the penalised excess):
 *
 * least - s <= q_c <= most + s
 */
export function boxRows({ model, noZones, columns }: LpRoom, box: CoolingBox): CouplingRow[] {
  const { heat, excess } = columns;
  const slack = { column: excess, value: -1 };
  return model.cracs.flatMap((_, c) => [
    sideRow(noZones, [{ column: heat + c, value: 1 }, slack], box.mostKW[c]!),
    sideRow(noZones, [{ column: heat + c, value: -1 }, slack], -box.leastKW[c]!),
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

/** Returns the row of a cut, x_c >= constant + perHeat q_c - perC T_c, for power x_c, heat q_c and set-point T_c of CRAC c. */
export function cutRow(
  { noZones, columns }: LpRoom,
  crac: number,
  { constant, perHeat, perC }: HeatPowerCut,
): CouplingRow {
  const { heat, power } = columns;
  const side = [
    { column: crac, value: -perC },
    { column: heat + crac, value: perHeat },
    { column: power + crac, value: -1 },
  ];
  return sideRow(noZones, side, -constant);
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
