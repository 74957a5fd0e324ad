import { MS_PER_DAY, MS_PER_MIN } from '../../../../../models/units.js';
import type { Tariff } from '../../../../../models/families/geo/instance.js';
import type { SeriesDemandPeriod } from '../../../../../models/families/geo/series.js';
import { type Calendar, endMs, spreadOver } from './calendar.js';

import { tariffDays } from './tariff-days.js';
import type { OffsetSegment } from '../../../../instances/time/zone.js';

/** A time interval within one period of a tariff, ms since 1970 in UTC. */
export interface TariffSlice {
  readonly fromMs: number;
  readonly toMs: number;
  /** Index into `tariff.seasons`. */
  readonly season: number;
  /** Index into the season's `periods`. */
  readonly period: number;
}

/**
 * Divides time into intervals within one period of a valid tariff.
 *
 * @param segments UTC offsets of the local clock
 */
export function tariffSlices(tariff: Tariff, segments: readonly OffsetSegment[]): TariffSlice[] {
  const dayOf = tariffDays(tariff);
  const slices: TariffSlice[] = [];
  for (const { fromMs, toMs, offsetMs } of segments) {
    const first = Math.floor((fromMs + offsetMs) / MS_PER_DAY);
    for (let day = first; day * MS_PER_DAY - offsetMs < toMs; day++) {
      const { season, stretches } = dayOf(day);
      const midnight = day * MS_PER_DAY - offsetMs;
      for (const { fromMinute, toMinute, period } of stretches) {
        const from = Math.max(fromMs, midnight + fromMinute * MS_PER_MIN);
        const to = Math.min(toMs, midnight + toMinute * MS_PER_MIN);
        if (from < to) slices.push({ fromMs: from, toMs: to, season, period });
      }
    }
  }
  return slices;
}

/**
 * Returns the fraction of each epoch that lies in each tariff period, indexed [season][period][epoch]. The fractions of
 * an epoch sum to 1.
 */
export function tariffShares(tariff: Tariff, segments: readonly OffsetSegment[], calendar: Calendar): Float64Array[][] {
  const shares = tariff.seasons.map(({ periods }) => periods.map(() => new Float64Array(calendar.epochCount)));
  for (const { fromMs, toMs, season, period } of tariffSlices(tariff, segments)) {
    spreadOver(calendar, fromMs, Math.min(toMs, endMs(calendar)), (epoch, share) => {
      shares[season]![period]![epoch]! += share;
    });
  }
  return shares;
}

export interface TariffSeries {
  /** Price averaged over the duration of each epoch, USD/kWh. */
  readonly usdPerKwh: Float64Array;
  readonly demandPeriods: readonly SeriesDemandPeriod[];
}

/**
 * Returns prices by epoch and demand charges.
 *
 * @param segments UTC offsets of the local clock over the calendar
 */
export function tariffSeries(tariff: Tariff, segments: readonly OffsetSegment[], calendar: Calendar): TariffSeries {
  const shares = tariffShares(tariff, segments, calendar);
  const usdPerKwh = new Float64Array(calendar.epochCount);
  const demandPeriods: SeriesDemandPeriod[] = [];
  for (const [s, season] of tariff.seasons.entries()) {
    const ofSeason = new Float64Array(calendar.epochCount);
    for (const [p, period] of season.periods.entries()) {
      const share = shares[s]![p]!;
      for (let t = 0; t < share.length; t++) {
        usdPerKwh[t]! += share[t]! * period.usdPerKwh;
        ofSeason[t]! += share[t]!;
      }
      addDemand(demandPeriods, `${season.name} ${period.name}`, period.demandUsdPerKwMonth ?? 0, share);
    }
    addDemand(demandPeriods, `${season.name} at any time`, season.demandUsdPerKwMonth ?? 0, ofSeason);
  }
  return { usdPerKwh, demandPeriods };
}

function addDemand(periods: SeriesDemandPeriod[], name: string, usdPerKwMonth: number, share: Float64Array): void {
  const epochs = [...share.keys()].filter((t) => share[t]! > 0);
  if (usdPerKwMonth > 0 && epochs.length > 0) periods.push({ name, usdPerKwMonth, epochs });
}
