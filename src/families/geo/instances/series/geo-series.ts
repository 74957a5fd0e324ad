import type { DataCentre, GeoInstance, GeoTaskType } from '../../../../../models/families/geo/instance.js';
import type { CentreSeries, GeoSeries } from '../../../../../models/families/geo/series.js';
import { didYouMean } from '../../../../instances/nearest-name.js';
import { capped, jsonPath, type Fault } from '../../../../instances/fault.js';
import { calendarOf, epochBeginMs, localHourOfMiddle } from './calendar.js';
import { utcText } from '../../../../instances/time/civil.js';
import { renewableEnergy } from './renewable-series.js';
import { SeriesSources } from './sources.js';
import { feedInFault, surplusUsdPerKwh } from './surplus.js';
import { tariffFaults } from './tariff-faults.js';
import { tariffSeries, type TariffSeries } from './tariff.js';
import { ARRIVALS, CARBON, PRICE } from '../../../../../models/fields/value-limits.js';
import { localText, offsetAt, zoneFault } from '../../../../instances/time/zone.js';

/** Series of a data centre, including series that are only shown in charts. Arrays are indexed by epoch. */
export interface FullCentreSeries extends CentreSeries {
  /** Price earned per kWh fed in, under the instance's rule for surplus, USD. */
  readonly surplusUsdPerKwh: Float64Array;
  /** Solar energy available by epoch, kWh (Eq. 30). */
  readonly solarKwh: Float64Array;
  /** Wind energy available by epoch, kWh (Eq. 31). */
  readonly windKwh: Float64Array;
  /** Local time at the beginning of each epoch, such as "2017-11-05T01:00-07:00". */
  readonly localBeginnings: readonly string[];
}

export interface FullGeoSeries extends GeoSeries {
  readonly centres: readonly FullCentreSeries[];
  /** Beginnings of the T epochs and the end of the last one (T + 1 texts), such as "2017-07-12T07:00Z". */
  readonly utcBounds: readonly string[];
  /** Files read besides the instance file; each once, with its absolute path. */
  readonly files: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  /** Warnings about values that were estimated, e.g. hours filled with the previous value. */
  readonly warnings: readonly string[];
}

export type GeoSeriesAnswer =
  | ({ readonly ok: true } & FullGeoSeries)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads or computes the series of prices, carbon intensity, sun, wind and arrivals by epoch. Paths of files are
 * relative to `directory`. Returns all faults at once; never throws for invalid data.
 *
 * @param instanceFile name of the instance file in faults
 */
export function geoSeries(instance: GeoInstance, directory: string, instanceFile = 'instance'): GeoSeriesAnswer {
  const judged = calendarOf(instance.horizon);
  const zones = zonesOf(instance).flatMap(([zone, path]) => zoneFault(zone, path) ?? []);
  const tariffs = Object.entries(instance.tariffs).flatMap(([name, tariff]) => tariffFaults(tariff, ['tariffs', name]));
  const early = [...(judged.ok ? [] : judged.faults), ...zones, ...tariffs];
  if (!judged.ok || early.length > 0) {
    return { ok: false, faults: early.map((fault) => ({ file: instanceFile, ...fault })) };
  }
  const { calendar } = judged;
  const sources = new SeriesSources(calendar, instance, directory, instanceFile);
  const centres = instance.dataCentres.map((centre, d) => centreSeries(centre, sources, jsonPath(['dataCentres', d])));
  const arrivalRatePerS = arrivalRates(instance.taskTypes, sources);
  const { faults, warnings, shelf } = sources;
  if (faults.length > 0) return { ok: false, faults: capped(faults) };
  const utcBounds = Array.from({ length: calendar.epochCount + 1 }, (_, t) => utcText(epochBeginMs(calendar, t)));
  return { ok: true, arrivalRatePerS, centres, utcBounds, files: shelf.files, warnings };
}

/** Returns the time zones named in an instance, except the horizon's (checked with its start), with their paths. */
function zonesOf({ dataCentres, taskTypes }: GeoInstance): [zone: string, path: string][] {
  return [
    ...dataCentres.map(({ timeZone }, d): [string, string] => [timeZone, `dataCentres[${d}].timeZone`]),
    ...taskTypes.flatMap(({ arrivalRatePerS }, i): [string, string][] =>
      'timeZone' in arrivalRatePerS ? [[arrivalRatePerS.timeZone, `taskTypes[${i}].arrivalRatePerS.timeZone`]] : [],
    ),
  ];
}

function centreSeries(centre: DataCentre, sources: SeriesSources, path: string): FullCentreSeries {
  const { calendar, instance } = sources;
  const { usdPerKwh, demandPeriods } = prices(centre, sources, `${path}.price`);
  const { solarKwh, windKwh } = renewableEnergy(centre, sources, `${path}.renewables`);
  const gramsPerKwh = carbon(centre, sources, `${path}.carbon`);
  if (centre.renewables !== undefined && usdPerKwh.length > 0) {
    const fault = feedInFault(instance.rules, usdPerKwh, gramsPerKwh, centre.name);
    if (fault !== undefined) sources.inInstance(fault);
  }
  const segments = sources.segments(centre.timeZone);
  return {
    usdPerKwh,
    gramsPerKwh,
    renewableKwh: solarKwh.map((kwh, t) => kwh + windKwh[t]!),
    demandPeriods,
    surplusUsdPerKwh: surplusUsdPerKwh(instance.rules.surplus, usdPerKwh),
    solarKwh,
    windKwh,
    localBeginnings: Array.from({ length: calendar.epochCount }, (_, t) => {
      const beginMs = epochBeginMs(calendar, t);
      return localText(beginMs, offsetAt(segments, beginMs));
    }),
  };
}

/** Empty series, used for a data centre whose tariff could not be read. */
const NONE: TariffSeries = { usdPerKwh: new Float64Array(), demandPeriods: [] };

function prices({ price, timeZone }: DataCentre, sources: SeriesSources, path: string): TariffSeries {
  if (price.source !== 'tariff') {
    const usdPerKwh =
      price.source === 'csv'
        ? sources.csv(price, timeZone, PRICE, path)
        : sources.given(price.usdPerKwh, PRICE, `${path}.usdPerKwh`);
    return usdPerKwh === undefined ? NONE : { usdPerKwh, demandPeriods: [] };
  }
  const { tariffs } = sources.instance;
  if (!Object.hasOwn(tariffs, price.tariff)) {
    const names = Object.keys(tariffs);
    sources.inInstance({
      path: `${path}.tariff`,
      value: price.tariff,
      allowed: `a name in tariffs: ${names.join(', ')}`,
      remedy: `${didYouMean(price.tariff, names)}Correct the name.`,
    });
    return NONE;
  }
  return tariffSeries(tariffs[price.tariff]!, sources.segments(timeZone), sources.calendar);
}

function carbon({ carbon: source, timeZone }: DataCentre, sources: SeriesSources, path: string): Float64Array {
  const grams =
    source?.source === 'csv'
      ? sources.csv(source, timeZone, CARBON, path)
      : source && sources.given(source.gramsPerKwh, CARBON, `${path}.gramsPerKwh`);
  return grams ?? new Float64Array(sources.calendar.epochCount);
}

/** Returns arrival rates, tasks/s, at epoch * I + task type. Sinusoidal ones are taken at each epoch's middle. */
function arrivalRates(taskTypes: readonly GeoTaskType[], sources: SeriesSources): Float64Array {
  const { calendar } = sources;
  const rates = new Float64Array(calendar.epochCount * taskTypes.length);
  for (const [i, { arrivalRatePerS }] of taskTypes.entries()) {
    if ('timeZone' in arrivalRatePerS) {
      const { meanPerS, swing, peakHour, timeZone } = arrivalRatePerS;
      const segments = sources.segments(timeZone);
      for (let t = 0; t < calendar.epochCount; t++) {
        const hour = localHourOfMiddle(calendar, t, segments);
        const wave = 1 + swing * Math.cos((2 * Math.PI * (hour - peakHour)) / 24);
        rates[t * taskTypes.length + i] = meanPerS * wave;
      }
      continue;
    }
    const given = sources.given(arrivalRatePerS, ARRIVALS, `taskTypes[${i}].arrivalRatePerS`);
    given?.forEach((rate, t) => {
      rates[t * taskTypes.length + i] = rate;
    });
  }
  return rates;
}
