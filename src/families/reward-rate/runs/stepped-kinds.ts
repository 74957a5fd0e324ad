import { hasStandby } from '../../../../models/families/reward-rate/standby.js';
import { withSetPointRanges } from '../../../../models/families/reward-rate/set-point-steps.js';
import { type Certificate, type MethodOutcome, overallBound } from '../methods/outcome.js';
import { sidesOf } from '../methods/stepped-bound.js';
import { roomOf, searchRoom } from './search.js';
import type { Search } from './search-state.js';

/**
 * Upper bounds on the reward of two kinds of plans: those with one configuration per node, and those whose nodes are
 * each always on or always on standby.
 */
type KindBounds = Pick<MethodOutcome, 'ofOneConfiguration' | 'wholeStandbyRewardPerS'>;

/** A plan counts as optimal if its reward is within this fraction of a bound. */
const PROVEN = 1e-9;

/**
 * Returns bounds on two kinds of plans at set-points that are multiples of the only CRAC's step
 * (docs/reward-rate/set-point-steps.md). The kinds are plans with one configuration per node, and plans whose nodes are
 * each always on or always on standby.
 *
 * The multiples lie below or above the relaxation's set-point. A bound is proven for each of these two ranges, and the
 * larger of the two bounds is returned. The bounds for arbitrary set-points are returned if nothing better is proven.
 *
 * @param free search without steps, with a proven bound
 * @param certificate that bound
 * @param rewardPerS reward of the best plan whose set-points are multiples of their steps, reward/s
 */
export async function steppedKinds(free: Search, certificate: Certificate, rewardPerS: number): Promise<KindBounds> {
  const { request, opened, driver, model, end } = free;
  const { ofOneConfiguration, wholeStandbyRewardPerS } = end.outcome;
  const known: KindBounds = {
    ...(ofOneConfiguration === undefined ? {} : { ofOneConfiguration }),
    ...(wholeStandbyRewardPerS === undefined ? {} : { wholeStandbyRewardPerS }),
  };
  const least = Math.min(
    ofOneConfiguration?.boundRewardPerS ?? Infinity,
    overallBound(certificate, end.outcome) ?? Infinity,
  );
  const isAsked = ofOneConfiguration !== undefined || (wholeStandbyRewardPerS !== undefined && hasStandby(model));
  const sides = isAsked && rewardPerS < least * (1 - PROVEN) ? sidesOf(model, certificate) : null;
  if (sides === null) return known;
  const { leastPower: _power, prices: _prices, ...asked } = request;
  let ofClass = -Infinity;
  let whole = -Infinity;
  for (const side of sides) {
    if (driver.stopReason !== null) return known;
    const room = roomOf({ ...opened, model: withSetPointRanges(opened.model, [side]) });
    if ('conflict' in room) {
      if (room.conflict.proven) continue;
      return known;
    }
    const { certificate: proven, outcome } = (await searchRoom({ ...asked, withBound: true }, room, driver)).end;
    const overall = overallBound(proven, outcome);
    if (overall === null) return known;
    ofClass = Math.max(ofClass, Math.min(overall, outcome.ofOneConfiguration?.boundRewardPerS ?? overall));
    whole = Math.max(whole, overall);
  }
  if (whole === -Infinity) return known;
  const isLower = ofOneConfiguration !== undefined && ofClass < ofOneConfiguration.boundRewardPerS;
  return {
    ...known,
    ...(isLower ? { ofOneConfiguration: { ...ofOneConfiguration, boundRewardPerS: ofClass } } : {}),
    ...(wholeStandbyRewardPerS === undefined
      ? {}
      : { wholeStandbyRewardPerS: Math.min(wholeStandbyRewardPerS, whole) }),
  };
}
