/** Returns the time of a clock that never goes back, s. Only code that receives no clock from its caller calls it. */
export function monotonicS(): number {
  return performance.now() / 1000;
}
