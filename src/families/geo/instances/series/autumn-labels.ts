import type { LocalClock } from './local-clock.js';
import type { TimeStamp } from './time-stamp.js';

/**
 * Test whether local ends of intervals are written as their beginnings plus the interval, and not as clocks show them:
 * then the end of the hour that autumn repeats is there twice (03:00 and 03:00), though clocks show it once (02:00 and
 * 03:00).
 */
export function areBeginningsMoved(
  stamps: Iterable<TimeStamp | undefined>,
  intervalMs: number,
  clock: LocalClock,
): boolean {
  const ends = new Set<number>();
  for (const stamp of stamps) {
    if (stamp === undefined || stamp.offsetMs !== undefined) continue;
    const { clockMs } = stamp;
    if (clock(clockMs - intervalMs).length < 2 || clock(clockMs).length !== 1) continue;
    if (ends.has(clockMs)) return true;
    ends.add(clockMs);
  }
  return false;
}
