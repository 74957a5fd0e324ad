/**
 * A number of cores of a node (`count`) that divide their time among tasks in the same way. Cores in no share are idle.
 */
export interface CoreShare {
  readonly count: number;
  /** Time slices of each core. Fractions sum to at most 1; for the rest of the time the core is idle. */
  readonly slices: readonly TimeSlice[];
}

/**
 * Fraction of its time that a core runs a task type in a P-state: desired fraction DF(i,k) and P-state PS(i,k) of the
 * thesis.
 */
export interface TimeSlice {
  readonly taskType: string;
  readonly pState: number;
  readonly fraction: number;
}
