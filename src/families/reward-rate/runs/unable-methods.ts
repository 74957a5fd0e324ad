import { mustSurvive } from '../../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { type FeatureName, goesWith, unableText } from '../combinations.js';
import type { MethodOutcome } from '../methods/outcome.js';
import type { Method } from '../methods/registry.js';

/** Features of instances that not all methods go with, with the test whether a model has them. */
const DEMANDS: readonly (readonly [FeatureName, (model: RewardRateModel) => boolean])[] = [
  ['robust', ({ thermal }) => thermal.uncertain !== undefined],
  ['settings', ({ instance }) => instance.limits.distinctSettings !== undefined],
  ['survive', ({ instance }) => mustSurvive(instance)],
];

/**
 * Returns an outcome without a plan and with a warning if the method does not go with a feature of the model; otherwise
 * null.
 *
 * @param needsStandby true if limits hold only with nodes on standby
 */
export function unableOn(method: Method, model: RewardRateModel, needsStandby: boolean): MethodOutcome | null {
  const found = DEMANDS.filter(([, isIn]) => isIn(model)).map(([feature]) => feature);
  const feature = [...found, ...(needsStandby ? (['needsStandby'] as const) : [])].find(
    (one) => !goesWith(method, one),
  );
  if (feature === undefined) return null;
  const warnings = [unableText(method, feature)];
  return { plan: null, claimedRewardPerS: null, certificate: null, stoppedEarly: false, warnings, work: {} };
}
