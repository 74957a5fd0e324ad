import { createHash } from 'node:crypto';
import { type FileFormat, formatFault } from '../format-fault.js';
import { readJson } from '../json-reader.js';
import { capped, type LocalFault, type Fault } from '../fault.js';
import { judgeBySchema } from '../schema-faults.js';
import { readTextFile } from '../text-file.js';
import {
  DAY_SERIES_FORMAT,
  DAY_SERIES_VERSION,
  type DaySeriesFile,
  daySeriesSchema,
  intervalCount,
  MAX_LIST_ENTRIES,
  type OneDaySeries,
} from './format.js';

/** Rounding error by which the reward of a day may exceed the reward of all tasks, as a fraction. */
const SUM_TOLERANCE = 1e-9;

/** Description of the file format, for messages about other files. */
const FILE_FORMAT: FileFormat = {
  format: DAY_SERIES_FORMAT,
  version: DAY_SERIES_VERSION,
  kind: 'day series',
  page: 'docs/utility/facility.md',
};

export type ReadDaySeries =
  | { readonly ok: true; readonly series: DaySeriesFile; readonly sha256: string }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Reads and validates a file of simulated days. Does not throw for an invalid file. */
export function readDaySeries(file: string): ReadDaySeries {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const judged = judgeDaySeries(read.text);
  if (!judged.ok) return { ok: false, faults: judged.faults.map((fault) => ({ file, ...fault })) };
  return { ...judged, sha256: createHash('sha256').update(read.bytes).digest('hex') };
}

type Judged =
  | { readonly ok: true; readonly series: DaySeriesFile }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

export function judgeDaySeries(text: string): Judged {
  const json = readJson(text);
  if (!json.ok) return json;
  const foreign = formatFault(json.value, FILE_FORMAT);
  if (foreign !== null) {
    const remedy = 'This is no file of day series: name the day-series.json of plenum templates day --for-utility.';
    return { ok: false, faults: [foreign.path === 'format' ? { ...foreign, remedy } : foreign] };
  }
  const verdict = judgeBySchema<DaySeriesFile>(daySeriesSchema, json.value, MAX_LIST_ENTRIES);
  if (!verdict.ok) return { ok: false, faults: capped(verdict.faults) };
  const faults = inconsistencies(verdict.instance);
  return faults.length === 0 ? { ok: true, series: verdict.instance } : { ok: false, faults: capped(faults) };
}

/** Returns the faults of fields that do not agree with each other, although each is valid by itself. */
function inconsistencies(series: DaySeriesFile): LocalFault[] {
  const { days, taskTypes } = series;
  const names = taskTypes.map(({ name }) => name);
  const labels = days.map(({ method, energyBudgetJ }) => JSON.stringify([method, energyBudgetJ]));
  return [
    ...repeated(names).map((n) => twice(`taskTypes[${n}].name`, names[n]!)),
    ...repeated(labels).map((n) => twice(`days[${n}].method`, days[n]!.method)),
    ...days.flatMap((day, d) => dayFaults(series, day, `days[${d}]`)),
  ];
}

function repeated(entries: readonly string[]): number[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, n) => (seen.size === seen.add(entry).size ? [n] : []));
}

function twice(path: string, value: string): LocalFault {
  return { path, value, allowed: 'each once', remedy: 'Remove one of the two.' };
}

/** Returns the faults of one day, at most one for each list. */
function dayFaults(series: DaySeriesFile, day: OneDaySeries, at: string): LocalFault[] {
  const { durationS, intervalS, tasks } = series;
  const count = intervalCount(series);
  const { stoppedAtS, nodePowerW, cracPowerW, hottestInletC, rewardSoFar } = day;
  const remedy = 'Write the file again.';
  const faults: LocalFault[] = [];
  for (const [name, { length }] of Object.entries({ nodePowerW, cracPowerW, hottestInletC, rewardSoFar })) {
    if (length === count) continue;
    const allowed = `${count} entries: ${durationS} s in intervals of ${intervalS} s`;
    faults.push({ path: `${at}.${name}`, value: `${length} entries`, allowed, remedy });
  }
  if (stoppedAtS !== null && stoppedAtS > durationS) {
    faults.push({ path: `${at}.stoppedAtS`, value: stoppedAtS, allowed: `at most ${durationS}, the day`, remedy });
  }
  if (faults.length > 0) return faults;
  const stopS = stoppedAtS ?? Infinity;
  const wrong = (
    name: string,
    value: (k: number) => unknown,
    allowed: string,
    isWrong: (k: number) => boolean,
  ): void => {
    for (let k = 0; k < count; k++) {
      if (!isWrong(k)) continue;
      faults.push({ path: `${at}.${name}[${k}]`, value: value(k), allowed, remedy });
      return;
    }
  };
  const isAfter = (k: number): boolean => k * intervalS >= stopS;
  const none = 'a temperature until the room stops, and null from then on';
  wrong(
    'hottestInletC',
    (k) => hottestInletC[k],
    none,
    (k) => !isStopping(k) && (hottestInletC[k] === null) !== isAfter(k),
  );
  for (const [name, values] of Object.entries({ nodePowerW, cracPowerW })) {
    wrong(
      name,
      (k) => values[k],
      '0 once the room has stopped',
      (k) => isAfter(k) && !isStopping(k) && values[k]! > 0,
    );
  }
  wrong(
    'rewardSoFar',
    (k) => rewardSoFar[k],
    'at least the entry before',
    (k) => k > 0 && rewardSoFar[k]! < rewardSoFar[k - 1]!,
  );
  const most = tasks.reward * (1 + SUM_TOLERANCE);
  wrong(
    'rewardSoFar',
    (k) => rewardSoFar[k],
    `at most ${tasks.reward}, the reward of all tasks`,
    (k) => rewardSoFar[k]! > most,
  );
  return faults;

  /** Returns true if the room stops at the start of interval k, which may have values of a last simulation step. */
  function isStopping(k: number): boolean {
    return Math.abs(k * intervalS - stopS) <= 1e-6 * intervalS;
  }
}
