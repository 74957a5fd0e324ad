import type { RewardRateModel } from './model.js';
import { isRobust } from './worst-case.js';

/**
 * Returns true if all working CRACs must have one common set-point. This is so if there are several and the air model
 * is uncertain.
 *
 * With a common set-point, every inlet temperature is the set-point plus a linear function of the powers. Removing heat
 * then costs the same at every CRAC (docs/reward-rate/uncertain-rooms.md).
 */
export function mustShareSetPoint({ cracs, instance }: Pick<RewardRateModel, 'cracs' | 'instance'>): boolean {
  return cracs.length > 1 && isRobust(instance) && instance.uncertainty?.inletRise !== undefined;
}
