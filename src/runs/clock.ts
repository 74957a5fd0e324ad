import { MS_PER_S } from '../../models/units.js';

/** Returns the time of a monotonic clock, s. It is only for code whose caller passes no clock. */
export function monotonicS(): number {
  return performance.now() / MS_PER_S;
}
