import { MS_PER_MIN, NS_PER_MS } from '../../../models/units.js';
import { Temporal } from 'temporal-polyfill';
import { NameSet } from '../consistency-names.js';
import type { LocalFault } from '../fault.js';
import { utcText } from './civil.js';

/** A time interval in which a time zone keeps one offset from UTC, ms since 1970 in UTC. */
export interface OffsetSegment {
  readonly fromMs: number;
  readonly toMs: number;
  /** Local time minus UTC, ms. */
  readonly offsetMs: number;
}

/** Text for messages on which names of time zones are accepted. */
const ALLOWED = 'a time zone of the IANA data base such as America/Los_Angeles, or UTC';

/** Zone names that look like a zone with daylight saving but mean standard time, with advice on the name meant. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['EST', 'write America/New_York, or America/Panama where the clocks never change'],
  ['MST', 'write America/Denver, or America/Phoenix where the clocks never change'],
  ['HST', 'write Pacific/Honolulu'],
]);

/**
 * Returns the fault of a name that is not in the IANA data base, such as "+05:30"; undefined if the name is valid.
 * Similar names are suggested from `zones`.
 */
export function zoneFault(name: string, path: string, zones?: NameSet): LocalFault | undefined {
  const abbreviated = ABBREVIATIONS.get(name.toUpperCase());
  if (abbreviated !== undefined) {
    return { path, value: name, allowed: ALLOWED, remedy: `"${name}" has no daylight saving time: ${abbreviated}.` };
  }
  if (/^[A-Za-z][\w+\-/]*$/.test(name)) {
    try {
      zoned(0, name);
      return undefined;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return { path, value: name, allowed: ALLOWED, remedy: `${(zones ?? zoneNames()).suggestion(name)}Correct the name.` };
}

/** Returns all names of time zones, from which messages suggest a similar one. */
export function zoneNames(): NameSet {
  return new NameSet(['UTC', ...Intl.supportedValuesOf('timeZone')]);
}

/** Returns the intervals of constant offset from UTC of a time zone, in order and without gaps over [fromMs, toMs). */
export function offsetSegments(zone: string, fromMs: number, toMs: number): OffsetSegment[] {
  const segments: OffsetSegment[] = [];
  for (let at = zoned(fromMs, zone); at.epochMilliseconds < toMs;) {
    const next = at.getTimeZoneTransition('next');
    const end = next === null ? toMs : Math.min(toMs, next.epochMilliseconds);
    segments.push({ fromMs: at.epochMilliseconds, toMs: end, offsetMs: at.offsetNanoseconds / NS_PER_MS });
    if (next === null || end === toMs) break;
    at = next;
  }
  return segments;
}

/** Returns the offset from UTC in force at an instant, ms. */
export function offsetAt(segments: readonly OffsetSegment[], ms: number): number {
  return (segments.find(({ toMs }) => ms < toMs) ?? segments.at(-1)!).offsetMs;
}

/** Returns the offset from UTC that a text such as "+05:30" means, ms; undefined for any other text. */
export function fixedOffsetMs(text: string): number | undefined {
  const match = /^([+-])(\d{2}):([0-5]\d)$/.exec(text);
  if (match === null || Number(match[2]) > 14) return undefined;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * MS_PER_MIN;
}

/** Returns an offset as text, such as "+05:30". */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MS_PER_MIN));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Returns an instant's local time with its offset, such as "2017-11-05T01:00-07:00". The offset tells apart the two
 * passes of an hour that clocks repeat.
 */
export function localText(ms: number, offsetMs: number): string {
  return `${utcText(ms + offsetMs).slice(0, -1)}${offsetText(offsetMs)}`;
}

export type Resolved =
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly fault: Omit<LocalFault, 'path'> };

/** Returns the instant, ms since 1970 in UTC, of a local time; refuses one that clocks skip or show twice. */
export function instantOf(local: string, zone: string): Resolved {
  const allowed = 'a local time such as "2017-07-12T00:00" that the clocks show exactly once';
  const refuse = (remedy: string): Resolved => ({ ok: false, fault: { value: local, allowed, remedy } });
  let clock: Temporal.PlainDateTime;
  try {
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) throw new RangeError(local);
    clock = Temporal.PlainDateTime.from(local);
    if (clock.year < 1970 || clock.year > 2200) throw new RangeError(local);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('Write date and time as "YYYY-MM-DDTHH:MM", between 1970 and 2200.');
  }
  const earlier = clock.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = clock.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { ok: true, ms: earlier.epochMilliseconds };
  const [first, second] = [earlier, later].map((time) => utcText(time.epochMilliseconds).slice(0, -1));
  if (earlier.toPlainDateTime().equals(clock)) {
    return refuse(
      `The clocks of ${zone} show this time twice. Set timeZone to "UTC" and start to "${first!}" for the first or "${second!}" for the second.`,
    );
  }
  const gapEnd = earlier.getTimeZoneTransition('next') ?? later;
  return refuse(
    `The clocks of ${zone} skip this time. The next one they show is "${gapEnd.toPlainDateTime().toString({ smallestUnit: 'minute' })}".`,
  );
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}
