/** `count` cores of a node that divide their time in the same way; cores left over are idle. */
export interface CoreShare {
  readonly count: number;
  /** Time slices; fractions sum to at most 1, the rest of the time the core is idle. */
  readonly slices: readonly TimeSlice[];
}

/** DF(i,k) and PS(i,k): the fraction of its time a core runs a task type in a P-state. */
export interface TimeSlice {
  readonly taskType: string;
  readonly pState: number;
  readonly fraction: number;
}
