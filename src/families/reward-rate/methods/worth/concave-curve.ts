/** The line atZero + slope x above a curve, x being the distance from its start. */
export interface Line {
  readonly atZero: number;
  readonly slope: number;
}

/** Point of a curve with a line that touches it there and lies nowhere below it. */
export interface Tight {
  /** Distance from the start; Infinity if the line is level and touches the curve far out. */
  readonly at: number;
  readonly value: number;
  readonly line: Line;
  /** True if a plan attains the value; false if it includes penalties. */
  readonly hasPlan: boolean;
}

/**
 * Concave, piecewise linear curve from 0 to `farthest`; `at` returns null if a point could not be computed or the
 * search was stopped.
 */
export interface Curve {
  readonly at: (distance: number) => Promise<Tight | null>;
  readonly farthest: number;
  /** Difference of values that counts as rounding. */
  readonly tolerance: number;
  /** Distance that counts as rounding. */
  readonly near: number;
  /** Difference of slopes that counts as rounding. */
  readonly noise: number;
}

/** End of the part of a curve on which a test of the slope holds. */
export interface End {
  readonly at: number;
  /** Slope beyond the end of the curve; null if unknown. */
  readonly beyond: number | null;
  /** True if plans exist beyond the end of the curve. */
  readonly hasPlan: boolean;
}

/** One side of a curve's start: the slope there and where it ends. */
export interface Side {
  readonly slope: number;
  /** End of this slope; null if it holds up to the farthest distance. */
  readonly end: End | null;
  readonly points: Tight[];
}

/**
 * Maximum number of points computed to find one end; a point finds one line of the curve, of which there are usually
 * two to six.
 */
const MAX_POINTS = 40;
/** Relative difference within which slopes are equal. Our choice: far above the errors of LP prices. */
const SAME_SLOPE = 1e-6;

/**
 * Returns where the first part of the curve, on which the slope passes `isSame`, ends; null if it passes up to the
 * farthest distance, 'open' if no answer was found. Slopes larger than a passing one must pass, too. Passing and
 * failing lines are brought together until they cross on the curve. New points are added to `points`.
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

/** Returns the slope of the curve just after its start and where it ends; null if not found. @param start point at 0 */
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
