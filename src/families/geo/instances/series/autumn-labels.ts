import { type FileClock, shown } from './file-clock.js';
import type { StampFault, TimeStamp } from './time-stamp.js';

/**
 * Returns true if local ends of intervals are written as their beginnings plus the interval, and not as clocks show
 * them: then the end of the hour that autumn repeats is there twice (03:00 and 03:00), though clocks show it once
 * (02:00 and 03:00).
 */
export function areBeginningsMoved(
  stamps: Iterable<TimeStamp | StampFault>,
  intervalMs: number,
  clock: FileClock,
): boolean {
  const times = (clockMs: number): number => shown(clock, clockMs, clockMs + 1).length;
  const ends = new Set<number>();
  for (const stamp of stamps) {
    if (typeof stamp === 'string' || stamp.offsetMs !== undefined) continue;
    const { clockMs } = stamp;
    if (times(clockMs - intervalMs) < 2 || times(clockMs) !== 1) continue;
    if (ends.has(clockMs)) return true;
    ends.add(clockMs);
  }
  return false;
}
