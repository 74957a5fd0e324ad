/** Returns the time of a clock that never goes back, s. Only code that receives no clock from its caller calls it. */
export function monotonicS(): number {
  return performance.now() / 1000;
}

/** Returns the processor time of this process, s. */
export function processorS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
