import type { DataCentre, GeoInstance, Horizon } from '../../../../models/families/geo/instance.js';
import {
  duplicates,
  entries,
  known,
  type Names,
  NameSet,
  unknownReference,
} from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';
import { roomsFaults } from './consistency-rooms.js';
import { tariff as tariffSchema } from '../../../../models/families/geo/prices.js';
import { calendarOf } from './series/calendar.js';
import { tariffFaults } from './series/tariff-faults.js';
import { zoneNames, zoneFault } from '../../../instances/time/zone.js';

/** Maximum number of cells (pairs of epoch and data centre). Our choice: more do not fit into memory. */
const MAX_CELLS = 1_000_000;

/**
 * Returns the faults that concern several fields: repeated names, unknown references, dates, lengths of series. Missing
 * fields are skipped. Arrivals that cannot be served are no fault.
 */
export function geoConsistencyFaults(draft: Draft<GeoInstance>): LocalFault[] {
  const { dataCentres, taskTypes, rooms, tariffs, horizon } = draft ?? {};
  const zones = zoneNames();
  const centreNames = known(dataCentres?.map((one) => one?.name));
  const roomNames = rooms === undefined ? undefined : new NameSet(Object.keys(rooms));
  const tariffNames = tariffs === undefined ? undefined : new NameSet(Object.keys(tariffs));
  return [
    ...horizonFaults(horizon),
    ...roomsFaults(draft),
    ...duplicates(
      ['dataCentres'],
      'name',
      dataCentres?.map((one) => one?.name),
    ),
    ...entries(dataCentres).flatMap(([d, centre]) => [
      ...unknownReference(['dataCentres', d, 'room'], centre.room, roomNames, 'rooms'),
      ...timeZoneFaults(['dataCentres', d, 'timeZone'], centre.timeZone, zones),
      ...(centre.price?.source === 'tariff'
        ? unknownReference(['dataCentres', d, 'price', 'tariff'], centre.price.tariff, tariffNames, 'tariffs')
        : []),
    ]),
    ...entries(taskTypes).flatMap(([i, task]) => [
      ...allowedFaults(i, task.allowedDataCentres, centreNames),
      ...arrivalZoneFaults(i, task.arrivalRatePerS, zones),
    ]),
    ...seriesLengthFaults(draft),
    // Where the schema has found nothing: a tariff is judged as a whole.
    ...Object.entries(tariffs ?? {}).flatMap(([name, given]) => {
      const complete = tariffSchema.safeParse(given).data;
      return complete === undefined ? [] : tariffFaults(complete, ['tariffs', name]);
    }),
    ...ruleFaults(draft),
    ...sizeFaults(draft),
  ];
}

function horizonFaults(horizon: Draft<Horizon>): LocalFault[] {
  const { start, timeZone, epochs, epochMinutes, boundary } = horizon ?? {};
  if (start === undefined || timeZone === undefined || epochs === undefined || epochMinutes === undefined) {
    return timeZoneFaults(['horizon', 'timeZone'], timeZone, zoneNames());
  }
  const judged = calendarOf({ start, timeZone, epochs, epochMinutes, boundary: boundary ?? 'open' });
  return judged.ok ? [] : [...judged.faults];
}

/** Returns the fault of an invalid time-zone name; no fault if the name is missing. */
function timeZoneFaults(path: readonly PathSegment[], name: string | undefined, zones: NameSet): LocalFault[] {
  const fault = name === undefined ? undefined : zoneFault(name, jsonPath(path), zones);
  return fault === undefined ? [] : [fault];
}

function allowedFaults(
  i: number,
  allowed: readonly (string | undefined)[] | undefined,
  centreNames: Names,
): LocalFault[] {
  const seen = new Set<string>();
  return (allowed ?? []).flatMap((name, k) => {
    const path: PathSegment[] = ['taskTypes', i, 'allowedDataCentres', k];
    const isRepeated = name !== undefined && seen.has(name);
    if (name !== undefined) seen.add(name);
    if (isRepeated) {
      return [
        { path: jsonPath(path), value: name, allowed: 'each data centre once', remedy: 'Remove the repetition.' },
      ];
    }
    return unknownReference(path, name, centreNames, 'dataCentres');
  });
}

function arrivalZoneFaults(i: number, arrivals: unknown, zones: NameSet): LocalFault[] {
  if (typeof arrivals !== 'object' || arrivals === null || Array.isArray(arrivals)) return [];
  const { timeZone } = arrivals as { readonly timeZone?: string };
  return timeZoneFaults(['taskTypes', i, 'arrivalRatePerS', 'timeZone'], timeZone, zones);
}

/** Returns faults of rules that need missing data of data centres, or with a transition longer than an epoch. */
function ruleFaults(draft: Draft<GeoInstance>): LocalFault[] {
  const { rules, horizon, dataCentres } = draft ?? {};
  const faults: LocalFault[] = [];
  const { transitionS, carbonUsdPerTonne = 0, carbonCapKg } = rules ?? {};
  const { epochMinutes } = horizon ?? {};
  if (transitionS !== undefined && epochMinutes !== undefined && transitionS > 60 * epochMinutes) {
    faults.push({
      path: 'rules.transitionS',
      value: transitionS,
      allowed: `a number at least 0 and at most ${60 * epochMinutes} (s), the length of an epoch`,
      remedy: 'A node wakes or falls asleep within the neighbouring epoch: correct the time (s) or use longer epochs.',
    });
  }
  const rule = carbonUsdPerTonne > 0 ? 'rules.carbonUsdPerTonne' : 'rules.carbonCapKg';
  if (carbonUsdPerTonne > 0 || carbonCapKg !== undefined) return [...faults, ...carbonFaults(rule, dataCentres)];
  return faults;
}

/** Returns faults of data centres without carbon intensity although carbon has a price or a cap. */
function carbonFaults(rule: string, centres: Draft<readonly DataCentre[]>): LocalFault[] {
  return entries(centres).flatMap(([d, centre]) =>
    Object.hasOwn(centre, 'carbon')
      ? []
      : [
          {
            path: jsonPath(['dataCentres', d, 'carbon']),
            value: undefined,
            allowed: `a source of carbon intensity, because ${rule} is set`,
            remedy: `Add "carbon" (a series of zeros for electricity without emissions), or remove ${rule}.`,
          },
        ],
  );
}

function sizeFaults(draft: Draft<GeoInstance>): LocalFault[] {
  const centres = draft?.dataCentres?.length ?? 0;
  const epochs = draft?.horizon?.epochs ?? 0;
  if (centres * epochs <= MAX_CELLS) return [];
  return [
    {
      path: 'horizon.epochs',
      value: `${epochs} epochs of ${centres} data centres`,
      allowed: `at most ${MAX_CELLS} pairs of an epoch and a data centre`,
      remedy: 'Plan a shorter horizon, or longer epochs.',
    },
  ];
}

/** Returns faults of listed series that do not have one value per epoch. */
function seriesLengthFaults(draft: Draft<GeoInstance>): LocalFault[] {
  const epochs = draft?.horizon?.epochs;
  if (epochs === undefined) return [];
  const wrong = (path: readonly PathSegment[], series: unknown): LocalFault[] => lengthFault(path, series, epochs);
  return [
    ...entries(draft?.taskTypes).flatMap(([i, task]) =>
      wrong(['taskTypes', i, 'arrivalRatePerS'], task.arrivalRatePerS),
    ),
    ...entries(draft?.dataCentres).flatMap(([d, { price, carbon, renewables }]) => {
      const at: PathSegment[] = ['dataCentres', d];
      const irradiance = renewables?.solar?.irradiance;
      const speed = renewables?.wind?.speed;
      return [
        ...(price?.source === 'series' ? wrong([...at, 'price', 'usdPerKwh'], price.usdPerKwh) : []),
        ...(carbon?.source === 'series' ? wrong([...at, 'carbon', 'gramsPerKwh'], carbon.gramsPerKwh) : []),
        ...(irradiance?.source === 'series'
          ? wrong([...at, 'renewables', 'solar', 'irradiance', 'wPerM2'], irradiance.wPerM2)
          : []),
        ...(speed?.source === 'series'
          ? [
              ...wrong([...at, 'renewables', 'wind', 'speed', 'mPerS'], speed.mPerS),
              ...wrong([...at, 'renewables', 'wind', 'speed', 'airDensityKgPerM3'], speed.airDensityKgPerM3),
            ]
          : []),
      ];
    }),
  ];
}

function lengthFault(path: readonly PathSegment[], series: unknown, epochs: number): LocalFault[] {
  if (!Array.isArray(series) || series.length === epochs) return [];
  const remedy =
    series.length < epochs
      ? `The horizon has ${epochs} epochs and the series ends after ${series.length}: add the missing values, or shorten horizon.epochs.`
      : `The horizon has ${epochs} epochs: cut the series to those from horizon.start on, or lengthen horizon.epochs.`;
  return [
    {
      path: jsonPath(path),
      value: `${series.length} values`,
      allowed: `${epochs} values, one per epoch of the horizon`,
      remedy,
    },
  ];
}
