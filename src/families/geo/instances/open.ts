import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import { type GeoModel, geoModel } from '../../../../models/families/geo/model.js';
import { roomFacility } from '../../../../models/families/geo/room.js';
import { influenceMatrixOf } from '../../../facility/influence.js';
import { jsonPath, type Fault, type Refused } from '../../../instances/fault.js';
import { placesOfRoom } from './consistency-rooms.js';
import { repairWarnings } from '../../../facility/repair-warning.js';
import { type LoadedGeo, loadGeoInstance } from './load.js';

/** Influence matrices by room name, for all rooms that data centres use; or the faults found. */
export type GeoAir = { readonly ok: true; readonly matrices: ReadonlyMap<string, InfluenceMatrix> } | Refused;

/** Returns the influence matrices of all used rooms, computed or read from files relative to `directory`. */
export function geoAir(instance: GeoInstance, directory: string, file: string, shouldStop?: () => boolean): GeoAir {
  const matrices = new Map<string, InfluenceMatrix>();
  const faults: Fault[] = [];
  for (const name of new Set(instance.dataCentres.map(({ room }) => room))) {
    const held = { facility: roomFacility(instance, name), file, places: placesOfRoom(name) };
    const air = influenceMatrixOf(held, directory, shouldStop);
    if (air.ok) matrices.set(name, air.matrix);
    else if (air.stopped === true) return { ok: false, faults: air.faults, stopped: true };
    else faults.push(...air.faults);
  }
  return faults.length === 0 ? { ok: true, matrices } : { ok: false, faults };
}

export interface ReadyGeoInstance extends LoadedGeo {
  readonly matrices: ReadonlyMap<string, InfluenceMatrix>;
  readonly model: GeoModel;
}
export type OpenedGeo = ReadyGeoInstance | Refused;

/**
 * Opens a geo instance with its series and influence matrices, and compiles it. Calls `clock` with the name of each
 * phase when the phase ends.
 */
export function openGeo(
  file: string,
  clock: (phase: string) => void = () => undefined,
  shouldStop?: () => boolean,
): OpenedGeo {
  const loaded = loadGeoInstance(file);
  if (!loaded.ok) return loaded;
  clock('load');
  const air = geoAir(loaded.instance, loaded.directory, file, shouldStop);
  if (!air.ok) return air;
  clock('airflow');
  const { matrices } = air;
  const model = geoModel(loaded.instance, loaded.series, (room) => matrices.get(room)!);
  clock('model');
  const repaired = [...matrices].flatMap(([name, { provenance }]) =>
    repairWarnings(provenance, jsonPath(['rooms', name, 'airflow', 'file'])),
  );
  return { ...loaded, warnings: [...loaded.warnings, ...repaired], matrices, model };
}
