import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { acceptedSetPoints } from '../../../../models/families/reward-rate/set-point-steps.js';

/** Set-points by name of the CRAC, C. */
export type SetPointsByName = RewardRatePlan['setPointsC'];

/**
 * Returns set-points by CRAC name, C, with those of working CRACs replaced by allowed ones (see acceptedSetPoints).
 * Failed CRACs keep `knownC`, which has no effect.
 *
 * @param setPointsC set-point of each working CRAC, C
 * @param holds returns true if a plan may have these set-points
 */
export function acceptedByName(
  model: RewardRateModel,
  knownC: SetPointsByName,
  setPointsC: readonly number[],
  holds: (setPointsC: SetPointsByName) => boolean,
): SetPointsByName {
  const byName = (own: readonly number[]): SetPointsByName => ({
    ...knownC,
    ...Object.fromEntries(model.cracs.map(({ name }, c) => [name, own[c]!])),
  });
  return byName(acceptedSetPoints(model, setPointsC, (tried) => holds(byName(tried))));
}
