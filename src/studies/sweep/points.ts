import { NO_PARTS, type PartStore } from '../../runs/store/part-store.js';

/** Request for the points of a sweep, each a run of its family. */
export interface PointsRequest<Point, Answer> {
  /** Points in their order; or the next one in view of those found so far, null at the end. */
  readonly points: readonly Point[] | ((found: readonly FoundPoint<Point, Answer>[]) => Point | null);
  /** Returns the answer of a point; null if it was cut short. Whatever it throws ends the sweep. */
  readonly solve: (point: Point) => Promise<Answer | null>;
  readonly interrupted: () => boolean;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  /** Number of points made at a time; 1 by default. */
  readonly workers?: number;
  /** Store in which answers are kept as soon as they are made, and from which they are taken; none by default. */
  readonly parts?: PartStore;
  /** Returns the digest of all that the answer of a point depends on; needed with `parts`. */
  readonly digest?: (point: Point) => string;
  /** Returns true if an answer may be kept; all may by default. */
  readonly isKept?: (answer: Answer) => boolean;
  /** Receiver of how many points are there: first of those taken from the store, then with each that was made. */
  readonly onPoint?: (done: number, last: FoundPoint<Point, Answer> | null, beforeS: number) => void;
}

/** A point with its answer. */
export interface FoundPoint<Point, Answer> {
  readonly point: Point;
  readonly answer: Answer;
}

export interface FoundPoints<Point, Answer> {
  /** Points with an answer, in their order. */
  readonly found: readonly FoundPoint<Point, Answer>[];
  /** Number of points that an interrupt left out. */
  readonly left: number;
  /** Time that the points took, those of earlier sweeps included, s. */
  readonly totalS: number;
}

/** Answer in a store, and the time that it took, s. */
interface StoredAnswer<Answer> {
  readonly answer: Answer;
  readonly timeS: number;
}

/**
 * Returns the points of a sweep with their answers: those that the store holds are taken from it, the others are begun
 * in order, `workers` at a time. An interrupt ends it with the points that there are.
 */
export async function sweptPoints<Point, Answer>(
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
