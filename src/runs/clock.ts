import { MS_PER_S } from '../../models/units.js';

/**
 * Returns the time of a clock that never goes back, s. To be called only by code that gets no clock from its caller.
 */
export function monotonicS(): number {
  return performance.now() / MS_PER_S;
}
