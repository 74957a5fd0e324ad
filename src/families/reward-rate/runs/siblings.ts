import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import type { RunControl } from '../../../methods/control.js';
import { type Driver, runDriver } from '../../../runs/control.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { goesWith } from '../combinations.js';
import { type MethodOutcome, overallBound, SHARES_PAY } from '../methods/outcome.js';
import { type Method, methodNamed } from '../methods/registry.js';
import type { Judge } from './judged.js';
import type { RunRequest } from './request.js';

/** Least relative gap with which cheaper methods are tried. Below it a planner does not notice what they add. */
const WORTH_TRYING_GAP = 1e-3;
/** Two plans are equally good if their rewards differ by at most this fraction; the method's own is then kept. */
const SAME = 1e-9;
/**
 * Time that each cheaper method gets at least, even if the time limit is shorter, s. Ours: usually it then finishes, so
 * that results are reproducible.
 */
const MIN_SIBLING_S = 10;
/**
 * Fraction of the time limit after which the run tries the cheaper methods. The rest is enough for them, because `lp`
 * takes about half as long as a whole run.
 */
const EARLY_SHARE = 0.5;
/** Name of the cheaper method with whose plan the main method starts. */
const STARTS_FROM = 'greedy-power';

/** The cheaper methods whose plans a run takes over where they earn more. */
export interface Siblings {
  /**
   * Control for the method itself. Once half of the time limit has passed it also runs the cheaper methods, unless the
   * gap is already tiny, so that their plans exist when the time limit ends the run. Their steps are not counted, and
   * the method's own results do not depend on them.
   */
  readonly control: RunControl;
  /**
   * Returns the method's outcome, with the plan, claimed reward and name of a cheaper method if its plan is better.
   * Cheaper methods are run only if the run was cut short or leaves a relevant gap. Those stopped before they had a
   * plan are ignored.
   */
  readonly best: (own: MethodOutcome) => Promise<MethodOutcome>;
}

interface Rated {
  readonly outcome: MethodOutcome;
  /** Reward rate computed by the checker, reward/s; null if the plan violates limits or could not be evaluated. */
  readonly rewardPerS: number | null;
}

/** Returns the cheaper methods of a run; null if its method has none or ignores co-location. */
export function siblingsOf(
  { method, naive, sharing = 'auto', limits, nowS, interruptedTwice = () => false }: RunRequest,
  driver: Driver,
  solve: (sibling: Method, control: RunControl) => Promise<MethodOutcome>,
  rate: Judge['rate'],
): Siblings | null {
  if (naive || method.siblings === undefined) return null;
  const { timeLimitS } = limits;
  const names = method.siblings.filter((name) => sharing !== 'never' || goesWith({ name }, 'whole'));
  const made = new Map<string, Rated>();
  const ran = async (name: string): Promise<Rated> => {
    const known = made.get(name);
    if (known !== undefined) return known;
    // The run's full time limit once more, ended by a second Ctrl-C.
    const own = { timeLimitS: timeLimitS === null ? null : Math.max(timeLimitS, MIN_SIBLING_S), workLimit: null };
    const control = runDriver({ limits: own, nowS, interrupted: interruptedTwice, onProgress: () => undefined });
    const outcome = await solve(methodNamed(name)!, control);
    const rated = { outcome, rewardPerS: rate(outcome) };
    made.set(name, rated);
    return rated;
  };
  const early = names.filter((name) => name !== STARTS_FROM);
  let isAsked = timeLimitS === null || early.length === 0;
  let bestEarly: number | null = null;
  const control: RunControl = {
    async step(progress) {
      const incumbent = bestEarly === null ? progress.incumbent : Math.max(bestEarly, progress.incumbent ?? bestEarly);
      const stop = await driver.step({ ...progress, incumbent });
      const isEarly = (driver.trajectory.at(-1)?.timeS ?? 0) < EARLY_SHARE * timeLimitS!;
      if (stop || isAsked || isEarly || !leavesGap(progress.bound, progress.incumbent)) return stop;
      isAsked = true;
      for (const name of early) {
        const { rewardPerS } = await ran(name);
        if (rewardPerS !== null) bestEarly = Math.max(bestEarly ?? 0, rewardPerS);
      }
      return stop;
    },
  };
  const best = async ({ shared, ...own }: MethodOutcome): Promise<MethodOutcome> => {
    const { planFrom: _, ...unshared } = own;
    let taken: Rated = { outcome: own, rewardPerS: rate(own) };
    let whole = taken;
    const offer = (one: Rated, isWanted = true): void => {
      if (isWanted && isBetter(one, taken)) taken = one;
      if (!isTimeShared(one) && isBetter(one, whole)) whole = one;
    };
    if (shared !== undefined) {
      const outcome = { ...unshared, ...shared };
      const one = { outcome, rewardPerS: rate(outcome) };
      const pays = (one.rewardPerS ?? 0) > (taken.rewardPerS ?? 0) * (1 + SHARES_PAY);
      offer(one, sharing === 'always' || !isTimeShared(one) || pays);
    }
    const { certificate } = own;
    if (driver.stopReason !== null || leavesGap(overallBound(certificate, own), taken.rewardPerS))
      for (const name of names) {
        if (own.atLeast?.includes(name) === true) continue;
        if (interruptedTwice()) break;
        const { outcome, rewardPerS } = await ran(name);
        if (rewardPerS === null) continue;
        const { plan, claimedRewardPerS } = outcome;
        offer({ outcome: { ...unshared, plan, claimedRewardPerS, planFrom: name }, rewardPerS });
      }
    const { plan } = whole.outcome;
    if (!isTimeShared(taken) || plan === null || whole.rewardPerS === null) return taken.outcome;
    const withoutSharing = { rewardPerS: whole.rewardPerS, setPointsC: plan.setPointsC };
    return { ...taken.outcome, withoutSharing };
  };
  return { control, best };
}

function isBetter(one: Rated, other: Rated): boolean {
  return one.rewardPerS !== null && (other.rewardPerS === null || one.rewardPerS > other.rewardPerS * (1 + SAME));
}

function isTimeShared({ outcome }: Rated): boolean {
  return (outcome.plan?.assignments ?? []).some(sharesTime);
}

/** Returns true if the gap between bound and reward matters to a planner, or if one of them is unknown. */
function leavesGap(bound: number | null, rewardPerS: number | null): boolean {
  if (rewardPerS === null || bound === null) return true;
  return (relativeGap(bound, rewardPerS) ?? Infinity) > WORTH_TRYING_GAP;
}
