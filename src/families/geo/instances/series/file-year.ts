import { MS_PER_DAY } from '../../../../../models/units.js';
import { type Calendar, endMs } from './calendar.js';
import { civilDate, dayNumberOf } from '../../../../instances/time/civil.js';
import { clockOffsetMs, type FileClock, shown } from '../../../../instances/time/file-clock.js';

/** Part of the horizon, with the time to which it corresponds in a file (e.g. the same date of another year). */
export interface FileStretch {
  /** Beginning of the part in the file's time, ms since 1970 in UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Time in the file minus time in the horizon, ms; 0 if the file is for the same year. */
  readonly aheadMs: number;
  /** True for a 29 February that the file's year lacks; the part is then mapped to the 28th. */
  readonly leapDay: boolean;
}

/**
 * Maps the horizon to times of a file. If `year` is given, every day is mapped to the same date of that year. A horizon
 * that crosses New Year therefore continues with January of that year.
 *
 * Of a local time that the clock shows twice, the first is taken. For a local time that the clock skips, the time
 * shifted by the offset change is taken.
 */
export function fileStretches(calendar: Calendar, clock: FileClock, year: number | undefined): FileStretch[] {
  const [startMs, stopMs] = [calendar.startMs, endMs(calendar)];
  if (year === undefined) return [{ fromMs: startMs, toMs: stopMs, aheadMs: 0, leapDay: false }];
  const stretches: FileStretch[] = [];
  for (let at = startMs; at < stopMs;) {
    const segment = clock.around(at).find(({ toMs }) => at < toMs)!;
    const clockMs = at + segment.offsetMs;
    const day = Math.floor(clockMs / MS_PER_DAY);
    const { month, day: dayOfMonth } = civilDate(day);
    const same = dayNumberOf({ year, month, day: dayOfMonth });
    const target = same ?? dayNumberOf({ year, month: 2, day: 28 })!;
    const inFile = clockMs + (target - day) * MS_PER_DAY;
    const [first] = shown(clock, inFile, inFile + 1);
    const fromMs = first?.fromMs ?? inFile - clockOffsetMs(clock, inFile - clockOffsetMs(clock, inFile) - MS_PER_DAY);
    // As far as neither day, nor offset here, nor offset there changes.
    const there = clock.around(inFile).find(({ toMs }) => fromMs < toMs)!;
    const ahead = fromMs - at;
    const skipEnd = first === undefined ? at + there.fromMs + there.offsetMs - inFile : Infinity;
    const next = Math.min(stopMs, (day + 1) * MS_PER_DAY - segment.offsetMs, segment.toMs, there.toMs - ahead, skipEnd);
    const toMs = Number.isFinite(next) && next > at ? next : stopMs;
    stretches.push({ fromMs, toMs: toMs + ahead, aheadMs: ahead, leapDay: same === undefined });
    at = toMs;
  }
  return stretches;
}
