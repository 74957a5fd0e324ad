import { W_PER_KW } from '../../../../../models/units.js';
import { leftForCoolingW } from '../../../../../models/facility/meter.js';
import { coefficientOfPerformance, powerToRemoveW } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  availableKW,
  type CoolingBox,
  type CoolingPoint,
  mostHeatKW,
  resetColumns,
  type Understated,
} from '../room-program/cooling-columns.js';
import { idlePowerW } from '../room-program/coupling.js';

/** A box is split only if its LP underestimates some CRAC's power by more than this fraction of the available power. */
const TIGHT = 1e-7;
/** When a box is split, each half gets at least this fraction of the range that is divided. */
const MIN_SHARE = 0.15;
/** A range of set-points is split only if it is wider than this, K. Ours: power per heat is linear over less. */
const MIN_WIDTH_C = 1e-3;

/** Answer of a box's LP: heats and set-points, and the CRAC whose power after a failure it understates most. */
interface Answer {
  readonly point: CoolingPoint;
  readonly afterFailure: Understated | null;
}

/**
 * Returns the box (ranges of CRAC heats and set-points) that contains all plans. The ranges follow from the power cap
 * and the CRACs' set-point ranges.
 */
export function rootBox(model: RewardRateModel): CoolingBox {
  const setPointMinC = Float64Array.from(model.cracs, (crac) => crac.setPointMinC);
  const setPointMaxC = Float64Array.from(model.cracs, (crac) => crac.setPointMaxC);
  const idleKW = idlePowerW(model) / W_PER_KW;
  const coolingKW = Math.max(0, leftForCoolingW(model.budget, idlePowerW(model)) / W_PER_KW);
  const leastKW = new Float64Array(model.cracs.length);
  const mostKW = new Float64Array(model.cracs.length);
  for (const [c, crac] of model.cracs.entries()) {
    const share = model.thermal.cracHeatRow(c);
    const idleHeatKW = share.reduce((sum, value, b) => sum + value * model.zones[b]!.idleW, 0) / W_PER_KW;
    // The nodes' power is at most what the cap leaves; each watt reaches the CRAC with at most the greatest share.
    const greatest = share.reduce((most, value) => Math.max(most, value), 0);
    const mostNodesKW = idleHeatKW + greatest * Math.max(0, mostHeatKW(model) - idleKW);
    const exchanged = exchangedKW(model, c, setPointMinC, setPointMaxC);
    const affordedKW = coolingKW * coefficientOfPerformance(model.budget.cooling, crac.setPointMaxC);
    leastKW[c] = idleHeatKW + exchanged.least - margin(idleHeatKW);
    const most = Math.min(mostNodesKW + exchanged.most, Math.max(0, affordedKW));
    mostKW[c] = Math.max(leastKW[c], most + margin(most));
  }
  return { setPointMinC, setPointMaxC, leastKW, mostKW };
}

function margin(kW: number): number {
  return 1e-9 * Math.max(1e-3, Math.abs(kW));
}

/**
 * Returns the range of the part of CRAC c's heat that depends on the set-points, kW. The set-points lie between
 * `leastC` and `mostC`.
 */
function exchangedKW(
  model: RewardRateModel,
  crac: number,
  leastC: Float64Array,
  mostC: Float64Array,
): { readonly least: number; readonly most: number } {
  let least = 0;
  let most = 0;
  for (const [d, perC] of model.thermal.cracHeatPerSetPoint(crac).entries()) {
    least += (perC * (perC > 0 ? leastC[d]! : mostC[d]!)) / W_PER_KW;
    most += (perC * (perC > 0 ? mostC[d]! : leastC[d]!)) / W_PER_KW;
  }
  return { least, most };
}

/**
 * Returns the box with each set-point limited to at most `withinC` from its value at a point. By default each set-point
 * is fixed at this value.
 */
export function pointBox(
  model: RewardRateModel,
  box: CoolingBox,
  { setPointsC, resetC }: Pick<CoolingPoint, 'setPointsC' | 'resetC'>,
  withinC = 0,
): CoolingBox {
  const clamp = (value: number, c: number): number =>
    Math.min(box.setPointMaxC[c]!, Math.max(box.setPointMinC[c]!, value));
  return {
    ...box,
    setPointMinC: setPointsC.map((value, c) => clamp(value - withinC, c)),
    setPointMaxC: setPointsC.map((value, c) => clamp(value + withinC, c)),
    ...(resetC === undefined ? {} : resetsWithin(model, resetC, withinC)),
  };
}

/**
 * Returns the ranges of the set-points after CRAC failures, C. Each range contains the values within `withinC` of
 * `resetC` that the CRAC allows.
 */
function resetsWithin(
  model: RewardRateModel,
  resetC: Float64Array,
  withinC: number,
): Pick<CoolingBox, 'resetMinC' | 'resetMaxC'> {
  const columns = resetColumns(model);
  const clamp = (value: number, n: number): number => Math.min(columns[n]!.upper, Math.max(columns[n]!.lower, value));
  return {
    resetMinC: resetC.map((value, n) => clamp(value - withinC, n)),
    resetMaxC: resetC.map((value, n) => clamp(value + withinC, n)),
  };
}

/**
 * Returns the box with heat ranges narrowed by the heat balance: the heats of all CRACs add up to the nodes' power,
 * which lies between idle power and what the cap allows. Null if no heats of the box satisfy this.
 */
export function tightened(model: RewardRateModel, box: CoolingBox): CoolingBox | null {
  const error = heatError(model);
  const leastSum = idlePowerW(model) / W_PER_KW - error;
  const mostSum = mostHeatKW(model) + error;
  const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  const leastKW = box.leastKW.map((least, c) => Math.max(least, leastSum - (total(box.mostKW) - box.mostKW[c]!)));
  const mostKW = box.mostKW.map((most, c) => Math.min(most, mostSum - (total(box.leastKW) - box.leastKW[c]!)));
  return leastKW.every((least, c) => least <= mostKW[c]!) ? { ...box, leastKW, mostKW } : null;
}

/**
 * Returns an upper bound on the difference between the CRACs' total heat and the nodes' power, kW. It would be 0
 * without numerical errors of the matrix and the solver.
 */
function heatError(model: RewardRateModel): number {
  const { thermal, zones, cracs } = model;
  let shareError = 0;
  for (const b of zones.keys()) {
    const sum = cracs.reduce((total, _, c) => total + thermal.cracHeatRow(c)[b]!, 0);
    shareError = Math.max(shareError, Math.abs(sum - 1));
  }
  let exchangeError = 0;
  for (const [d, crac] of cracs.entries()) {
    const sum = cracs.reduce((total, _, c) => total + thermal.cracHeatPerSetPoint(c)[d]!, 0);
    exchangeError += Math.abs(sum) * Math.max(Math.abs(crac.setPointMinC), Math.abs(crac.setPointMaxC));
  }
  return 2 * (shareError * mostHeatKW(model) + exchangeError / W_PER_KW) + margin(mostHeatKW(model));
}

function understatedKW(model: RewardRateModel, point: CoolingPoint): Float64Array {
  return point.powerKW.map(
    (kW, c) => powerToRemoveW(model.budget.cooling, point.heatKW[c]!, point.setPointsC[c]!) - kW,
  );
}

export function isTight(model: RewardRateModel, box: CoolingBox, { point, afterFailure }: Answer): boolean {
  const errors = understatedKW(model, point);
  const leastKW = TIGHT * availableKW(model);
  if (afterFailure !== null && afterFailure.kW > leastKW && widthC(box, afterFailure.crac) > MIN_WIDTH_C) return false;
  return errors.every((kW, c) => kW <= leastKW || box.mostKW[c]! - box.leastKW[c]! <= 0);
}

function widthC({ setPointMinC, setPointMaxC }: CoolingBox, crac: number): number {
  return setPointMaxC[crac]! - setPointMinC[crac]!;
}

/**
 * Returns the two halves of a box. The box is split in the heat of the CRAC whose power the LP underestimates most, or
 * in its set-point if it does so after a failure. The split is at this heat or set-point in the LP's answer.
 */
export function halves(
  model: RewardRateModel,
  box: CoolingBox,
  { point, afterFailure }: Answer,
): [CoolingBox, CoolingBox] {
  const errors = understatedKW(model, point);
  const mostKW = errors.reduce((most, value) => Math.max(most, value), -Infinity);
  if (afterFailure !== null && afterFailure.kW > mostKW && widthC(box, afterFailure.crac) > MIN_WIDTH_C)
    return halvesOfSetPoint(box, afterFailure.crac, point.setPointsC[afterFailure.crac]!);
  const crac = errors.indexOf(mostKW);
  const least = box.leastKW[crac]!;
  const most = box.mostKW[crac]!;
  const from = Math.max(0, least);
  const edge = MIN_SHARE * (most - from);
  const at = Math.min(most - edge, Math.max(from + edge, point.heatKW[crac]!));
  const below = box.mostKW.slice();
  const above = box.leastKW.slice();
  below[crac] = at;
  above[crac] = at;
  return [
    { ...box, mostKW: below },
    { ...box, leastKW: above },
  ];
}

function halvesOfSetPoint(box: CoolingBox, crac: number, setPointC: number): [CoolingBox, CoolingBox] {
  const { setPointMinC, setPointMaxC } = box;
  const edge = MIN_SHARE * widthC(box, crac);
  const at = Math.min(setPointMaxC[crac]! - edge, Math.max(setPointMinC[crac]! + edge, setPointC));
  return [
    { ...box, setPointMaxC: setPointMaxC.with(crac, at) },
    { ...box, setPointMinC: setPointMinC.with(crac, at) },
  ];
}

/**
 * Returns the LP's penalty for power above the cap, reward/s per kW. It is well above the reward of the best core per
 * kW, so an LP answer exceeds the cap only if no plan keeps it. Any penalty gives a valid bound.
 */
export function penaltyPerKW(model: RewardRateModel): number {
  let most = 0;
  for (const type of model.nodeTypes) {
    for (const task of type.tasks) {
      for (const [p, timeS] of task.timeS.entries()) {
        const kW = Math.max(1e-6, task.powerW[p]! / W_PER_KW);
        most = Math.max(most, model.rewardPerTask[task.task]! / timeS / kW);
      }
    }
  }
  return 10 * most;
}
