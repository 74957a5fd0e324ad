import type { Progress, RunControl } from '../methods/control.js';
import type { TrajectoryPoint } from './result.js';

export interface Limits {
  readonly timeLimitS: number | null;
  /**
   * Maximum number of steps (units of a method's work, e.g. one LP, one rounding attempt, one greedy plan); null for no
   * limit.
   */
  readonly workLimit: number | null;
}

export type StopReason = 'timeLimit' | 'workLimit' | 'interrupted';

/** Controls a run: reads the clock, counts steps, stops the method at limits, and records the trajectory. */
export interface Driver extends RunControl {
  /**
   * Number of steps done when the method ended or was told to end. A run with this work limit gives the same result.
   */
  readonly steps: number;
  readonly stopReason: StopReason | null;
  readonly limits: Limits;
  readonly trajectory: readonly TrajectoryPoint[];
}

export interface DriverOptions {
  readonly limits: Limits;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

/**
 * Returns a function that is true once the time limit has passed, for work before the first step, such as computing the
 * air flows of a room.
 */
export function timeIsUp({ limits, nowS }: Pick<DriverOptions, 'limits' | 'nowS'>): () => boolean {
  const startS = nowS();
  return () => limits.timeLimitS !== null && nowS() - startS >= limits.timeLimitS;
}

/**
 * Returns the driver of a run, which controls and records it. Limits are checked only between steps, so a run that
 * ended at its time limit can be repeated exactly by its number of steps.
 */
export function runDriver({ limits, nowS, interrupted, onProgress }: DriverOptions): Driver {
  const startS = nowS();
  const { trajectory, record } = recorder();
  let steps = 0;
  let stopReason: StopReason | null = null;
  return {
    get steps() {
      return steps;
    },
    get stopReason() {
      return stopReason;
    },
    limits,
    trajectory,
    async step(progress: Progress) {
      // A method that was asked to stop may still report what it does to finish; that is not counted again.
      if (stopReason === null) steps++;
      const point = { timeS: nowS() - startS, work: steps, ...progress };
      record(point);
      onProgress(point);
      // Lets signals through: the LP engine blocks the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (stopReason === null) {
        if (interrupted()) stopReason = 'interrupted';
        else if (limits.workLimit !== null && steps >= limits.workLimit) stopReason = 'workLimit';
        else if (limits.timeLimitS !== null && nowS() - startS >= limits.timeLimitS) stopReason = 'timeLimit';
      }
      return stopReason !== null;
    },
  };
}

/**
 * Maximum number of points of a trajectory. Our choice: more than a chart can show, but far fewer than the steps of a
 * run of hours.
 */
export const MAX_POINTS = 20_000;

/**
 * Returns a recorder of a run's trajectory. Of successive equal points it keeps the first and the last. If there are
 * too many points, it removes every second one, independently of the clock.
 */
function recorder(): {
  readonly trajectory: readonly TrajectoryPoint[];
  readonly record: (point: TrajectoryPoint) => void;
} {
  const trajectory: TrajectoryPoint[] = [];
  return {
    trajectory,
    record(point) {
      const last = trajectory.at(-1);
      const before = trajectory.at(-2);
      if (last !== undefined && before !== undefined && alike(before, last) && alike(last, point)) trajectory.pop();
      if (trajectory.length >= MAX_POINTS) halve(trajectory);
      trajectory.push(point);
    },
  };
}

function alike(one: TrajectoryPoint, other: TrajectoryPoint): boolean {
  return one.phase === other.phase && one.bound === other.bound && one.incumbent === other.incumbent;
}

/** Removes every second point, but neither the first nor the last. */
function halve(points: TrajectoryPoint[]): void {
  const kept = points.filter((_, n) => n % 2 === 0 || n === points.length - 1);
  points.splice(0, points.length, ...kept);
}
