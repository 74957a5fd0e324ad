import type { RewardRateModel } from './model.js';
import { isRobust } from './worst-case.js';

/**
 * Returns true if all CRACs at work must have one set-point, which is so if there are several CRACs and rows of M are
 * uncertain. With one set-point, every inlet is the set-point plus a row times the powers, and removing heat costs the
 * same at every CRAC (docs/reward-rate/uncertain-rooms.md).
 */
export function mustShareSetPoint({ cracs, instance }: Pick<RewardRateModel, 'cracs' | 'instance'>): boolean {
  return cracs.length > 1 && isRobust(instance) && instance.uncertainty?.inletRise !== undefined;
}
