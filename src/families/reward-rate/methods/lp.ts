import { mustShareSetPoint } from '../../../../models/problems/reward-rate/common-set-point.js';
import { failedRoomsOf, inFailedRoom } from '../../../../models/problems/reward-rate/in-failed-room.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { solveConfigurationLp } from './master/configuration-lp.js';
import { corePricingOracle } from './master/core-pricing.js';
import { sharesOf } from './lp-shares.js';
import { solveSeveralCracs } from './bound/several-cracs.js';
import type { MasterSolution } from './master/master.js';
import {
  commonWindow,
  firstBrokenPowerLimit,
  idleNodes,
  independentSetPointsAt,
  measure,
} from './rounding/node-plan.js';
import type { MethodInput, MethodOutcome } from './outcome.js';
import { commonSetPoint, setPointToApply } from './outcome.js';

/**
 * `lp`: the linear program without co-location (NERR, Eq. 23), core fractions DF(i,k), set-point as a column. Its
 * claimed reward neglects co-location: the checker's value of its plan is lower.
 */
export async function lp({ problem, engine, control }: MethodInput): Promise<MethodOutcome> {
  const oracles = problem.nodeTypes.map((_, type) => corePricingOracle(problem, type));
  // A common set-point, unless no plan has one.
  const shared = problem.setPointMinC <= problem.setPointMaxC;
  const common =
    problem.cracs.length === 1 ||
    mustShareSetPoint(problem) ||
    (shared && measure(problem, idleNodes(problem)).feasible);
  const result = await (common ? solveConfigurationLp : solveSeveralCracs)({
    problem,
    oracles,
    unitsPerNode: problem.nodeTypes.map((type) => type.cores),
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
  const { scale, setPointsC } = feasibleScale(problem, solution, common, result.at?.setPointsC);
  const { assignments, lostPerS } = sharesOf(problem, solution, scale);
  return {
    plan: { setPointsC, assignments },
    claimedRewardPerS: solution.objective * scale - lostPerS,
    certificate: null,
    stoppedEarly: false,
    warnings: lostPerS > 0 ? [LEFT_OUT] : [],
    work: { ...work },
  };
}

/** Warning if some planned work is left out of the plan. */
const LEFT_OUT =
  'lp knows nothing of co-location, and the literal form gives some of what it planned no positive time in company: that was left out of the plan.';

/**
 * Returns the smallest reduction of all fractions that keeps the rows exactly; the LP keeps them only to a tolerance.
 */
function feasibleScale(
  problem: RewardRateProblem,
  solution: MasterSolution,
  common: boolean,
  known: Float64Array | undefined,
): { readonly scale: number; readonly setPointsC: number[] } {
  for (let shrink = 0; ; shrink = shrink === 0 ? 1e-10 : shrink * 4) {
    const scale = Math.max(0, 1 - shrink);
    const powersW = zonePowers(problem, solution, scale);
    const { coldestC, warmestC } = windowAt(problem, powersW);
    const shared = commonSetPoint(problem, setPointToApply(coldestC, warmestC));
    if (common && coldestC <= warmestC && limitsHold(problem, powersW)) return { scale, setPointsC: shared };
    const own = common ? null : independentSetPointsAt(problem, powersW, known === undefined ? [] : [known]);
    const fits = own !== null && own.totalW <= problem.budget.powerCapW;
    if (fits && firstBrokenPowerLimit(problem, powersW) === null) return { scale, setPointsC: own.setPointsC };
    if (scale === 0) return { scale, setPointsC: own?.setPointsC ?? shared };
  }
}

function zonePowers(problem: RewardRateProblem, solution: MasterSolution, scale: number): Float64Array {
  return Float64Array.from(problem.zones, (zone, b) =>
    solution.used[b]!.reduce((sum, { configuration, units }) => sum + configuration.coreW * units * scale, zone.idleW),
  );
}

function windowAt(
  problem: RewardRateProblem,
  powers: Float64Array,
): { readonly coldestC: number; readonly warmestC: number } {
  const riseC = problem.thermal.inletRiseC(powers);
  return commonWindow(
    problem,
    powers,
    riseC.reduce((most, rise) => Math.max(most, rise), 0),
  );
}

function limitsHold(problem: RewardRateProblem, powers: Float64Array): boolean {
  const heatW = (crac: number): number =>
    problem.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * powers[b]!, 0);
  return (
    problem.powerLimits.every(
      (limit) => [...new Set(limit.zones)].reduce((sum, b) => sum + powers[b]!, 0) <= limit.limitW,
    ) &&
    problem.coolingLimits.every((limit) => heatW(limit.crac) <= limit.capacityW) &&
    failedRoomsOf(problem).every((room) => limitsHold(inFailedRoom(problem, room), powers))
  );
}
