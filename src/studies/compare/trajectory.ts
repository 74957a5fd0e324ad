import type { JournalEntry, TrialOutput } from '../../experiments/record.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { TrajectoryStep } from './record.js';

/** Maximum number of improvements kept of one run, the checker's value apart (more than a chart has points). */
const MAX_POINTS = 400;

/**
 * Improvements of the best plan, thinned to what a chart can show; the last value is the checker's. None without a plan
 * that passes the checker.
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

/** Output of a trial with its trajectory: its times are kept apart from values, which repeat exactly. */
export function withTrajectory({ values, times }: TrialOutput, points: readonly TrajectoryStep[]): TrialOutput {
  const reached = points.map(([, timeS], n): [string, number] => [pointTime(n), timeS]);
  return {
    values: { ...values, trajectory: points.map(([steps, , value]) => [steps, value]) },
    times: { ...times, ...Object.fromEntries(reached) },
  };
}

/** Trajectory of a trial's record: the inverse of `withTrajectory`. */
export function trajectoryOf({ values, times }: Pick<JournalEntry, 'values' | 'times'>): TrajectoryStep[] {
  const points = (values['trajectory'] ?? []) as readonly (readonly [steps: number, value: number])[];
  return points.map(([steps, value], n) => [steps, times[pointTime(n)] ?? 0, value]);
}

/** Times of a trial without those of its trajectory's points, and these. */
export interface SplitTimes {
  readonly times: TrialOutput['times'];
  readonly points: readonly number[];
}

/** Times of a trial, those of its trajectory's points apart. */
export function splitTimes({ values, times }: TrialOutput): SplitTimes {
  const points = trajectoryOf({ values, times }).map(([, timeS]) => timeS);
  const names = new Set(points.map((_, n) => pointTime(n)));
  return { times: Object.fromEntries(Object.entries(times).filter(([name]) => !names.has(name))), points };
}

/** Inverse of `splitTimes`. */
export function joinedTimes({ times, points }: SplitTimes): TrialOutput['times'] {
  return { ...times, ...Object.fromEntries(points.map((timeS, n) => [pointTime(n), timeS])) };
}

/** Name of the time at which the n-th point of a trajectory was reached. */
function pointTime(n: number): string {
  return `point ${n}`;
}
