/**
 * Returns the time of a clock that never goes back, s. To be called only by code that gets no clock from its caller.
 */
export function monotonicS(): number {
  return performance.now() / 1000;
}

/** Returns the processor time of this process, s. */
export function processorS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
