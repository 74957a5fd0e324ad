import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import {
  availableKW,
  type CoolingBox,
  type CoolingPoint,
  mostHeatKW,
  powerAt,
  resetColumns,
} from '../master/cooling-columns.js';
import { idlePowerW } from '../master/coupling.js';

/** Share of the cap by which a box's answer must understate the CRACs' power for a split to be worthwhile. */
const TIGHT = 1e-7;
/** Least share of the range in each half of a split. */
const MIN_SHARE = 0.15;

/**
 * Returns the box that contains every plan: heat of each CRAC within the cap, the capacities and the ranges of powers
 * and set-points.
 */
export function rootBox(problem: RewardRateProblem): CoolingBox {
  const setPointMinC = Float64Array.from(problem.cracs, (crac) => crac.setPointMinC);
  const setPointMaxC = Float64Array.from(problem.cracs, (crac) => crac.setPointMaxC);
  const idleKW = idlePowerW(problem) / 1000;
  const coolingKW = Math.max(0, availableKW(problem) - idleKW / problem.budget.upsEfficiency);
  const leastKW = new Float64Array(problem.cracs.length);
  const mostKW = new Float64Array(problem.cracs.length);
  for (const [c, crac] of problem.cracs.entries()) {
    const share = problem.thermal.cracHeatRow(c);
    const idleHeatKW = share.reduce((sum, value, b) => sum + value * problem.zones[b]!.idleW, 0) / 1000;
    // The nodes' power is at most what the cap leaves; each watt reaches the CRAC with at most the greatest share.
    const greatest = share.reduce((most, value) => Math.max(most, value), 0);
    const mostNodesKW = idleHeatKW + greatest * Math.max(0, mostHeatKW(problem) - idleKW);
    const exchanged = exchangedKW(problem, c, setPointMinC, setPointMaxC);
    const affordedKW = coolingKW * coefficientOfPerformance(problem.budget.cooling, crac.setPointMaxC);
    leastKW[c] = idleHeatKW + exchanged.least - margin(idleHeatKW);
    const most = Math.min(mostNodesKW + exchanged.most, Math.max(0, affordedKW));
    mostKW[c] = Math.max(leastKW[c], most + margin(most));
  }
  return { setPointMinC, setPointMaxC, leastKW, mostKW };
}

function margin(kW: number): number {
  return 1e-9 * Math.max(1e-3, Math.abs(kW));
}

/** Returns the range of (K T)_c over set-points in the box, kW. */
function exchangedKW(
  problem: RewardRateProblem,
  crac: number,
  leastC: Float64Array,
  mostC: Float64Array,
): { readonly least: number; readonly most: number } {
  let least = 0;
  let most = 0;
  for (const [d, perC] of problem.thermal.cracHeatPerSetPoint(crac).entries()) {
    least += (perC * (perC > 0 ? leastC[d]! : mostC[d]!)) / 1000;
    most += (perC * (perC > 0 ? mostC[d]! : leastC[d]!)) / 1000;
  }
  return { least, most };
}

/**
 * Returns a box around a point: its set-points, and those for failures, are fixed, or within a distance and in the box;
 * heats as in the box.
 */
export function pointBox(
  problem: RewardRateProblem,
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
    ...(resetC === undefined ? {} : resetsWithin(problem, resetC, withinC)),
  };
}

/** Returns the ranges of the set-points for failures within a distance of those given. */
function resetsWithin(
  problem: RewardRateProblem,
  resetC: Float64Array,
  withinC: number,
): Pick<CoolingBox, 'resetMinC' | 'resetMaxC'> {
  const columns = resetColumns(problem);
  const clamp = (value: number, n: number): number => Math.min(columns[n]!.upper, Math.max(columns[n]!.lower, value));
  return {
    resetMinC: resetC.map((value, n) => clamp(value - withinC, n)),
    resetMaxC: resetC.map((value, n) => clamp(value + withinC, n)),
  };
}

/**
 * Returns the box reduced by the fact that the CRACs together remove the nodes' power, which is between idle and the
 * most that the cap allows; null if it contains no such heats.
 */
export function tightened(problem: RewardRateProblem, box: CoolingBox): CoolingBox | null {
  const error = heatError(problem);
  const leastSum = idlePowerW(problem) / 1000 - error;
  const mostSum = mostHeatKW(problem) + error;
  const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  const leastKW = box.leastKW.map((least, c) => Math.max(least, leastSum - (total(box.mostKW) - box.mostKW[c]!)));
  const mostKW = box.mostKW.map((most, c) => Math.min(most, mostSum - (total(box.leastKW) - box.leastKW[c]!)));
  return leastKW.every((least, c) => least <= mostKW[c]!) ? { ...box, leastKW, mostKW } : null;
}

/**
 * Returns the largest difference between the heats' sum and the nodes' power, kW, due to inaccuracy of the matrix and
 * the solver.
 */
function heatError(problem: RewardRateProblem): number {
  const { thermal, zones, cracs } = problem;
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
  return 2 * (shareError * mostHeatKW(problem) + exchangeError / 1000) + margin(mostHeatKW(problem));
}

function understatedKW(problem: RewardRateProblem, point: CoolingPoint): Float64Array {
  return point.powerKW.map((kW, c) => powerAt(problem, point.heatKW[c]!, point.setPointsC[c]!) - kW);
}

export function isTight(problem: RewardRateProblem, box: CoolingBox, point: CoolingPoint): boolean {
  const errors = understatedKW(problem, point);
  return errors.every((kW, c) => kW <= TIGHT * availableKW(problem) || box.mostKW[c]! - box.leastKW[c]! <= 0);
}

/** Returns the halves of a box: the heat range of the CRAC whose power is understated most is split at its heat. */
export function halves(problem: RewardRateProblem, box: CoolingBox, point: CoolingPoint): [CoolingBox, CoolingBox] {
  const errors = understatedKW(problem, point);
  const crac = errors.indexOf(errors.reduce((most, value) => Math.max(most, value), -Infinity));
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

/**
 * Returns the reward lost per kW of excess: well above what a kW can earn (the best core's reward per kW), so that
 * answers use none if a plan exists. Too small a value would make a bound weaker, never wrong.
 */
export function penaltyPerKW(problem: RewardRateProblem): number {
  let most = 0;
  for (const type of problem.nodeTypes) {
    for (const task of type.tasks) {
      for (const [p, timeS] of task.timeS.entries()) {
        const kW = Math.max(1e-6, task.powerW[p]! / 1000);
        most = Math.max(most, problem.rewardPerTask[task.task]! / timeS / kW);
      }
    }
  }
  return 10 * most;
}
