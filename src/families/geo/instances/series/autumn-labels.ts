import { type FileClock, shown } from './file-clock.js';
import type { StampFault, TimeStamp } from './time-stamp.js';

/**
 * Returns true if local interval ends are written as beginning plus interval length rather than as clocks show them:
 * then the hour repeated in autumn ends twice at the same time (03:00 and 03:00) instead of at 02:00 and 03:00.
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
