/**
 * Downey's model of how well a program runs in parallel, in its version for high variance (the paper on parallel tasks,
 * Eq. 10).
 */
export interface Downey {
  /** Average parallelism A, at least 1. */
  readonly averageParallelism: number;
  /** Spread sigma of the parallelism, at least 0. */
  readonly sigma: number;
}

/**
 * Returns the execution time on n nodes relative to that on one node: t(n) / t(1). t(n) is sigma + m / n for n <= m and
 * sigma + 1 for more nodes, where m = A + A sigma - sigma.
 *
 * @param nodes n, at least 1
 */
export function downeyTime({ averageParallelism: a, sigma }: Downey, nodes: number): number {
  const most = a + a * sigma - sigma;
  const time = nodes <= most ? sigma + most / nodes : sigma + 1;
  return time / (a * (1 + sigma));
}
