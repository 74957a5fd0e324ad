/**
 * Time of a clock that never goes back, s. The one reading of a clock for code that is given a clock and must hand on
 * another.
 */
export function monotonicS(): number {
  return performance.now() / 1000;
}

/** Returns the processor time of this process, s. */
export function processorS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
