import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { goesWith } from '../combinations.js';
import { type MethodOutcome, overallBound, SHARES_PAY } from '../methods/outcome.js';
import { type Method, methodNamed } from '../methods/registry.js';
import type { SharingRule } from './sharing-rules.js';
import { relativeGap } from '../../../runs/relative-gap.js';

/** Least relative gap with which cheaper methods are tried. Below it a planner does not notice what they add. */
const WORTH_TRYING_GAP = 1e-3;
/** Two plans are equally good if their rewards differ by at most this fraction; the method's own is then kept. */
const SAME = 1e-9;

export interface Rated {
  readonly outcome: MethodOutcome;
  /** Reward rate computed by the checker, reward/s; null if the plan violates limits or could not be evaluated. */
  readonly rewardPerS: number | null;
}

export interface SiblingCall {
  readonly solve: (sibling: Method) => Promise<MethodOutcome>;
  /**
   * Returns the reward rate of an outcome's plan as computed by the checker, reward/s; null if the plan is not
   * feasible.
   */
  readonly rate: (outcome: MethodOutcome) => number | null;
  /** Whether nodes or cores of plans may divide their time. */
  readonly sharing: SharingRule;
  readonly wasStopped: boolean;
  /** Returns true once no further cheaper method may be run. */
  readonly isHurried: () => boolean;
}

/**
 * Returns a method's own outcome, with the plan, claimed reward and name of a cheaper method if its plan is better.
 * Cheaper methods are run only if the run was cut short or leaves a relevant gap. Those stopped before they had a plan
 * are ignored.
 */
export async function bestOfSiblings(
  method: Method,
  own: Rated,
  { solve, rate, sharing, wasStopped, isHurried }: SiblingCall,
): Promise<MethodOutcome> {
  const { shared, planFrom, ...unshared } = own.outcome;
  let whole: Rated = { ...own, outcome: { ...unshared, ...(planFrom === undefined ? {} : { planFrom }) } };
  let best = whole;
  if (shared !== undefined) {
    const outcome = { ...unshared, ...shared };
    const rated = { outcome, rewardPerS: rate(outcome) };
    if (isBetter(rated, best) && (sharing === 'always' || !isTimeShared(rated) || pays(rated, best))) best = rated;
    if (!isTimeShared(rated) && isBetter(rated, whole)) whole = rated;
  }
  const names = siblingsFor(method, sharing).filter((name) => own.outcome.atLeast?.includes(name) !== true);
  if (names.length === 0 || !(wasStopped || leavesGap(best))) return withWhole(best, whole);
  for (const name of names) {
    if (isHurried()) break;
    const outcome = await solve(methodNamed(name)!);
    const rewardPerS = outcome.plan === null ? null : rate(outcome);
    if (rewardPerS === null) continue;
    const { plan, claimedRewardPerS } = outcome;
    const rated: Rated = { outcome: { ...unshared, plan, claimedRewardPerS, planFrom: name }, rewardPerS };
    if (isBetter(rated, best)) best = rated;
    if (!isTimeShared(rated) && isBetter(rated, whole)) whole = rated;
  }
  return withWhole(best, whole);
}

/** Returns the names of the cheaper methods that may be tried after `method` under the rule for dividing time. */
export function siblingsFor({ siblings = [] }: Method, sharing: SharingRule): string[] {
  return siblings.filter((name) => sharing !== 'never' || goesWith({ name }, 'whole'));
}

function withWhole(best: Rated, whole: Rated): MethodOutcome {
  return isTimeShared(best) ? { ...best.outcome, ...withoutSharing(whole) } : best.outcome;
}

/**
 * Returns true if plan `one`, whose nodes change their configuration over time, earns enough more than plan `other` to
 * replace it.
 */
function pays(one: Rated, other: Rated): boolean {
  return (one.rewardPerS ?? 0) > (other.rewardPerS ?? 0) * (1 + SHARES_PAY);
}

function isBetter(one: Rated, other: Rated): boolean {
  return one.rewardPerS !== null && (other.rewardPerS === null || one.rewardPerS > other.rewardPerS * (1 + SAME));
}

function isTimeShared({ outcome }: Rated): boolean {
  return (outcome.plan?.assignments ?? []).some(sharesTime);
}

function withoutSharing({ outcome: { plan }, rewardPerS }: Rated): Pick<MethodOutcome, 'withoutSharing'> {
  return plan === null || rewardPerS === null ? {} : { withoutSharing: { rewardPerS, setPointsC: plan.setPointsC } };
}

function leavesGap({ outcome, rewardPerS }: Rated): boolean {
  return leavesGapTo(overallBound(outcome.certificate, outcome), rewardPerS);
}

/** Returns true if the gap between bound and reward matters to a planner, or if one of them is unknown. */
export function leavesGapTo(bound: number | null, rewardPerS: number | null): boolean {
  if (rewardPerS === null || bound === null) return true;
  return (relativeGap(bound, rewardPerS) ?? Infinity) > WORTH_TRYING_GAP;
}
