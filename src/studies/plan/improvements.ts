import type { TrajectoryPoint } from '../../runs/result.js';

/** Point of a run's trajectory: steps and time so far (s), best objective and bound so far (null if none). */
export type Improvement = readonly [steps: number, timeS: number, incumbent: number | null, bound: number | null];

/** Maximum number of trajectory points stored for a run. Our choice: charts show fewer. */
const MAX_POINTS = 400;

/** Final state of a run: the checker's objective, the proven bound and the effort. */
interface RunEnd {
  readonly feasible: boolean;
  readonly objective: number | null;
  readonly bound: number | null;
  readonly steps: number;
  readonly timeS: Readonly<Record<string, number>>;
}

/**
 * Returns the points of a run at which best objective or bound improved, by ascending work: at most MAX_POINTS, then
 * the end of the run. The last point has the checker's objective and the final bound; earlier ones have the method's
 * values.
 */
export function improvementsOf(
  points: readonly Pick<TrajectoryPoint, 'timeS' | 'work' | 'incumbent' | 'bound'>[],
  better: 'more' | 'less',
  end: RunEnd,
): Improvement[] {
  const sign = better === 'more' ? 1 : -1;
  const isBetter = (one: number | null, other: number | null, way: number): one is number =>
    one !== null && (other === null || way * one > way * other);
  let kept: Improvement[] = [];
  const add = (point: Improvement): void => {
    // Of several at the same step the last counts.
    if (kept.at(-1)?.[0] === point[0]) kept.pop();
    kept.push(point);
  };
  for (const { work, timeS, incumbent, bound } of points) {
    const [, , best = null, tightest = null] = kept.at(-1) ?? [];
    const gains = isBetter(incumbent, best, sign);
    const tightens = isBetter(bound, tightest, -sign);
    if (!gains && !tightens) continue;
    add([Math.max(work, kept.at(-1)?.[0] ?? 0), timeS, gains ? incumbent : best, tightens ? bound : tightest]);
  }
  while (kept.length > MAX_POINTS) kept = kept.filter((_, n) => n % 2 === 0 || n === kept.length - 1);
  const objective = end.feasible ? end.objective : null;
  const last = kept.at(-1);
  if (objective === null && end.bound === null) return kept;
  if (last !== undefined && last[2] === objective && last[3] === end.bound) return kept;
  const total = end.timeS['total'] ?? last?.[1] ?? 0;
  add([Math.max(end.steps, last?.[0] ?? 0), Math.max(total, last?.[1] ?? 0), objective, end.bound]);
  return kept;
}
