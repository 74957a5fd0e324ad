/**
 * What a program wants of a plan next to its objective, by the checker: in `details` of solve and check, the same for every family
 * (docs/results.md). A field is absent where the family or this plan has no such quantity.
 */
export interface PlanFigures {
  /** Power by use, W: steady, with `totalW` at the meter; of plans over time the greatest and that of idle nodes. */
  readonly power?: Readonly<Record<string, number>>;
  /** Energy of all that the plan covers by use, in the unit of each name. */
  readonly energyByPart?: Readonly<Record<string, number>>;
  /** Set-points, C, by CRAC, or by data centre: one, or one for each epoch or time. */
  readonly setPointsC?: Readonly<Record<string, number | readonly number[]>>;
  /** Moments from which the set-points of a list hold, s. */
  readonly setPointsFromS?: readonly number[];
  /** Hottest inlet of all nodes at any moment, C, and the zone or data centre with it. */
  readonly hottestInletC?: number;
  readonly hottestInletAt?: string;
  /** Tasks completed per second by task type; over several epochs the mean. */
  readonly completionsPerS?: Readonly<Record<string, number>>;
  /** Tasks or jobs completed. */
  readonly completed?: number;
}

/** Returns the index of the greatest value, the first of equal ones; -1 of none. */
export function indexOfGreatest(values: ArrayLike<number>): number {
  let most = -1;
  for (let k = 0; k < values.length; k++) if (most < 0 || values[k]! > values[most]!) most = k;
  return most;
}
