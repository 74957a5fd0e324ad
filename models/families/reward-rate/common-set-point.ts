import type { RewardRateModel } from './model.js';
import { isRobust } from './worst-case.js';

/**
 * Returns true if all CRACs at work must have one set-point: where there are several and rows of M are uncertain. Then
 * every inlet is the set-point and a row times the powers, and whichever CRAC removes the heat pays the same for it
 * (docs/reward-rate/uncertain-rooms.md).
 */
export function mustShareSetPoint({ cracs, instance }: Pick<RewardRateModel, 'cracs' | 'instance'>): boolean {
  return cracs.length > 1 && isRobust(instance) && instance.uncertainty?.inletRise !== undefined;
}
