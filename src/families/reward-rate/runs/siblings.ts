import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { type MethodOutcome, overallBound, SHARES_PAY } from '../methods/outcome.js';
import { type Method, methodNamed } from '../methods/registry.js';
import type { SharingRule } from './sharing-rules.js';
import { relativeGap } from '../../../runs/relative-gap.js';

/** Share of the bound up to which a cheaper method has nothing to add that a planner could act on. */
const WORTH_TRYING_GAP = 1e-3;
/** Largest relative difference of plans that are equally good; the method's own is then kept. */
const SAME = 1e-9;

/** Outcome with the checker's rating of its plan. */
export interface Rated {
  readonly outcome: MethodOutcome;
  /** Reward rate by the checker; null when the plan may not be applied, or could not be judged. */
  readonly rewardPerS: number | null;
}

export interface SiblingCall {
  readonly solve: (sibling: Method) => Promise<MethodOutcome>;
  /** Function that returns the checker's reward rate of a feasible plan, or null. */
  readonly rate: (outcome: MethodOutcome) => number | null;
  /** Rule on plans whose nodes share time. */
  readonly sharing: SharingRule;
  readonly wasStopped: boolean;
  /** Test, true once no further sibling is to be asked. */
  readonly isHurried: () => boolean;
}

/**
 * The best of a method's outcome and those of its siblings, which are asked only when the run was cut short or leaves a gap
 * worth closing. One that was stopped before it had a plan adds nothing. Everything but the plan, its claim and its origin stays the method's.
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

/** Names of a method's siblings whose plans are allowed by the rule on sharing. */
export function siblingsFor({ siblings = [] }: Method, sharing: SharingRule): string[] {
  return siblings.filter((name) => sharing !== 'never' || methodNamed(name)?.sharesTime !== true);
}

function withWhole(best: Rated, whole: Rated): MethodOutcome {
  return isTimeShared(best) ? { ...best.outcome, ...withoutSharing(whole) } : best.outcome;
}

/** Test for a plan that earns so much more than another that changing nodes is worth it. */
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

/**
 * Returns true if a bound leaves more above a plan's reward than a planner could act on; true where one of them is
 * unknown.
 */
export function leavesGapTo(bound: number | null, rewardPerS: number | null): boolean {
  if (rewardPerS === null || bound === null) return true;
  return (relativeGap(bound, rewardPerS) ?? Infinity) > WORTH_TRYING_GAP;
}
