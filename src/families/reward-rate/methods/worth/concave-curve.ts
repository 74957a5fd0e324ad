/**
 * Line on or above a curve, reward/s. Its value at distance x from the curve's start is
 *
 * atZero + slope x
 */
export interface Line {
  readonly atZero: number;
  readonly slope: number;
}

/** Point of a concave curve with a supporting line: the line touches the curve there and nowhere lies below it. */
export interface Tight {
  /** Distance from the curve's start; Infinity if the line is level and touches only beyond all distances tried. */
  readonly at: number;
  readonly value: number;
  readonly line: Line;
  /** True if a plan attains `value`; false if `value` includes penalties for violated limits. */
  readonly hasPlan: boolean;
}

/**
 * Best reward as a function of the amount by which a limit is changed (the distance, 0 to `farthest`): concave and
 * piecewise linear. `at` computes one point; null if there was no answer or the search was stopped.
 */
export interface Curve {
  readonly at: (distance: number) => Promise<Tight | null>;
  readonly farthest: number;
  /** Two values of the curve count as equal if they differ by at most this, reward/s. */
  readonly tolerance: number;
  /** Two distances (changes of the limit) count as equal if they differ by at most this, in the limit's unit. */
  readonly near: number;
  /** Two slopes of the curve count as equal if they differ by at most this, reward/s per unit of the limit. */
  readonly noise: number;
}

/**
 * End of the part of a curve whose slopes pass a test, such as equality with the first slope. `at` is the distance of
 * this end from the curve's start.
 */
export interface End {
  readonly at: number;
  /** Slope of the curve just beyond this end, reward/s per unit of the limit; null if unknown. */
  readonly beyond: number | null;
  /** True if plans exist beyond this point. */
  readonly hasPlan: boolean;
}

/** Slope of a curve just after its start, and where it ends. */
export interface Side {
  readonly slope: number;
  /** Where the slope ends; null if it holds up to the farthest distance. */
  readonly end: End | null;
  readonly points: Tight[];
}

/** Maximum number of points to find where a slope ends. Each finds a straight piece; there are usually two to six. */
const MAX_POINTS = 40;
/** Relative difference at which slopes still count as equal. Ours: far above the errors of LP dual values. */
const SAME_SLOPE = 1e-6;

/**
 * Returns the end of the part of a concave curve whose slopes pass `isSame`. Null if the slopes pass up to the farthest
 * distance; 'open' if no answer was found. If a slope passes, all larger slopes must pass, too.
 *
 * The last passing and the first failing line are intersected. The curve's point there gives a new line, until the
 * intersection lies on the curve. New points are added to `points`.
 */
export async function endOf(
  curve: Curve,
  points: Tight[],
  isSame: (slope: number) => boolean,
): Promise<End | null | 'open'> {
  const ask = async (at: number): Promise<Tight | null> => {
    const point = await curve.at(at);
    if (point !== null) points.push(point);
    return point;
  };
  const passing = (): Tight[] => points.filter(({ line }) => isSame(line.slope)).sort((a, b) => b.at - a.at);
  const failing = (): Tight[] => points.filter(({ line }) => !isSame(line.slope)).sort((a, b) => a.at - b.at);
  if (failing().length === 0 && (await ask(curve.farthest)) === null) return 'open';
  for (let n = 0; n < MAX_POINTS; n++) {
    const [left] = passing();
    const [right] = failing();
    if (left === undefined) return 'open';
    if (right === undefined) return null;
    const crossing = (right.line.atZero - left.line.atZero) / (left.line.slope - right.line.slope);
    const at = Math.min(curve.farthest, Math.max(0, crossing));
    const found: End = { at, beyond: right.line.slope, hasPlan: right.hasPlan };
    if (at <= curve.near) return { ...found, at: 0 };
    const point = await curve.at(at);
    if (point === null) return 'open';
    const reached = left.line.atZero + left.line.slope * at;
    // On the curve, or the new line tells nothing new.
    if (point.value >= reached - curve.tolerance) return found;
    const passes = isSame(point.line.slope);
    if (passes ? point.at <= left.at : point.at >= right.at) return 'open';
    points.push(point);
  }
  return 'open';
}

/**
 * Returns the slope of the curve just after its start and where this slope ends; null if not found.
 *
 * @param start the curve's point at distance 0
 */
export async function sideOf(curve: Curve, start: Tight): Promise<Side | null> {
  const points: Tight[] = [start];
  let { slope } = start.line;
  for (let n = 0; n < MAX_POINTS; n++) {
    const own = slope;
    const end = await endOf(curve, points, (other) => other >= own - SAME_SLOPE * Math.abs(own) - curve.noise);
    if (end === 'open') return null;
    // Where no plan is beyond, what comes next is a penalty, no price.
    if (end === null || end.at > 0 || end.beyond === null || !end.hasPlan) return { slope: own, end, points };
    // A line that touches the start only: what comes next begins right there.
    slope = end.beyond;
  }
  return null;
}
