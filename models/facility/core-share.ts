/**
 * A group of cores of a node that all run the same time slices. The group has `count` cores. Cores in no group are
 * idle.
 */
export interface CoreShare {
  readonly count: number;
  /**
   * Time slices that each of the cores runs. Their fractions sum to at most 1; for the rest of the time the core is
   * idle.
   */
  readonly slices: readonly TimeSlice[];
}

/**
 * Fraction of the time during which a core runs a task type in a P-state: desired fraction DF(i,k) and P-state PS(i,k)
 * of the thesis.
 */
export interface TimeSlice {
  readonly taskType: string;
  readonly pState: number;
  readonly fraction: number;
}
