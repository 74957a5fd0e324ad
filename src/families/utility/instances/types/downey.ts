/**
 * Downey's model of a program's parallelism, with high variance (the paper on parallel tasks, Eq. 10). A: average
 * parallelism, at least 1; sigma: its spread, at least 0.
 */
export interface Downey {
  readonly averageParallelism: number;
  readonly sigma: number;
}

/**
 * Returns the execution time on n nodes (at least 1) relative to one node: sigma + m / n up to n = m = A + A sigma -
 * sigma, sigma + 1 beyond, divided by its value at 1.
 */
export function downeyTime({ averageParallelism: a, sigma }: Downey, nodes: number): number {
  const most = a + a * sigma - sigma;
  const time = nodes <= most ? sigma + most / nodes : sigma + 1;
  return time / (a * (1 + sigma));
}
