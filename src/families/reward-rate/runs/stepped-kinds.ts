import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { hasStandby } from '../../../../models/families/reward-rate/standby.js';
import { withSetPointRanges } from '../../../../models/families/reward-rate/set-point-steps.js';
import type { Driver } from '../../../runs/control.js';
import { boundScope } from '../methods/bound/certificate.js';
import { type Certificate, type MethodOutcome, overallBound } from '../methods/outcome.js';
import { sidesOf } from '../methods/stepped-bound.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { Find, SearchEnd } from './search-end.js';

/**
 * Upper bounds on the reward of two kinds of plans: those with one configuration per node, and those whose nodes are
 * each always on or always on standby.
 */
export type KindBounds = Pick<MethodOutcome, 'ofOneConfiguration' | 'wholeStandbyRewardPerS'>;

/** A plan counts as optimal if its reward is within this fraction of a bound. */
const PROVEN = 1e-9;

/**
 * Returns bounds on two kinds of plans at set-points that are multiples of the only CRAC's step
 * (docs/reward-rate/set-point-steps.md). The kinds are plans with one configuration per node, and plans whose nodes are
 * each always on or always on standby.
 *
 * The multiples lie below or above the relaxation's set-point. A bound is proven for each of these two ranges, and the
 * larger of the two bounds is returned. The bounds for arbitrary set-points are returned if nothing better is proven.
 */
export async function steppedKinds(
  request: RunRequest,
  anywhere: OpenedModel,
  free: SearchEnd,
  { certificate, incumbentRewardPerS, driver }: SteppedKindsRequest,
  find: Find,
): Promise<KindBounds> {
  const { ofOneConfiguration, wholeStandbyRewardPerS } = free.outcome;
  const known: KindBounds = {
    ...(ofOneConfiguration === undefined ? {} : { ofOneConfiguration }),
    ...(wholeStandbyRewardPerS === undefined ? {} : { wholeStandbyRewardPerS }),
  };
  const least = Math.min(
    ofOneConfiguration?.boundRewardPerS ?? Infinity,
    wholeStandbyRewardPerS ?? Infinity,
    certificate.boundRewardPerS,
  );
  const isAsked = ofOneConfiguration !== undefined || (wholeStandbyRewardPerS !== undefined && hasStandby(free.model));
  if (!isAsked || incumbentRewardPerS >= least * (1 - PROVEN)) return known;
  const sides = sidesOf(free.model, certificate);
  if (sides === null) return known;
  const { leastPower: _power, prices: _prices, ...asked } = request;
  let ofClass = -Infinity;
  let whole = -Infinity;
  for (const side of sides) {
    if (driver.stopReason !== null) return known;
    const room = { ...anywhere, model: withSetPointRanges(anywhere.model, [side]) };
    const end = await find({ ...asked, withBound: true }, room, driver);
    if ('conflict' in end) {
      if (end.conflict.proven) continue;
      return known;
    }
    const overall = overallBound(end.found.certificate, end.outcome);
    if (overall === null) return known;
    ofClass = Math.max(ofClass, Math.min(overall, end.outcome.ofOneConfiguration?.boundRewardPerS ?? overall));
    whole = Math.max(whole, overall);
  }
  if (whole === -Infinity) return known;
  return {
    ...(ofOneConfiguration === undefined || ofClass >= ofOneConfiguration.boundRewardPerS
      ? known
      : { ofOneConfiguration: { ...ofOneConfiguration, boundRewardPerS: ofClass } }),
    ...(wholeStandbyRewardPerS === undefined
      ? {}
      : { wholeStandbyRewardPerS: Math.min(wholeStandbyRewardPerS, whole) }),
  };
}

/** Returns the two bounds with a `scope` that names only multiples of the set-point step. */
export function withStepScope(model: RewardRateModel, kinds: KindBounds): KindBounds {
  const { ofOneConfiguration } = kinds;
  if (ofOneConfiguration === undefined) return kinds;
  return {
    ...kinds,
    ofOneConfiguration: { ...ofOneConfiguration, scope: boundScope(model, true, 'oneConfiguration') },
  };
}

interface SteppedKindsRequest {
  /** Proven bound for arbitrary set-points. */
  readonly certificate: Certificate;
  /** Reward of the best plan whose set-points are multiples of their steps, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly driver: Driver;
}
