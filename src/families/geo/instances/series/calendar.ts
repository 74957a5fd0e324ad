import { MS_PER_H, MS_PER_MIN } from '../../../../../models/units.js';
import type { Horizon } from '../../../../../models/families/geo/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';

import { instantOf, type OffsetSegment, offsetAt, zoneFault } from '../../../../instances/time/zone.js';

/** The epochs of a horizon as instants: [startMs + t epochMs, startMs + (t + 1) epochMs), ms since 1970 in UTC. */
export interface Calendar {
  readonly startMs: number;
  readonly epochMs: number;
  readonly epochCount: number;
}

export type JudgedCalendar =
  | { readonly ok: true; readonly calendar: Calendar }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Returns the epochs of a horizon as instants, or all faults of the horizon with paths below `horizon`. */
export function calendarOf({ start, timeZone, epochs, epochMinutes }: Horizon): JudgedCalendar {
  const faults: LocalFault[] = [];
  if (!Number.isInteger(epochMinutes) || epochMinutes < 1 || 1440 % epochMinutes !== 0) {
    const remedy = 'Choose a length of which a day of 24 hours holds a whole number.';
    const allowed = 'whole minutes that divide a day: 5, 10, 15, 30, 60, 120, ...';
    faults.push({ path: 'horizon.epochMinutes', value: epochMinutes, allowed, remedy });
  }
  if (!Number.isInteger(epochs) || epochs < 1) {
    const remedy = 'Give the number of epochs.';
    faults.push({ path: 'horizon.epochs', value: epochs, allowed: 'a whole number, at least 1', remedy });
  }
  const zone = zoneFault(timeZone, 'horizon.timeZone');
  if (zone !== undefined) return { ok: false, faults: [...faults, zone] };
  const resolved = instantOf(start, timeZone);
  if (!resolved.ok) faults.push({ path: 'horizon.start', ...resolved.fault });
  if (!resolved.ok || faults.length > 0) return { ok: false, faults };
  return { ok: true, calendar: { startMs: resolved.ms, epochMs: epochMinutes * MS_PER_MIN, epochCount: epochs } };
}

export function epochBeginMs({ startMs, epochMs }: Calendar, epoch: number): number {
  return startMs + epoch * epochMs;
}

export function endMs(calendar: Calendar): number {
  return epochBeginMs(calendar, calendar.epochCount);
}

/** Returns the local time at the middle of an epoch, in hours from midnight, 0 to 24. */
export function localHourOfMiddle(calendar: Calendar, epoch: number, segments: readonly OffsetSegment[]): number {
  const middle = epochBeginMs(calendar, epoch) + calendar.epochMs / 2;
  return ((middle + offsetAt(segments, middle)) / MS_PER_H) % 24;
}

/** Calls `visit` for every epoch that overlaps [fromMs, toMs), with the fraction of the epoch in that interval. */
export function spreadOver(
  { startMs, epochMs, epochCount }: Calendar,
  fromMs: number,
  toMs: number,
  visit: (epoch: number, share: number) => void,
): void {
  const first = Math.max(0, Math.floor((fromMs - startMs) / epochMs));
  for (let epoch = first; epoch < epochCount; epoch++) {
    const begin = startMs + epoch * epochMs;
    if (begin >= toMs) return;
    const overlap = Math.min(toMs, begin + epochMs) - Math.max(fromMs, begin);
    if (overlap > 0) visit(epoch, overlap / epochMs);
  }
}
