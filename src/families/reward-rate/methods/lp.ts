import { mustShareSetPoint } from '../../../../models/families/reward-rate/common-set-point.js';
import { failedRoomsOf, inFailedRoom } from '../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { solveConfigurationLp } from './room-program/configuration-lp.js';
import { corePricingOracle } from './room-program/core-pricing.js';
import { sharesOf } from './lp-shares.js';
import { solveSeveralCracs } from './bound/several-cracs.js';
import type { MasterSolution } from './room-program/room-lp.js';
import {
  commonWindow,
  firstBrokenPowerLimit,
  idleNodes,
  independentSetPointsAt,
  measure,
} from './rounding/node-plan.js';
import type { MethodRequest, MethodOutcome } from './outcome.js';
import { commonSetPoint, setPointToApply } from './outcome.js';

/**
 * Runs method `lp`, the linear program without co-location (NERR, Eq. 23). Its columns are the set-point and the core
 * fractions DF(i,k) of task type i in P-state k. Its objective is too high, because it neglects co-location: the
 * checker computes a lower reward for its plan.
 */
export async function lp({ model, engine, control }: MethodRequest): Promise<MethodOutcome> {
  const oracles = model.nodeTypes.map((_, type) => corePricingOracle(model, type));
  // A common set-point, unless no plan has one.
  const shared = model.setPointMinC <= model.setPointMaxC;
  const common =
    model.cracs.length === 1 || mustShareSetPoint(model) || (shared && measure(model, idleNodes(model)).feasible);
  const result = await (common ? solveConfigurationLp : solveSeveralCracs)({
    model,
    oracles,
    engine,
    control,
    incumbent: null,
  });
  const nothing = { plan: null, claimedRewardPerS: null, certificate: null };
  if (result === null) return { ...nothing, stoppedEarly: true, warnings: [], work: {} };
  if ('failure' in result) {
    const warning = `The LP engine did not finish (${result.failure}): there is no plan.`;
    return { ...nothing, failure: result.failure, stoppedEarly: false, warnings: [warning], work: {} };
  }
  const { solution, work, stoppedEarly } = result;
  if (stoppedEarly) {
    return { ...nothing, stoppedEarly: true, warnings: [], work: { ...work } };
  }
  const { scale, setPointsC } = feasibleScale(model, solution, common, result.at?.setPointsC);
  const { assignments, lostPerS } = sharesOf(model, solution, scale);
  return {
    plan: { setPointsC, assignments },
    claimedRewardPerS: solution.objective * scale - lostPerS,
    certificate: null,
    stoppedEarly: false,
    warnings: lostPerS > 0 ? [LEFT_OUT] : [],
    work: { ...work },
  };
}

/** Warning shown if part of the LP's work is left out of the plan, because co-location leaves it no positive time. */
const LEFT_OUT =
  'lp knows nothing of co-location, and the literal form gives some of what it planned no positive time in company: that was left out of the plan.';

/**
 * Returns the largest factor, at most 1, by which all core fractions can be multiplied so that the exact limits hold at
 * suitable set-points. The LP keeps limits only within a tolerance.
 */
function feasibleScale(
  model: RewardRateModel,
  solution: MasterSolution,
  common: boolean,
  known: Float64Array | undefined,
): { readonly scale: number; readonly setPointsC: number[] } {
  for (let shrink = 0; ; shrink = shrink === 0 ? 1e-10 : shrink * 4) {
    const scale = Math.max(0, 1 - shrink);
    const powersW = zonePowers(model, solution, scale);
    const { coldestC, warmestC } = windowAt(model, powersW);
    const shared = commonSetPoint(model, setPointToApply(coldestC, warmestC));
    if (common && coldestC <= warmestC && limitsHold(model, powersW)) return { scale, setPointsC: shared };
    const own = common ? null : independentSetPointsAt(model, powersW, known === undefined ? [] : [known]);
    const fits = own !== null && own.totalW <= model.budget.powerCapW;
    if (fits && firstBrokenPowerLimit(model, powersW) === null) return { scale, setPointsC: own.setPointsC };
    if (scale === 0) return { scale, setPointsC: own?.setPointsC ?? shared };
  }
}

function zonePowers(model: RewardRateModel, solution: MasterSolution, scale: number): Float64Array {
  return Float64Array.from(model.zones, (zone, b) =>
    solution.used[b]!.reduce((sum, { configuration, units }) => sum + configuration.coreW * units * scale, zone.idleW),
  );
}

function windowAt(
  model: RewardRateModel,
  powers: Float64Array,
): { readonly coldestC: number; readonly warmestC: number } {
  const riseC = model.thermal.inletRiseC(powers);
  return commonWindow(
    model,
    powers,
    riseC.reduce((most, rise) => Math.max(most, rise), 0),
  );
}

function limitsHold(model: RewardRateModel, powers: Float64Array): boolean {
  const heatW = (crac: number): number =>
    model.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * powers[b]!, 0);
  return (
    model.powerLimits.every(
      (limit) => [...new Set(limit.zones)].reduce((sum, b) => sum + powers[b]!, 0) <= limit.limitW,
    ) &&
    model.coolingLimits.every((limit) => heatW(limit.crac) <= limit.capacityW) &&
    failedRoomsOf(model).every((room) => limitsHold(inFailedRoom(model, room), powers))
  );
}
