/**
 * Kinds of events of a simulation, in the order in which they are handled at equal times: tasks finish and arrive, the
 * past interval is measured, the facility's set-points are controlled, tasks are placed, and the next interval begins.
 */
export const EVENT_ORDER = ['finish', 'arrival', 'measure', 'control', 'decide', 'resume'] as const;
export type EventKind = (typeof EVENT_ORDER)[number];

/**
 * Queue of events, from which the earliest leaves first. Events are sorted by time (s), then kind (EVENT_ORDER), then
 * subject, a whole number: a core, a task, or 0. The order in which they were added makes no difference.
 *
 * An event that is already in the queue is not added twice. Binary heap: O(log n) to push or drop, with n events.
 */
export interface EventQueue {
  /** Time of the earliest event, s; Infinity if there is none. */
  readonly firstS: () => number;
  /** Kind of the earliest event. The queue must not be empty. */
  readonly firstKind: () => EventKind;
  readonly firstSubject: () => number;
  /**
   * Adds an event.
   *
   * @throws RangeError for a time that is not finite, and for a subject outside 0 .. 2^32 - 1.
   */
  readonly push: (timeS: number, kind: EventKind, subject: number) => void;
  /** Removes the earliest event and its duplicates. The queue must not be empty. */
  readonly drop: () => void;
}

/** Number of possible subjects of an event. Events compare as kind x SUBJECTS + subject, exact in a double. */
const SUBJECTS = 2 ** 32;
/** Least initial capacity of a queue, in events. */
const MIN_CAPACITY = 16;

/**
 * Returns an empty queue.
 *
 * @param capacity initial capacity in events; it grows when needed.
 */
export function eventQueue(capacity = MIN_CAPACITY): EventQueue {
  let times = new Float64Array(Math.max(MIN_CAPACITY, capacity));
  let ranks = new Float64Array(times.length);
  let size = 0;

  const grow = (): void => {
    const [moreTimes, moreRanks] = [new Float64Array(2 * size), new Float64Array(2 * size)];
    moreTimes.set(times);
    moreRanks.set(ranks);
    [times, ranks] = [moreTimes, moreRanks];
  };
  const isBefore = (timeS: number, rank: number, at: number): boolean =>
    timeS < times[at]! || (timeS === times[at]! && rank < ranks[at]!);
  const removeFirst = (): void => {
    size--;
    const timeS = times[size]!;
    const rank = ranks[size]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isBefore(times[child + 1]!, ranks[child + 1]!, child)) child++;
      if (!isBefore(times[child]!, ranks[child]!, size)) break;
      times[at] = times[child]!;
      ranks[at] = ranks[child]!;
      at = child;
    }
    times[at] = timeS;
    ranks[at] = rank;
  };

  return {
    firstS: () => (size === 0 ? Infinity : times[0]!),
    firstKind: () => EVENT_ORDER[Math.floor(ranks[0]! / SUBJECTS)]!,
    firstSubject: () => ranks[0]! % SUBJECTS,
    push(timeS, kind, subject) {
      if (!Number.isFinite(timeS)) throw new RangeError(`An event (${kind}) at ${timeS} s`);
      if (!(Number.isInteger(subject) && subject >= 0 && subject < SUBJECTS)) {
        throw new RangeError(`An event (${kind}) of ${subject}; subjects are whole numbers from 0 to ${SUBJECTS - 1}`);
      }
      if (size === times.length) grow();
      const rank = EVENT_ORDER.indexOf(kind) * SUBJECTS + subject;
      let at = size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!isBefore(timeS, rank, parent)) break;
        times[at] = times[parent]!;
        ranks[at] = ranks[parent]!;
        at = parent;
      }
      times[at] = timeS;
      ranks[at] = rank;
    },
    drop() {
      const timeS = times[0]!;
      const rank = ranks[0]!;
      do removeFirst();
      while (size > 0 && times[0] === timeS && ranks[0] === rank);
    },
  };
}
