import { NO_PARTS, type PartStore } from '../runs/store/part-store.js';

/** Request to solve points: single runs of a sweep, a Pareto front or a day. */
export interface PointsRequest<Point, Answer> {
  /**
   * The points in order, or a function that returns the next point from the points solved so far; null ends the series.
   */
  readonly points: readonly Point[] | ((found: readonly FoundPoint<Point, Answer>[]) => Point | null);
  /** Returns the result of a point; null if interrupted. An error that it throws ends the whole call. */
  readonly solve: (point: Point) => Promise<Answer | null>;
  readonly interrupted: () => boolean;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  /** Number of points solved at the same time; default 1. */
  readonly workers?: number;
  /** Store in which results are saved at once, and from which earlier ones are read; default none. */
  readonly parts?: PartStore | undefined;
  /** Returns a digest of all that determines a point's result, by which it is found in `parts`. */
  readonly digest?: (point: Point) => string;
  /** Returns true if a result may be saved in `parts`; by default all may. */
  readonly isKept?: (answer: Answer) => boolean;
  /**
   * Called with the number `done` of points with a result: once for those read from `parts`, then after each solved
   * one. `beforeS` is the time that stored results took, s.
   */
  readonly onPoint?: (done: number, last: FoundPoint<Point, Answer> | null, beforeS: number) => void;
}

/** A solved point with its result. */
export interface FoundPoint<Point, Answer> {
  readonly point: Point;
  readonly answer: Answer;
}

export interface FoundPoints<Point, Answer> {
  /** Points with a result, in their order. */
  readonly found: readonly FoundPoint<Point, Answer>[];
  /** Number of points without a result because of an interrupt. */
  readonly left: number;
  /** Time of this call, s, plus the time that reused results took when they were computed. */
  readonly totalS: number;
}

/** A result in the store, with the time that it took, s. */
interface StoredAnswer<Answer> {
  readonly answer: Answer;
  readonly timeS: number;
}

/**
 * Returns the points with their results. Stored results are read; others are solved in order, `workers` at the same
 * time. After an interrupt, returns the points solved so far.
 */
export async function solvePoints<Point, Answer>(
  request: PointsRequest<Point, Answer>,
): Promise<FoundPoints<Point, Answer>> {
  const { points, solve, interrupted, nowS, workers = 1, parts = NO_PARTS, digest, isKept, onPoint } = request;
  const startS = nowS();
  const known = Array.isArray(points) ? (points as readonly Point[]) : [];
  const places: (FoundPoint<Point, Answer> | null)[] = [];
  let beforeS = 0;
  for (const point of known) {
    const stored = digest === undefined ? null : (parts.read(digest(point)) as StoredAnswer<Answer> | null);
    beforeS += stored?.timeS ?? 0;
    places.push(stored === null ? null : { point, answer: stored.answer });
  }
  const found = (): FoundPoint<Point, Answer>[] => places.flatMap((one) => one ?? []);
  const waiting = [...places.keys()].filter((n) => places[n] === null);
  let done = known.length - waiting.length;
  onPoint?.(done, null, beforeS);
  let isCut = false;
  const nextPoint = (): readonly [place: number, point: Point] | null => {
    if (typeof points !== 'function') {
      const place = waiting.shift();
      return place === undefined ? null : [place, known[place]!];
    }
    const point = points(found());
    return point === null ? null : [places.length, point];
  };
  const lane = async (): Promise<void> => {
    while (!isCut && !interrupted()) {
      const next = nextPoint();
      if (next === null) return;
      const [place, point] = next;
      const fromS = nowS();
      let answer: Answer | null;
      try {
        answer = await solve(point);
      } catch (error) {
        isCut = true;
        throw error;
      }
      if (answer === null) {
        isCut = true;
        return;
      }
      const stored: StoredAnswer<Answer> = { answer, timeS: nowS() - fromS };
      if (digest !== undefined && isKept?.(answer) !== false) parts.keep(digest(point), stored);
      places[place] = { point, answer };
      onPoint?.(++done, places[place], beforeS);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(1, workers) }, lane));
  const failed = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed !== undefined) throw failed.reason;
  const all = found();
  return { found: all, left: Math.max(0, known.length - all.length), totalS: nowS() - startS + beforeS };
}
