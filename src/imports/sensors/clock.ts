import { MS_PER_S } from '../../../models/units.js';
import { decimal } from '../../instances/time/number-style.js';
import { type FileClock, localClock, shown } from '../../instances/time/file-clock.js';
import { type DateOrder, parseTimeStamp, stampAdvice, type StampFault } from '../../instances/time/time-stamp.js';

/** Number of seconds since 1970 from which a number is a time, and below which it counts from a start: 1973. Our choice. */
const MIN_EPOCH_S = 1e8;
/** Numbers from which times are in milliseconds, and in microseconds, since 1970. */
const [MIN_MS, MIN_US] = [1e11, 1e14];

/** A time as a cell states it. */
export interface Stated {
  /** Instant, ms since 1970 in UTC, or local time where no offset is stated, or ms since an unknown start. */
  readonly ms: number;
  readonly of: 'instant' | 'local' | 'start';
}

/** Returns the time in a cell, or why it is none. */
export function statedTime(text: string, order: DateOrder): Stated | StampFault {
  const number = decimal(text);
  if (!Number.isNaN(number)) {
    if (number >= MIN_US) return { ms: number / MS_PER_S, of: 'instant' };
    if (number >= MIN_MS) return { ms: number, of: 'instant' };
    return { ms: number * MS_PER_S, of: number >= MIN_EPOCH_S ? 'instant' : 'start' };
  }
  const fraction = /:\d{2}[.,](\d{1,9})/.exec(text);
  const stamp = parseTimeStamp(fraction === null ? text : text.replace(/(:\d{2})[.,]\d+/, '$1'), order);
  if (typeof stamp === 'string') return stamp;
  const partMs = fraction === null ? 0 : Math.round(Number(`0.${fraction[1]!}`) * MS_PER_S);
  const { clockMs, offsetMs } = stamp;
  if (offsetMs === undefined) return { ms: clockMs + partMs, of: 'local' };
  return { ms: clockMs - offsetMs + partMs, of: 'instant' };
}

/** Returns why a time cannot be read, as a reason of the quarantine. */
export function timeReason(fault: StampFault): string {
  return `row without a time that can be read: ${stampAdvice(fault, '').allowed}`;
}

/** Turns local times into instants; of an hour that clocks show twice, the order of the rows tells the pass. */
export class LocalTimes {
  readonly #clock: FileClock;
  readonly #last = new Map<string, number>();
  /** Number of rows whose time the clocks show twice. */
  twice = 0;

  /**
   * @param zone a zone of the IANA data base
   * @param order `isDescending`: the newest rows come first; `hasMessages`: rows of one time may follow each other
   */
  constructor(
    zone: string,
    private readonly order: { readonly isDescending: boolean; readonly hasMessages: boolean },
  ) {
    this.#clock = localClock(zone);
  }

  /**
   * Returns the instant of a local time, ms since 1970 in UTC; null for one that the clocks skip.
   *
   * @param row what rows have in common that follow each other in time: the names of their sensor
   */
  instant(clockMs: number, row: string): number | null {
    const passes = shown(this.#clock, clockMs, clockMs + 1).map(({ fromMs }) => fromMs);
    if (passes.length === 0) return null;
    const { isDescending, hasMessages } = this.order;
    const sign = isDescending ? -1 : 1;
    const last = this.#last.get(row);
    const ordered = isDescending ? passes.toReversed() : passes;
    const follows = (ms: number): boolean =>
      last === undefined || sign * (ms - last) > 0 || (hasMessages && ms === last);
    const chosen = ordered.find(follows) ?? ordered.at(-1)!;
    if (passes.length > 1) this.twice += 1;
    this.#last.set(row, chosen);
    return chosen;
  }
}
