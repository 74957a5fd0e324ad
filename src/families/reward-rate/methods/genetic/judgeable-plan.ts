import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { ConstantAssignment } from '../../../../../models/families/reward-rate/plan.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  coreShares,
  featuresOf,
  layOverCores,
  type Share,
  sharesOfCores,
  shareTimeS,
  timeSlicedRates,
} from '../node-shares.js';

/**
 * A node with more joint states of its cores than this is simplified. A joint state says how many cores run each task
 * type at a moment. The checker enumerates all of them and gives up at five million.
 */
const MAX_STATES = 1e5;
/**
 * Limit on the product of a node's numbers of joint states and busy cores. Ours: MAX_STATES for up to 64 cores,
 * proportionally fewer for more.
 */
const MAX_STATES_BY_CORES = 64 * MAX_STATES;

export interface JudgeablePlan {
  readonly assignments: readonly ConstantAssignment[];
  /** Reward rate of this plan with time-averaged features (Eq. 21), reward/s. */
  readonly rewardPerS: number;
  /** Number of nodes whose core time was redistributed or dropped. */
  readonly nodes: number;
}

/**
 * Returns a plan that the checker can handle. On nodes whose cores divide their time among too many task types, the
 * time is redistributed over whole cores (`layOverCores`, which never adds power). With literal co-location (Eq. 21 as
 * printed), such a node idles if some task then has no positive time.
 *
 * @param ratePerS rates of the plan with averaged features, tasks/s by task type
 */
export function judgeablePlan(
  model: RewardRateModel,
  assignments: readonly ConstantAssignment[],
  ratePerS: Float64Array,
): JudgeablePlan {
  const rates = ratePerS.slice();
  let changed = 0;
  const judgeable = assignments.flatMap((assignment): ConstantAssignment[] => {
    const { zone, nodes, cores } = assignment;
    if (isJudgeable(cores)) return [assignment];
    changed += nodes;
    const type = model.nodeTypes[model.zones.find(({ name }) => name === zone)!.type]!;
    const before = sharesOfCores(model, type, cores);
    addAveragedRates(rates, type, before, -nodes);
    const laid = layOverCores(type, before);
    if (timeSlicedRates(type, laid, rates.length) === null) return [];
    addAveragedRates(rates, type, laid.flat(), nodes);
    return [{ zone, nodes, cores: coreShares(model, type, laid) }];
  });
  return { assignments: judgeable, rewardPerS: rewardOfRates(model, rates), nodes: changed };
}

function isJudgeable(cores: readonly CoreShare[]): boolean {
  const busy = cores.reduce((sum, { count }) => sum + count, 0);
  return jointStates(cores) * Math.max(64, busy) <= MAX_STATES_BY_CORES;
}

/**
 * Returns an upper bound on the number of joint states of a node. A state says how many cores run each task type.
 *
 * The bound is the minimum of three. First: the product, over groups of equal cores, of the number of multisets of
 * their task types. Second: the product, over task types, of the number of cores that can run the type plus 1. Third:
 * the number of multisets of task types over all divided cores.
 */
export function jointStates(cores: readonly CoreShare[]): number {
  let ofCores = 1;
  let divided = 0;
  const running = new Map<string, number>();
  for (const { count, slices } of cores) {
    const types = new Set(slices.map(({ taskType }) => taskType));
    const idle = slices.reduce((sum, { fraction }) => sum + fraction, 0) < 1;
    const options = types.size + (idle ? 1 : 0);
    if (options <= 1) continue;
    ofCores *= multisets(options, count);
    divided += count;
    for (const type of types) running.set(type, (running.get(type) ?? 0) + count);
  }
  const ofTypes = [...running.values()].reduce((product, count) => product * (count + 1), 1);
  return Math.min(ofCores, ofTypes, multisets(running.size + 1, divided));
}

/** Returns the number of multisets of size `chosen` from `kinds` kinds of elements. */
function multisets(kinds: number, chosen: number): number {
  let ways = 1;
  for (let i = 1; i <= chosen; i++) ways = (ways * (kinds - 1 + i)) / i;
  return ways;
}

/** Adds the rates of `nodes` nodes that run `shares`, with time-averaged features (Eq. 21, Table 3.1). */
function addAveragedRates(
  ratePerS: Float64Array,
  type: CompiledNodeType,
  shares: readonly Share[],
  nodes: number,
): void {
  const features = featuresOf(type, shares);
  for (const share of shares) {
    const timeS = shareTimeS(type, share, features);
    if (timeS > 0) ratePerS[type.tasks[share.task]!.task]! += (nodes * share.cores) / timeS;
  }
}
