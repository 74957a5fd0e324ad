/** Monotonic seconds, for those who may not look at the clock themselves but must hand one on. */
export function monotonicS(): number {
  return performance.now() / 1000;
}
