/** Definitions of how much tasks of a utility instance are worth, as stored on disk. Types only. */

/** Definitions of worth: shapes over age, and starting values. */
export interface UtilityDefinitions {
  /** Shapes of utility functions. A task that names none takes one of them, drawn by share. */
  readonly classes: readonly (IntervalClass | PointClass)[];
  /** Starting utilities and urgencies of tasks that have none, drawn by share. */
  readonly priorities?: readonly PriorityShare[] | undefined;
  /** Holders of one draw of `priorities` (default "task"): all tasks of a type together, or each its own. Tasks of a burst are one. */
  readonly prioritiesPer?: 'task' | 'type' | undefined;
}

/**
 * A decaying shape: in interval m, from its start t to the next one's, utility is startingUtility ((fraction - approaches) exp(-urgency
 * urgencyModifier (age - t) / urgencyUnitS) + approaches). The last interval has no end.
 */
export interface IntervalClass {
  readonly name: string;
  readonly shape: 'intervals';
  /** Weight in draws (default 1). */
  readonly share?: number | undefined;
  readonly intervals: readonly UtilityInterval[];
}

/** An interval of age. Its start: startS + startOverMeanTime x mean time of the task's type; at least one of the two is given. */
export interface UtilityInterval {
  readonly startS?: number | undefined;
  readonly startOverMeanTime?: number | undefined;
  readonly fraction: number;
  readonly approaches: number;
  readonly urgencyModifier: number;
}

/** Straight lines between points, multiplied by the starting utility; constant after the last. Two points of one age make a drop. */
export interface PointClass {
  readonly name: string;
  readonly shape: 'points';
  readonly share?: number | undefined;
  readonly points: readonly UtilityPoint[];
}

/** A point. Its age: ageS + ageOverMeanTime x mean time of the task's type; at least one of the two is given. */
export interface UtilityPoint {
  readonly ageS?: number | undefined;
  readonly ageOverMeanTime?: number | undefined;
  readonly utility: number;
}

/** A starting utility, uniform in (startingUtilityAbove, startingUtility], and an urgency; drawn by share. */
export interface PriorityShare {
  readonly name?: string | undefined;
  readonly startingUtility: number;
  /** Utility above which the starting utility is drawn; default: startingUtility, so that there is nothing to draw. */
  readonly startingUtilityAbove?: number | undefined;
  readonly urgency: number;
  readonly share: number;
}
