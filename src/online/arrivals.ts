/** Tasks that arrive in a simulation. */
export interface ArrivalSequence {
  /** Arrival time of each task, ascending, within [0, durationS), s. */
  readonly timeS: Float64Array;
  readonly taskType: Uint16Array;
  /**
   * Size of each task as a multiple of the size of its type, > 0: a factor on execution time, deadline, reward and
   * arriving work. If absent, 1 for all tasks.
   */
  readonly length?: Float64Array;
  readonly durationS: number;
}

/**
 * Checks that arrival times ascend within [0, beforeS), s.
 *
 * @throws RangeError for times that are NaN or do not ascend within [0, beforeS), s
 */
export function refuseUnordered(timeS: ArrayLike<number>, beforeS: number): void {
  let lastS = 0;
  for (let n = 0; n < timeS.length; n++) {
    const atS = timeS[n]!;
    if (!(atS >= lastS && atS < beforeS)) {
      throw new RangeError(`Arrival ${n} at ${atS} s: arrivals ascend within [0, ${beforeS}) s`);
    }
    lastS = atS;
  }
}
