import { GEO_FORMAT, GEO_FORMAT_VERSION } from '../../../../models/families/geo/format.js';
import { type GeoInstance, geoSchema } from '../../../../models/families/geo/instance.js';
import { roomFacility } from '../../../../models/families/geo/room.js';
import { layoutFaults } from '../../../facility/layout-faults.js';
import type { Refused } from '../../../instances/fault.js';
import { instanceReader, sha256Of } from '../../../instances/reader.js';
import { placesOfRoom } from './consistency-rooms.js';
import { geoConsistencyFaults } from './consistency.js';
import { type FullGeoSeries, geoSeries } from './series/geo-series.js';
import { geoWarnings } from './warnings.js';

/** Reads geo instance files, without their series files and influence matrices. */
export const geoFiles = instanceReader<GeoInstance, GeoInstance>({
  format: GEO_FORMAT,
  version: GEO_FORMAT_VERSION,
  kind: 'geo',
  page: 'docs/geo/instances.md',
  schema: geoSchema,
  consistency: geoConsistencyFaults,
  whole: (instance, known) =>
    Object.keys(instance.rooms).flatMap((name) =>
      layoutFaults(roomFacility(instance, name), placesOfRoom(name), known),
    ),
  instanceOf: (written) => written,
});

export interface LoadedGeo {
  readonly ok: true;
  readonly instance: GeoInstance;
  /** Prices, carbon intensities, solar and wind energy, and arrival rates by epoch. */
  readonly series: FullGeoSeries;
  /** SHA-256 of the bytes of the instance file, then of its series files in the order of reading; hexadecimal. */
  readonly sha256: string;
  /** Absolute folder of the instance, to which paths in it are relative. */
  readonly directory: string;
  readonly warnings: string[];
}

/**
 * Loads an instance with its series files; returns all faults at once. Influence matrices are not loaded here but by
 * `geoAir`.
 */
export function loadGeoInstance(file: string): LoadedGeo | Refused {
  const read = geoFiles.read(file);
  if (!read.ok) return read;
  const { instance, bytes, directory } = read;
  const series = geoSeries(instance, directory, file);
  if (!series.ok) return series;
  const more = series.files.map((one) => one.bytes);
  const warnings = [...series.warnings, ...geoWarnings(instance, series)];
  return { ok: true, instance, series, sha256: sha256Of(bytes, more), directory, warnings };
}
