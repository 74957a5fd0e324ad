import type { RewardRateModel } from './model.js';

/**
 * Returns the model with co-location ignored: every task runs at the speed it has alone, so that Eq. 22 becomes the
 * naive estimate of Eq. 23. Plans made for it are also plans for the real model, and must be judged there.
 */
export function naiveModel(model: RewardRateModel): RewardRateModel {
  return { ...model, nodeTypes: model.nodeTypes.map((type) => ({ ...type, colocation: 'none' as const })) };
}
