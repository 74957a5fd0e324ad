/** `count` cores of a node divide their time alike; cores left over are idle. */
export interface CoreShare {
  readonly count: number;
  /** Fractions are at most 1 in sum; the rest of the time the core is idle. */
  readonly slices: readonly TimeSlice[];
}

/** DF(i,k) and PS(i,k): the fraction of its time a core runs a task type in a P-state. */
export interface TimeSlice {
  readonly taskType: string;
  readonly pState: number;
  readonly fraction: number;
}
