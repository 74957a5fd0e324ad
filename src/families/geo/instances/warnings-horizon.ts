import type { GeoInstance } from '../../../../models/problems/geo/instance.js';
import { calendarOf, endMs } from './series/calendar.js';
import { civilDate, DAY_MS, utcText } from './series/civil.js';
import { offsetAt, offsetSegments } from './series/zone.js';

/** Demand charges are charged once per horizon: right within a month. */
const MONTH_DAYS = 31;

/** What dates and lengths of an instance without faults make doubtful. */
export function horizonWarnings(instance: GeoInstance): string[] {
  const { horizon, rules } = instance;
  const judged = calendarOf(horizon);
  if (!judged.ok) return [];
  const { startMs } = judged.calendar;
  const end = endMs(judged.calendar);
  // A segment of the instant `end` itself: the clocks may change at that very midnight.
  const segments = offsetSegments(horizon.timeZone, startMs, end + 1);
  const localStart = startMs + offsetAt(segments, startMs);
  const localEnd = end + offsetAt(segments, end);
  const warnings: string[] = [];
  if (horizon.boundary === 'cyclic' && (localEnd - localStart) % DAY_MS !== 0) {
    warnings.push(
      `horizon.boundary: cyclic, but the clocks of ${horizon.timeZone} show ${clock(localStart)} at its beginning and ${clock(localEnd)} at its end.`,
    );
  }
  if ((rules.demandChargeShare ?? 0) > 0 && end - startMs > MONTH_DAYS * DAY_MS) {
    warnings.push(
      `rules.demandChargeShare: the horizon has ${(end - startMs) / DAY_MS} days, but each demand charge is charged once: plan month by month.`,
    );
  }
  const years = [localStart, localEnd - 1].map((ms) => civilDate(Math.floor(ms / DAY_MS)).year);
  return [...warnings, ...holidayWarnings(instance, [...new Set(years)])];
}

/** A list of holidays that ends before the horizon prices them as other days. */
function holidayWarnings({ dataCentres, tariffs }: GeoInstance, years: readonly number[]): string[] {
  const used = new Set(dataCentres.flatMap(({ price }) => (price.source === 'tariff' ? [price.tariff] : [])));
  return Object.entries(tariffs).flatMap(([name, { holidays = [] }]) => {
    const without = years.filter((year) => !holidays.some((date) => date.startsWith(`${year}-`)));
    if (!used.has(name) || holidays.length === 0 || without.length === 0) return [];
    return [`tariffs: the holidays of "${name}" name no day of ${without.join(' or ')}, when the horizon is.`];
  });
}

function clock(localMs: number): string {
  return utcText(localMs).slice(11, 16);
}
