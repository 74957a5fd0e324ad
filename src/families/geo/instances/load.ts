import { facilityProblem } from '../../../facility/facility-problem.js';
import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { roomProblems } from '../../../../models/physics/airflow/room-problems.js';
import { GEO_FORMAT, GEO_FORMAT_VERSION } from '../../../../models/problems/geo/format.js';
import type { GeoInstance } from '../../../../models/problems/geo/instance.js';
import { roomFacility } from '../../../../models/problems/geo/room.js';
import { type FileFormat, formatProblem } from '../../../instances/format-problem.js';
import { readJson } from '../../../instances/json-reader.js';
import { readTextFile } from '../../../instances/text-file.js';
import { capped, type LocalProblem, type Problem } from '../../../instances/problem.js';
import { judgeBySchema } from '../../../instances/schema-problems.js';
import { placesOfRoom } from './consistency-rooms.js';
import { geoConsistencyProblems } from './consistency.js';
import { geoSchema } from '../../../../models/problems/geo/instance.js';
import { type FullGeoSeries, geoSeries } from './series/geo-series.js';
import { geoWarnings } from './warnings.js';

/** Format of instance files of this family. */
const FILE_FORMAT: FileFormat = {
  format: GEO_FORMAT,
  version: GEO_FORMAT_VERSION,
  kind: 'geo',
  page: 'docs/geo/instances.md',
};

export type LoadedGeoInstance =
  | {
      readonly ok: true;
      readonly instance: GeoInstance;
      /** Prices, carbon, sun, wind and arrivals by epoch. */
      readonly series: FullGeoSeries;
      /** SHA-256 of the file's bytes, followed by those of the series files it names, in the order of reading; hexadecimal. */
      readonly sha256: string;
      /** Folder of the instance, absolute; other files that the instance names are relative to it. */
      readonly directory: string;
      /** Sentences on what is legal but probably not meant. */
      readonly warnings: string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Instance of a file with the series it names, or all problems at once; nothing is thrown for a bad file. The air of
 * its rooms is another step: geoAir.
 */
export function loadGeoInstance(file: string): LoadedGeoInstance {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const judged = judgeGeoText(read.text);
  if (!judged.ok) return { ok: false, problems: judged.problems.map((problem) => ({ file, ...problem })) };
  const { instance } = judged;
  const directory = dirname(resolve(file));
  const series = geoSeries(instance, directory, file);
  if (!series.ok) return series;
  const digest = createHash('sha256').update(read.bytes);
  for (const { bytes } of series.files) digest.update(bytes);
  const warnings = [...series.warnings, ...geoWarnings(instance, series)];
  return { ok: true, instance, series, sha256: digest.digest('hex'), directory, warnings };
}

export type JudgedGeoInstance =
  | { readonly ok: true; readonly instance: GeoInstance }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Instance in text already in memory, judged without reading series. */
export function judgeGeoText(text: string): JudgedGeoInstance {
  const json = readJson(text);
  return json.ok ? judgeGeoInstance(json.value) : json;
}

/** Instance in a value that came as JSON, judged without reading series. */
export function judgeGeoInstance(raw: unknown): JudgedGeoInstance {
  const foreign = formatProblem(raw, FILE_FORMAT);
  if (foreign !== null) return { ok: false, problems: [foreign] };
  const verdict = judgeBySchema<GeoInstance>(geoSchema, raw);
  if (!verdict.ok) {
    return { ok: false, problems: capped([...verdict.problems, ...geoConsistencyProblems(verdict.draft)]) };
  }
  const consistency = geoConsistencyProblems(verdict.instance);
  const problems = [...consistency, ...layoutProblems(verdict.instance, consistency)];
  return problems.length === 0 ? { ok: true, instance: verdict.instance } : { ok: false, problems: capped(problems) };
}

/** Problems of layouts through which no air can flow; places already reported are not reported again. */
function layoutProblems(instance: GeoInstance, known: readonly LocalProblem[]): LocalProblem[] {
  const paths = new Set(known.map(({ path }) => path));
  return Object.keys(instance.rooms)
    .flatMap((name) =>
      roomProblems(roomFacility(instance, name)).map((problem) => facilityProblem(placesOfRoom(name), problem)),
    )
    .filter(({ path }) => !paths.has(path));
}
