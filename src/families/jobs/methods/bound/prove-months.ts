import type { Month } from '../../../../../models/families/jobs/month.js';
import type { RunControl } from '../../../../methods/control.js';
import type { PointCosts } from './bound-points.js';
import { malleableRelaxation } from './malleable.js';
import type { MonthBound } from './month-bound.js';
import { monthWork } from './month-work.js';
import { rigidRelaxation } from './rigid.js';
import { MORE_PASSES, MORE_STEP, searcher } from './searcher.js';

/** Number of passes when starting without prices. */
const PASSES = 150;
/** First step when starting without prices, as a share of the mean price. */
const FIRST_STEP = 0.3;

/** Bounds on the value of any schedule of a month, for jobs that stay at their point and for jobs that may move. */
export interface MonthBounds {
  readonly rigid: MonthBound;
  /** Bound for jobs that may move; at least the rigid one. */
  readonly malleable: MonthBound;
}

export interface MonthBoundOptions {
  /** Price of energy, value/J (default 0). */
  readonly perJ?: number;
  /** Number of price slots; by default chosen from the jobs' times. */
  readonly slots?: number;
}

/**
 * Proves both kinds of bounds on value minus priced energy of every schedule of a month, with each job inside one node
 * at a time (docs/jobs/bound.md). A step of the control is one pass over all jobs; if stopped, the bounds are valid but
 * larger.
 * @param points points that jobs run at, or that dominate these
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
