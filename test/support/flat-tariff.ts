import type { Tariff, TariffPeriod } from '../../models/families/geo/instance.js';
import { EVERY_DAY } from '../../src/families/geo/instances/series/tariff-catalogue.js';

/** Tariff with one price at all hours. */
export function flatTariff(usdPerKwh: number, citation: string): Tariff {
  const when: TariffPeriod['when'] = [{ days: EVERY_DAY, from: '00:00', to: '24:00' }];
  return {
    citation,
    seasons: [{ name: 'year', from: '01-01', periods: [{ name: 'flat', usdPerKwh, when }] }],
    daylightSaving: { rule: 'clock' },
  };
}
