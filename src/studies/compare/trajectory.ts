import type { JournalEntry, TrialOutput } from '../../experiments/record.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { TrajectoryStep } from './record.js';

/**
 * Maximum number of improvements kept of one run, besides the checker's value. This is more than a chart has points.
 */
const MAX_POINTS = 400;

/**
 * Returns the improvements of the best plan, reduced to as many as a chart can show; the last value is the checker's.
 * Empty if no plan passes the checker.
 */
export function improvements(
  trajectory: readonly Pick<TrajectoryPoint, 'timeS' | 'work' | 'incumbent'>[],
  checked: number | null,
  end: { readonly steps: number; readonly timeS: number },
  better: 'more' | 'less',
): TrajectoryStep[] {
  if (checked === null) return [];
  const sign = better === 'more' ? 1 : -1;
  let points: TrajectoryStep[] = [];
  for (const { timeS, work, incumbent } of trajectory) {
    const best = points.at(-1)?.[2] ?? -sign * Infinity;
    if (incumbent !== null && sign * incumbent > sign * best) points.push([work, timeS, incumbent]);
  }
  while (points.length > MAX_POINTS) points = points.filter((_, n) => n % 2 === 0 || n === points.length - 1);
  const last = points.at(-1);
  if (last?.[2] === checked) return points;
  return [...points, [Math.max(end.steps, last?.[0] ?? 0), Math.max(end.timeS, last?.[1] ?? 0), checked]];
}

/**
 * Returns the output of a trial with its trajectory. The times of its points are stored apart from the values, because
 * only values are the same in every run.
 */
export function withTrajectory({ values, times }: TrialOutput, points: readonly TrajectoryStep[]): TrialOutput {
  const reached = points.map(([, timeS], n): [string, number] => [pointTime(n), timeS]);
  return {
    values: { ...values, trajectory: points.map(([steps, , value]) => [steps, value]) },
    times: { ...times, ...Object.fromEntries(reached) },
  };
}

/** Returns the trajectory stored in a trial's record. It is the inverse of `withTrajectory`. */
export function trajectoryOf({ values, times }: Pick<JournalEntry, 'values' | 'times'>): TrajectoryStep[] {
  const points = (values['trajectory'] ?? []) as readonly (readonly [steps: number, value: number])[];
  return points.map(([steps, value], n) => [steps, times[pointTime(n)] ?? 0, value]);
}

/** The times of a trial, and separately the times of its trajectory's points. */
export interface SplitTimes {
  readonly times: TrialOutput['times'];
  readonly points: readonly number[];
}

/** Returns the times of a trial, with those of its trajectory's points separated. */
export function splitTimes({ values, times }: TrialOutput): SplitTimes {
  const points = trajectoryOf({ values, times }).map(([, timeS]) => timeS);
  const names = new Set(points.map((_, n) => pointTime(n)));
  return { times: Object.fromEntries(Object.entries(times).filter(([name]) => !names.has(name))), points };
}

/** Returns all times of a trial joined again. It is the inverse of `splitTimes`. */
export function joinedTimes({ times, points }: SplitTimes): TrialOutput['times'] {
  return { ...times, ...Object.fromEntries(points.map((timeS, n) => [pointTime(n), timeS])) };
}

/** Returns the name under which the time of the n-th point of a trajectory is stored. */
function pointTime(n: number): string {
  return `point ${n}`;
}
