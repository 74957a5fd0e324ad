import type { RewardRateModel } from './model.js';

/**
 * Returns the model in which co-located tasks do not slow each other down. Its objective (Eq. 22) is the naive estimate
 * of Eq. 23. Its plans are also feasible in the given model, but earn a different reward there.
 */
export function naiveModel(model: RewardRateModel): RewardRateModel {
  return { ...model, nodeTypes: model.nodeTypes.map((type) => ({ ...type, colocation: 'none' as const })) };
}
