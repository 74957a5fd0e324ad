import type { RewardRateModel } from './model.js';

/**
 * Returns the model in which co-located tasks do not slow each other down. Its objective (Eq. 22) is the naive estimate
 * of Eq. 23. Its plans are feasible in the given model, too, but earn another reward there.
 */
export function naiveModel(model: RewardRateModel): RewardRateModel {
  return { ...model, nodeTypes: model.nodeTypes.map((type) => ({ ...type, colocation: 'none' as const })) };
}
