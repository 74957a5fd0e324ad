import { isWithinCap } from '../../../../models/facility/meter.js';
import { mustShareSetPoint } from '../../../../models/families/reward-rate/common-set-point.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { solveConfigurationLp } from './room-program/configuration-lp.js';
import { corePricingOracle } from './room-program/core-pricing.js';
import { solveSeveralCracs } from './bound/several-cracs.js';
import type { CompiledNodeType } from '../../../../models/facility/compiled.js';
import type { NodeAssignment } from '../../../../models/families/reward-rate/plan.js';
import { coreShares, type Share, timeSlicedRates } from './node-shares.js';
import type { MasterSolution } from './room-program/room-lp.js';
import { firstBrokenPowerLimit, idleNodes, independentSetPoints, measure, measureRoom } from './rounding/node-plan.js';
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
  const { assignments, lostPerS } = planOf(model, solution, scale);
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
  { used }: MasterSolution,
  common: boolean,
  known: Float64Array | undefined,
): { readonly scale: number; readonly setPointsC: number[] } {
  for (let shrink = 0; ; shrink = shrink === 0 ? 1e-10 : shrink * 4) {
    const scale = Math.max(0, 1 - shrink);
    const powersW = Float64Array.from(model.zones, (zone, b) =>
      used[b]!.reduce((sum, { configuration, units }) => sum + configuration.coreW * units * scale, zone.idleW),
    );
    const { coldestC, warmestC, brokenLimit } = measureRoom(model, powersW);
    const shared = commonSetPoint(model, setPointToApply(coldestC, warmestC));
    if (common && coldestC <= warmestC && brokenLimit === null) return { scale, setPointsC: shared };
    const own = common ? null : independentSetPoints(model, powersW, known === undefined ? [] : [known]);
    const fits = own !== null && isWithinCap(model.budget, own.totalW);
    if (fits && firstBrokenPowerLimit(model, powersW) === null) return { scale, setPointsC: own.setPointsC };
    if (scale === 0) return { scale, setPointsC: own?.setPointsC ?? shared };
  }
}

type Used = MasterSolution['used'][number];

/**
 * Converts the LP's core times into what each core of each node runs. All nodes of a zone run the same, and each LP
 * column leaves at most one core divided.
 *
 * With literal co-location (Eq. 21 as printed), columns are dropped until every task has a positive time at every
 * moment. `lostPerS` is the reward of the dropped columns, reward/s, without the effect of co-location.
 *
 * @param scale factor on all core times
 */
function planOf(
  model: RewardRateModel,
  solution: MasterSolution,
  scale: number,
): { readonly assignments: NodeAssignment[]; readonly lostPerS: number } {
  let lostPerS = 0;
  const assignments = model.zones.flatMap((zone, b): NodeAssignment[] => {
    const type = model.nodeTypes[zone.type]!;
    const share = scale / zone.nodeCount;
    const used = solution.used[b]!;
    const kept = type.colocation === 'literal' ? withTimes(model, type, used, share) : used;
    for (const one of used) if (!kept.includes(one)) lostPerS += scale * worthOf(model, one);
    const cores = coreShares(model, type, laid(type, kept, share));
    return cores.length === 0 ? [] : [{ zone: zone.name, nodes: zone.nodeCount, cores }];
  });
  return { assignments, lostPerS };
}

/** Returns what one node runs, [busy core][share of its time]. LP columns fill the cores one after another. */
function laid(type: CompiledNodeType, columns: Used, share: number): Share[][] {
  const sharesOfCore: Share[][] = Array.from({ length: type.cores }, () => []);
  let used = 0;
  for (const { configuration, units } of columns) {
    const task = configuration.counts.indexOf(1);
    if (task < 0) continue;
    let left = units * share;
    // However little time very short tasks need, they get it; what dividing among cores leaves over is round-off.
    for (let least = 0; left > least && used < type.cores; least = 1e-12) {
      const core = Math.floor(used + 1e-12);
      if (core >= type.cores) break;
      const cores = Math.min(left, core + 1 - used, 1);
      if (cores > least) sharesOfCore[core]!.push({ task, choice: configuration.choices[task]!, cores });
      used += cores;
      left -= cores;
    }
  }
  return sharesOfCore.filter((shares) => shares.length > 0);
}

/**
 * Returns the columns of a node that leave every task a positive time with literal co-location (Eq. 21 as printed). If
 * removing one column is enough, only that one is removed. Otherwise columns are removed in ascending order of reward.
 */
function withTimes(model: RewardRateModel, type: CompiledNodeType, columns: Used, share: number): Used {
  const hasTimes = (some: Used): boolean =>
    timeSlicedRates(type, laid(type, some, share), model.taskNames.length) !== null;
  if (hasTimes(columns)) return columns;
  let kept: Used = [...columns].sort((one, other) => worthOf(model, one) - worthOf(model, other));
  while (kept.length > 0) {
    const without = kept.map((_, n) => kept.filter((__, other) => other !== n));
    const enough = without.find(hasTimes);
    if (enough !== undefined) return columns.filter((one) => enough.includes(one));
    kept = without[0]!;
  }
  return kept;
}

/** Returns the reward of a column if co-location has no effect, reward/s. */
function worthOf({ rewardPerTask }: RewardRateModel, { configuration, units }: Used[number]): number {
  return configuration.ratePerS.reduce((sum, ratePerS, i) => sum + rewardPerTask[i]! * ratePerS * units, 0);
}
