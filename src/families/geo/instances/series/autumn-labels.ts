import { type FileClock, shown } from './file-clock.js';
import type { StampFault, TimeStamp } from './time-stamp.js';

/**
 * Returns true if a file labels interval ends as local beginning plus interval length, and not as clocks show the end.
 * The two differ when clocks are set back in autumn: both passes of the repeated hour then end at 03:00 in the file,
 * although clocks show 02:00 and 03:00.
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
