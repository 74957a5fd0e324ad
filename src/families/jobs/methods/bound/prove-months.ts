import type { Month } from '../../../../../models/families/jobs/month.js';
import type { RunControl } from '../../../../methods/control.js';
import type { PointCosts } from './bound-points.js';
import { malleableRelaxation } from './malleable.js';
import type { MonthBound } from './month-bound.js';
import { monthWork } from './month-work.js';
import { rigidRelaxation } from './rigid.js';
import { MORE_PASSES, MORE_STEP, searcher } from './searcher.js';

/** Number of passes of the search when it starts from dual values 0. */
const PASSES = 150;
/** First step when the search starts from dual values 0, relative to the mean dual value of a core-second. */
const FIRST_STEP = 0.3;

/**
 * Two upper bounds on the value of any schedule of a month. One is for jobs that stay at their design point, the other
 * for jobs that may move.
 */
export interface MonthBounds {
  readonly rigid: MonthBound;
  /** Bound for jobs that may move; never below the bound for jobs that stay. */
  readonly malleable: MonthBound;
}

export interface MonthBoundOptions {
  /** Price of energy, value/J (default 0). */
  readonly perJ?: number;
  /** Number of time slots with constant dual values; by default chosen from the run times of the jobs. */
  readonly slots?: number;
}

/**
 * Proves upper bounds on value minus the cost of energy, for jobs that stay at their design point and for jobs that may
 * move. They hold for every schedule in which a job uses one node at a time (docs/jobs/bound.md). A step of the run
 * control is one pass over all jobs. If stopped, the bounds are valid but larger.
 *
 * @param points design points that jobs may run at, or points that dominate them
 */
export async function proveMonth(
  month: Month,
  points: PointCosts,
  control: RunControl,
  { perJ = 0, slots }: MonthBoundOptions = {},
): Promise<MonthBounds> {
  const work = monthWork(month, points, perJ, slots);
  const relaxations = { rigid: rigidRelaxation(work), malleable: malleableRelaxation(work) };
  const search = searcher(work, relaxations, control);
  const free = month.nodeTypes.map(() => new Float64Array(work.slots));
  const alone = await search('rigid', free, PASSES, FIRST_STEP);
  const malleable = await search('malleable', alone.perCoreS, MORE_PASSES, MORE_STEP);
  // At the same prices a job that may move is worth no less than one that stays, and what bounds all schedules bounds the rigid ones.
  const bound = Math.min(relaxations.rigid(malleable.perCoreS).bound, malleable.bound);
  const rigid = bound < alone.bound ? { ...malleable, kind: 'rigid' as const, bound, passes: alone.passes } : alone;
  return { rigid, malleable };
}
