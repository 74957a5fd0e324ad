import type { DataCentre, GeoInstance, GeoRules, Horizon } from '../../models/families/geo/instance.js';
import { type FullGeoSeries, geoSeries } from '../../src/families/geo/instances/series/geo-series.js';
import { PGE_E19_2017_SECONDARY } from '../../src/families/geo/instances/series/tariff-catalogue.js';
import { flatTariff } from './flat-tariff.js';
import { randomGeoInstance } from './geo.js';

export interface GeoDayChanges {
  readonly horizon?: Partial<Horizon>;
  readonly centre?: Partial<DataCentre>;
  readonly surplus?: GeoRules['surplus'];
  readonly tariffs?: GeoInstance['tariffs'];
  readonly taskTypes?: GeoInstance['taskTypes'];
}

/** Instance of one data centre, two task types and four epochs, without sun and wind. */
export const BASE = randomGeoInstance(1, { centres: 1, taskTypes: 2, epochs: 4, renewables: 0 });

/** One centre in San Francisco with a flat tariff and 24 epochs of an hour; two task types. */
export function geoDay({ horizon, centre, surplus, tariffs, taskTypes }: GeoDayChanges = {}): GeoInstance {
  const arrivals = { meanPerS: 2, swing: 0.5, peakHour: 14.5, timeZone: 'America/New_York' };
  return {
    ...BASE,
    horizon: {
      start: '2017-07-12T00:00',
      timeZone: 'America/Los_Angeles',
      epochs: 24,
      epochMinutes: 60,
      boundary: 'cyclic',
      ...horizon,
    },
    tariffs: { flat: flatTariff(0.1, 'Drawn for a test'), e19: PGE_E19_2017_SECONDARY, ...tariffs },
    taskTypes: taskTypes ?? BASE.taskTypes.map((task) => ({ ...task, arrivalRatePerS: arrivals })),
    dataCentres: [
      {
        ...BASE.dataCentres[0]!,
        latitudeDeg: 37.62,
        longitudeDeg: -122.4,
        timeZone: 'America/Los_Angeles',
        price: { source: 'tariff', tariff: 'flat' },
        ...centre,
      },
    ],
    rules: { ...BASE.rules, surplus: surplus ?? { rule: 'curtailed' } },
  };
}

export function seriesOf(given: GeoInstance, directory = '/nowhere'): FullGeoSeries {
  const answer = geoSeries(given, directory);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

/** File and path of all faults. */
export function problemPaths(given: GeoInstance, directory = '/nowhere'): string[] {
  const answer = geoSeries(given, directory, 'geo.json');
  return answer.ok ? [] : answer.faults.map(({ file, path }) => `${file}: ${path}`);
}

/** Solar power of 1000 m2 of panels with an efficiency of 0.2. */
export const sun = (wPerM2: readonly number[]): DataCentre['renewables'] => ({
  solar: { panelAreaM2: 1000, efficiency: 0.2, irradiance: { source: 'series', wPerM2 } },
});
