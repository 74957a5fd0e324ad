import { type FileClock, shown } from '../time/file-clock.js';
import type { StampFault, TimeStamp } from '../time/time-stamp.js';

/**
 * Returns true if a file stamps each interval with its local beginning plus its length, even where clocks change.
 *
 * In autumn such a stamp differs from what clocks show at the interval's end. Both passes of the repeated hour then end
 * at 03:00 in the file, although clocks show 02:00 and 03:00.
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
