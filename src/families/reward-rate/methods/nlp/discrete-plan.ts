import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { clampedSetPoints, zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { coreShares, layOverCores, type Share, timeSlicedRates } from '../node-shares.js';
import { setPointToApply } from '../outcome.js';
import { keepsLimitsAt } from '../best-set-points.js';
import { lastThatHolds } from '../last-that-holds.js';
import { firstBrokenPowerLimit, measureRoom } from '../rounding/node-plan.js';
import type { NodeClass, Relaxation } from './relaxation.js';

/**
 * Plan with discrete P-states: for each class of equal nodes its shares (cores by task type and P-state), and the
 * set-points of the working CRACs, C.
 */
export interface DiscretePlan {
  readonly classes: readonly (NodeClass & { readonly shares: readonly Share[] })[];
  readonly setPointsC: readonly number[];
}

/** A share (cores on one task type and P-state) with more cores than this is always kept. */
const NEGLIGIBLE_CORES = 1e-6;
/**
 * A share that earns more than this fraction of what a class of nodes can earn is always kept. Very short tasks may
 * earn much even on few cores.
 */
const NEGLIGIBLE_WORTH = 1e-6;

/**
 * Returns true if a share (cores on one task type and P-state) is left out of a plan, because it has few cores and
 * earns little.
 *
 * @param rewardUnit reward/s with which the share's reward is compared (RelaxationUnits.reward)
 */
export function isNegligible(model: RewardRateModel, of: NodeClass, share: Share, rewardUnit: number): boolean {
  if (share.cores > NEGLIGIBLE_CORES) return false;
  const { task, timeS } = of.type.tasks[share.task]!;
  const worthPerS = (model.rewardPerTask[task]! * of.nodes * share.cores) / timeS[share.choice]!;
  return !(worthPerS > NEGLIGIBLE_WORTH * rewardUnit);
}

/**
 * Rule for rounding continuous P-states to discrete ones.
 *
 * 'carried': shares (cores on one task type and P-state) are rounded in zone order. A share gets the faster neighbour
 * if earlier shares have saved enough power, otherwise the slower one. So hardly any part of the facility draws more
 * than in the relaxation. 'faster': always the faster neighbour, for models whose power limits do not bind.
 */
type RoundingRule = 'carried' | 'faster';

/**
 * Returns the relaxation's answer x with every continuous P-state rounded to one of its two discrete neighbours (step 2
 * of method `nlp`), without negligible shares.
 */
export function roundPStates(
  compiled: RewardRateModel,
  program: Relaxation,
  x: Float64Array,
  rule: RoundingRule,
): DiscretePlan {
  const jet = new Float64Array(3);
  let leftW = 0;
  const classes = program.blocks.map(({ zone, type, nodes, model: { tasks, phiAt }, first }) => {
    const of = { zone, type, nodes };
    const shares = tasks.flatMap((task, k): Share[] => {
      const cores = x[first + k]!;
      const phi = phiAt[k]! < 0 ? 0 : x[first + phiAt[k]!]!;
      const { powerW } = type.tasks[task.local]!;
      const [slower, faster] = besidePhi(task.phiOfChoice, phi);
      if (isNegligible(compiled, of, { task: task.local, choice: faster, cores }, program.unit.reward)) return [];
      task.powerW(phi, jet);
      const extra = (choice: number): number => cores * nodes * (powerW[choice]! - jet[0]!);
      const choice = rule === 'faster' || extra(faster) <= leftW + 1e-9 ? faster : slower;
      leftW -= extra(choice);
      return [{ task: task.local, choice, cores }];
    });
    return { ...of, shares };
  });
  return { classes, setPointsC: [...x.subarray(0, program.cracs)] };
}

/**
 * A continuous P-state counts as equal to a discrete one if their relative frequencies phi (0 to 1) differ by at most
 * this. An exact test would fail, because interior points never quite reach their bounds.
 */
const AT_P_STATE = 1e-3;

/**
 * Returns the indices of the next slower and the next faster P-state at relative frequency phi. Both are the same if
 * phi is the frequency of a P-state.
 */
function besidePhi(phiOfChoice: Float64Array, phi: number): readonly [slower: number, faster: number] {
  const bySpeed = [...phiOfChoice.keys()].sort((p, q) => phiOfChoice[p]! - phiOfChoice[q]!);
  const there = bySpeed.find((p) => Math.abs(phiOfChoice[p]! - phi) <= AT_P_STATE);
  if (there !== undefined) return [there, there];
  const above = bySpeed.findIndex((p) => phiOfChoice[p]! > phi);
  if (above < 0) return [bySpeed.at(-1)!, bySpeed.at(-1)!];
  return [bySpeed[Math.max(0, above - 1)]!, bySpeed[above]!];
}

/** Returns the power of each zone at the wall, idle power included, W. */
export function zonePowersW(model: RewardRateModel, { classes }: DiscretePlan): Float64Array {
  const powerW = Float64Array.from(model.zones, (zone) => zone.idleW);
  for (const one of classes) {
    for (const { task, choice, cores } of one.shares) {
      powerW[one.zone]! += one.nodes * cores * one.type.tasks[task]!.powerW[choice]!;
    }
  }
  return powerW;
}

export function assignmentsOfPlan(model: RewardRateModel, { classes }: DiscretePlan): NodeAssignment[] {
  return classes.flatMap(({ zone, type, nodes, shares }): NodeAssignment[] => {
    const cores = coreShares(model, type, layOverCores(type, shares));
    return cores.length === 0 ? [] : [{ zone: model.zones[zone]!.name, nodes, cores }];
  });
}

/** Plan that keeps all limits, with the checker's reward. Cores may divide their time over task types. */
export interface JudgedPlan {
  readonly plan: DiscretePlan;
  readonly rewardPerS: number;
}

/** Number of bisection steps in the search for the factor on all shares: 2^-34 is far below WHISKER. */
const HALVINGS = 34;
/** Fraction by which the factor on all shares is reduced as a margin for rounding error. */
const WHISKER = 1e-9;

/**
 * Returns the plan, with all shares (cores by task type and P-state) multiplied by the largest factor, at most 1, that
 * keeps every limit. Bisection finds it: power grows with the factor everywhere, so smaller factors keep the limits,
 * too. It exists, because models in which idling violates limits are refused. Null if the rates cannot be computed with
 * literal co-location, Eq. 21 as printed (see timeSlicedRates).
 */
export function judged(model: RewardRateModel, plan: DiscretePlan): JudgedPlan | null {
  const scaled = (factor: number): DiscretePlan => {
    const cut = (share: Share): Share => ({ ...share, cores: share.cores * factor });
    return { ...plan, classes: plan.classes.map((of) => ({ ...of, shares: of.shares.map(cut) })) };
  };
  const isKept = (factor: number): boolean => feasibleSetPoints(model, scaled(factor)) !== null;
  const smaller = isKept(1)
    ? plan
    : scaled(Math.max(0, lastThatHolds(isKept, { good: 0, bad: 1 }, HALVINGS) - WHISKER));
  const setPointsC = feasibleSetPoints(model, smaller);
  const ratePerS = setPointsC === null ? null : planRates(model, smaller);
  if (setPointsC === null || ratePerS === null) return null;
  return { plan: { ...smaller, setPointsC }, rewardPerS: rewardOfRates(model, ratePerS) };
}

/**
 * Returns a set-point for each working CRAC at which the plan keeps all limits, C. The plan's own set-points are tried
 * first, then a common set-point. Null if neither keeps the limits.
 */
function feasibleSetPoints(model: RewardRateModel, plan: DiscretePlan): readonly number[] | null {
  const powerW = zonePowersW(model, plan);
  const keepsOwn = (): boolean =>
    firstBrokenPowerLimit(model, powerW) === null && keepsLimitsAt(model, zoneState(model, powerW), plan.setPointsC);
  if (model.cracs.length > 1 && keepsOwn()) return plan.setPointsC;
  const { coldestC, warmestC, brokenLimit } = measureRoom(model, powerW);
  if (brokenLimit !== null || !(coldestC <= warmestC)) return null;
  return clampedSetPoints(model, setPointToApply(coldestC, warmestC));
}

/** Returns the completion rate of each task type, tasks/s; null if it cannot be computed. */
function planRates(model: RewardRateModel, { classes }: DiscretePlan): Float64Array | null {
  const total = new Float64Array(model.taskNames.length);
  for (const { type, nodes, shares } of classes) {
    const rates = timeSlicedRates(type, layOverCores(type, shares), total.length);
    if (rates === null) return null;
    for (let i = 0; i < total.length; i++) total[i]! += nodes * rates[i]!;
  }
  return total;
}
