/** Tasks as they arrive; N tasks. */
export interface ArrivalSequence {
  /** Moments of arrival, ascending, within [0, durationS), s. */
  readonly timeS: Float64Array;
  /** Index of the task type by task. */
  readonly taskType: Uint16Array;
  /**
   * Length of each task relative to that of its type, above 0. Time, deadline, reward and arriving work of the type are
   * multiplied by it. If absent, 1 for all tasks.
   */
  readonly length?: Float64Array;
  readonly durationS: number;
}

/**
 * Checks that arrivals are in order.
 * @throws RangeError for times that are not numbers or do not ascend within [0, beforeS), s.
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
