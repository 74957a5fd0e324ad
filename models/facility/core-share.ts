/** Group of `count` cores of a node that all run the same time slices. Cores in no group are idle. */
export interface CoreShare {
  readonly count: number;
  /**
   * Time slices that each core of the group runs. Their fractions sum to at most 1; for the rest of the time the core
   * is idle.
   */
  readonly slices: readonly TimeSlice[];
}

/** Fraction of time in which a core runs a task type in a P-state: DF(i,k) and PS(i,k) of the thesis. */
export interface TimeSlice {
  readonly taskType: string;
  readonly pState: number;
  readonly fraction: number;
}
