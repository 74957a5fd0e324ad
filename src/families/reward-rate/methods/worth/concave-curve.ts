/** Line above a curve, in the distance from its start. */
export interface Line {
  readonly atZero: number;
  readonly slope: number;
}

/** Point of a curve, with a line that is nowhere below the curve and touches it there. */
export interface Tight {
  /** Distance; Infinity if the line is level and is reached far out. */
  readonly at: number;
  readonly value: number;
  readonly line: Line;
  /** True if a plan attains the value; false if it contains a penalty. */
  readonly hasPlan: boolean;
}

/**
 * Concave, piecewise linear curve from 0 to `farthest`, by its points; a point is null if it could not be computed, or
 * once none may be any more.
 */
export interface Curve {
  readonly at: (distance: number) => Promise<Tight | null>;
  readonly farthest: number;
  /** Difference of values that is rounding. */
  readonly tolerance: number;
  /** Distance that is rounding. */
  readonly near: number;
  /** Difference of slopes that is rounding. */
  readonly noise: number;
}

/** End of the part of a curve whose slope passes a test. */
export interface End {
  readonly at: number;
  /** Slope from there on; null if it is unknown. */
  readonly beyond: number | null;
  /** True if plans exist beyond. */
  readonly hasPlan: boolean;
}

/** One side of a curve's start: slope there, and where it ends. */
export interface Side {
  readonly slope: number;
  /** End of the slope itself; null if it holds to the farthest distance. */
  readonly end: End | null;
  readonly points: Tight[];
}

/** Maximum number of points for one end: each takes a line of the curve, of which there are usually two to six. */
const MAX_POINTS = 40;
/** Relative difference up to which slopes are equal: far above the errors of an LP's prices. */
const SAME_SLOPE = 1e-6;

/**
 * Returns the end of the part of the curve, from its start, on which the slope passes `isSame`; larger slopes than one
 * that passes must pass, too. Lines above the curve that pass and lines that do not are brought together: if two of
 * them cross on the curve, no other part lies between. Null if the slope passes to the farthest distance; 'open' if no
 * answer was found. `points` are those known so far; new ones are added to them.
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
 * Returns the slope of the curve just after its start, and its end; null if it was not found.
 * @param start point at 0.
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
