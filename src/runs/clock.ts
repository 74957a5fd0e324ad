/**
 * Returns the time of a clock that never goes back, s. Only code that is given a clock, and must pass on another, calls
 * it.
 */
export function monotonicS(): number {
  return performance.now() / 1000;
}
