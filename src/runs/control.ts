import type { Progress, RunControl } from '../methods/control.js';
import type { TrajectoryPoint } from './result.js';

export interface Limits {
  readonly timeLimitS: number | null;
  /** In steps: one step is one LP solved, one rounding try, or one greedy plan. */
  readonly workLimit: number | null;
}

export type StopReason = 'timeLimit' | 'workLimit' | 'interrupted';

/** The driver's side of RunControl: owns the clock, counts steps, keeps the trajectory. */
export interface Driver extends RunControl {
  /** Steps until the method ended or was asked to: as a work limit, this number repeats the run. */
  readonly steps: number;
  readonly stopReason: StopReason | null;
  readonly trajectory: readonly TrajectoryPoint[];
}

export interface DriverOptions {
  readonly limits: Limits;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

/** Limits are looked at only between steps, so a run cut short by time is replayed exactly by its number of steps. */
export function runDriver({ limits, nowS, interrupted, onProgress }: DriverOptions): Driver {
  const startS = nowS();
  const trajectory: TrajectoryPoint[] = [];
  let steps = 0;
  let stopReason: StopReason | null = null;
  return {
    get steps() {
      return steps;
    },
    get stopReason() {
      return stopReason;
    },
    trajectory,
    async step(progress: Progress) {
      // A method that was asked to stop may still report what it does to finish; that is not counted again.
      if (stopReason === null) steps++;
      const point = { timeS: nowS() - startS, work: steps, ...progress };
      trajectory.push(point);
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
