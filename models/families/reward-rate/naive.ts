import type { RewardRateModel } from './model.js';

/**
 * Returns the model without co-location: every task runs as fast as alone, so that Eq. 22 becomes the naive estimate of
 * Eq. 23. Its plans are feasible in the real model too, but their reward must be evaluated there.
 */
export function naiveModel(model: RewardRateModel): RewardRateModel {
  return { ...model, nodeTypes: model.nodeTypes.map((type) => ({ ...type, colocation: 'none' as const })) };
}
