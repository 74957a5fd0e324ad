import type { CoreShare, NodeAssignment, TimeSlice } from '../../../models/problems/reward-rate/plan.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { solveConfigurationLp } from './configuration-lp.js';
import { corePricingOracle } from './core-pricing.js';
import { setPointWindow } from './coupling.js';
import { solveSeveralCracs } from './several-cracs.js';
import type { MasterSolution } from './master.js';
import { firstBrokenPowerLimit, idleNodes, independentSetPointsAt, measure } from './node-plan.js';
import type { MethodInput, MethodOutcome } from './outcome.js';
import { commonSetPoint, setPointToApply } from './outcome.js';

/**
 * `lp`: the linear program without co-location (NERR, Eq. 23), core fractions DF(i,k), set-point as a column. Its claim is
 * naive: the checker's co-located value of its plan is lower.
 */
export async function lp({ problem, engine, control }: MethodInput): Promise<MethodOutcome> {
  const oracles = problem.nodeTypes.map((_, type) => corePricingOracle(problem, type));
  // A common set-point, unless no plan has one.
  const shared = problem.setPointMinC <= problem.setPointMaxC;
  const common = problem.cracs.length === 1 || (shared && measure(problem, idleNodes(problem)).feasible);
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
  return {
    plan: {
      setPointsC,
      assignments: shares(problem, solution, scale),
    },
    claimedRewardPerS: solution.objective * scale,
    certificate: null,
    stoppedEarly: false,
    warnings: [],
    work: { ...work },
  };
}

/** The LP keeps its rows to a tolerance; the smallest shrinking of all fractions that keeps them exactly. */
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
    const fits = own !== null && own.totalW <= problem.budget.capW;
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
  return setPointWindow(
    problem,
    powers.reduce((sum, powerW) => sum + powerW, 0),
    riseC.reduce((most, rise) => Math.max(most, rise), 0),
  );
}

function limitsHold(problem: RewardRateProblem, powers: Float64Array): boolean {
  const heatW = (crac: number): number =>
    problem.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * powers[b]!, 0);
  return (
    problem.powerLimits.every(
      (limit) => [...new Set(limit.zones)].reduce((sum, b) => sum + powers[b]!, 0) <= limit.limitW,
    ) && problem.coolingLimits.every((limit) => heatW(limit.crac) <= limit.capacityW)
  );
}

/** Each zone's core-time laid over the cores of a node one after the other, so that at most one core per column is divided. */
function shares(problem: RewardRateProblem, solution: MasterSolution, scale: number): NodeAssignment[] {
  return problem.zones.flatMap((zone, b) => {
    const type = problem.nodeTypes[zone.type]!;
    const slicesOfCore: TimeSlice[][] = Array.from({ length: type.cores }, () => []);
    let used = 0;
    for (const { configuration, units } of solution.used[b]!) {
      const k = configuration.counts.indexOf(1);
      if (k < 0) continue;
      const task = type.tasks[k]!;
      let left = (units * scale) / zone.nodeCount;
      // However little time very short tasks need, they get it; what dividing among cores leaves over is round-off.
      for (let least = 0; left > least && used < type.cores; least = 1e-12) {
        const core = Math.floor(used + 1e-12);
        if (core >= type.cores) break;
        const fraction = Math.min(left, core + 1 - used, 1);
        if (fraction > least) {
          const taskType = problem.taskNames[task.task]!;
          slicesOfCore[core]!.push({ taskType, pState: task.pStates[configuration.choices[k]!]!, fraction });
        }
        used += fraction;
        left -= fraction;
      }
    }
    const cores: { count: number; slices: TimeSlice[] }[] = [];
    for (const slices of slicesOfCore) {
      if (slices.length === 0) continue;
      const last = cores.at(-1);
      if (last !== undefined && sameSlices(last, slices)) last.count++;
      else cores.push({ count: 1, slices });
    }
    return cores.length === 0 ? [] : [{ zone: zone.name, nodes: zone.nodeCount, cores }];
  });
}

function sameSlices(share: CoreShare, slices: readonly TimeSlice[]): boolean {
  return (
    share.slices.length === slices.length &&
    share.slices.every((slice, n) => {
      const other = slices[n]!;
      return slice.taskType === other.taskType && slice.pState === other.pState && slice.fraction === other.fraction;
    })
  );
}
