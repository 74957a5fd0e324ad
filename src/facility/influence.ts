import { resolve } from 'node:path';
import { importMatrix } from '../../models/physics/airflow/imported.js';
import type { AirflowFault } from '../../models/physics/airflow/fault.js';
import { MixingNotConverged } from '../../models/physics/airflow/exchange.js';
import { PotentialNotConverged } from '../../models/physics/airflow/potential.js';
import { AirflowStopped } from '../../models/physics/airflow/stop.js';
import { roomInfluenceMatrix } from '../../models/physics/airflow/room-matrix.js';
import { roomFaults } from '../../models/physics/airflow/room-faults.js';
import { MAX_ENTRIES, TooManyEntries } from '../../models/physics/thermal/sparse-rows.js';
import { type FacilityPlaces, pathInFile } from '../../models/facility/places.js';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import { fileFault } from '../instances/text-file.js';
import { facilityFault } from './facility-fault.js';
import { failedCracFaults } from './failed-cracs.js';
import { keptAir } from './kept-air.js';
import type { HeldFacility } from './held-facility.js';
import { readMatrixFile } from './matrix-file.js';
import { isOutside, faultInNamedFile } from '../instances/outside.js';
import { jsonPath, type LocalFault, type Fault, reasonAt } from '../instances/fault.js';

export type InfluenceResult =
  | { readonly ok: true; readonly matrix: InfluenceMatrix }
  | { readonly ok: false; readonly faults: Fault[]; readonly stopped?: boolean };

/**
 * Returns the influence matrix of a facility, computed from the room's layout or read from its matrix file, or the
 * faults that prevent it.
 *
 * Faults refer to the matrix file or, for a room, to the instance. It is a fault, too, if failed CRACs leave zones
 * without air from a working CRAC.
 *
 * @param directory folder of the instance file
 * @param shouldStop called repeatedly while the air of a room is computed; true ends the computation
 * @param kept cache of the air of rooms with a layout: the same air is the same object
 */
export function influenceMatrixOf(
  held: HeldFacility,
  directory: string,
  shouldStop?: () => boolean,
  kept?: Map<string, unknown>,
): InfluenceResult {
  const name = kept === undefined ? null : airName(held.facility);
  const result =
    (name === null ? undefined : (kept!.get(name) as InfluenceResult)) ?? airOf(held, directory, shouldStop);
  if (!result.ok) return result;
  if (name !== null) kept!.set(name, result);
  const faults = failedCracFaults(held, result.matrix);
  return faults.length === 0 ? result : { ok: false, faults };
}

/** Returns the name under which the air of a room is kept: all it depends on. Null if it is read from a file. */
export function airName({ nodeTypes, nodeGroups, cracs, airflow }: HeldFacility['facility']): string | null {
  if (airflow.source !== 'room') return null;
  const flows = nodeTypes.map(({ name, airFlowM3PerS }) => [name, airFlowM3PerS]);
  return `air ${JSON.stringify([flows, nodeGroups, cracs, airflow])}`;
}

function airOf(held: HeldFacility, directory: string, shouldStop?: () => boolean): InfluenceResult {
  const { facility, file: instanceFile, places } = held;
  const filePath = pathInFile(places, 'airflow.file', jsonPath);
  const tooMany = zoneLimit(held);
  if (tooMany !== null) return { ok: false, faults: [tooMany] };
  if (facility.airflow.source === 'room') {
    const faults = roomFaults(facility);
    if (faults.length > 0) return refuse(instanceFile, places, faults);
    return drawnAir(held, () => keptAir(facility, () => roomInfluenceMatrix(facility, shouldStop)));
  }
  const file = resolve(directory, facility.airflow.file);
  const read = readMatrixFile(file);
  if (!read.ok) {
    const { fault } = read;
    if (fault.path !== '') return { ok: false, faults: [faultInNamedFile(directory, file, fault)] };
    const isThere = fileFault(file) === null;
    const remedy = isThere ? fault.remedy : `Check the name in ${filePath} and that the file lies beside the instance.`;
    const allowed = isThere ? fault.allowed : `${fault.allowed}, relative to the instance file`;
    return { ok: false, faults: [{ file, path: filePath, value: fault.value, allowed, remedy }] };
  }
  const imported = importMatrix(facility, read.matrix);
  if (imported.accepted) return { ok: true, matrix: imported.matrix };
  return isOutside(directory, file)
    ? { ok: false, faults: [unusable(file, filePath)] }
    : refuse(file, places, imported.faults);
}

/** Returns the fault of an unusable matrix file, without its content if it is outside the instance's folder. */
function unusable(file: string, path: string): Fault {
  return {
    file,
    path,
    value: reasonAt("not shown, outside the instance's folder", file),
    allowed: 'a matrix that fits the facility and conserves air',
    remedy: "Move the file into the instance's folder to be told what is wrong with it.",
  };
}

/** Maximum number of zones of a facility. Our choice: each zone takes memory in the row of every limit of the LP. */
const MAX_ZONES = 200_000;

function zoneLimit({ file, facility, places }: HeldFacility): Fault | null {
  const room = facility.airflow.source === 'room' ? facility.airflow.layout : null;
  const nodes = facility.nodeGroups.reduce((sum, group) => sum + group.count, 0);
  const perNode = facility.airflow.source === 'matrix' && facility.airflow.rowsPer === 'node';
  const zones = room === null ? (perNode ? nodes : facility.nodeGroups.length) : room.racks.length * room.levelsPerRack;
  if (zones <= MAX_ZONES) return null;
  return {
    file,
    path: pathInFile(places, room === null ? 'nodeGroups' : 'airflow.layout.levelsPerRack', jsonPath),
    value: `${zones} thermal zones`,
    allowed: `at most ${MAX_ZONES} zones`,
    remedy: 'Use fewer levels per rack or larger node groups, or plan the facility room by room.',
  };
}

/**
 * Returns the influence matrix that is drawn of a room, or the faults that prevent it, e.g. that the matrix would have
 * too many entries.
 */
export function drawnAir({ file, places }: HeldFacility, draw: () => InfluenceMatrix): InfluenceResult {
  try {
    return { ok: true, matrix: draw() };
  } catch (error) {
    const unfinished = unfinishedAir(error, places);
    if (unfinished !== null) {
      return { ok: false, faults: [{ file, ...unfinished }], stopped: error instanceof AirflowStopped };
    }
    if (!(error instanceof TooManyEntries)) throw error;
    const fault: Fault = {
      file,
      path: pathInFile(places, 'airflow', jsonPath),
      value: error.message,
      allowed: `at most ${MAX_ENTRIES} pairs of zones that exchange air`,
      remedy: 'Use fewer levels per rack, leave out mixingFraction, or plan the facility hall by hall.',
    };
    return { ok: false, faults: [fault] };
  }
}

/** Returns the fault of a room whose air could not be computed; null for any other error. */
export function unfinishedAir(error: unknown, places: FacilityPlaces): LocalFault | null {
  const path = pathInFile(places, 'airflow.layout.cellM', jsonPath);
  if (error instanceof AirflowStopped) {
    const remedy = 'Give more time (--time-limit), or choose larger cells.';
    return {
      path,
      value: 'the run was stopped before the air was computed',
      allowed: 'air computed within the limit',
      remedy,
    };
  }
  const isMixing = error instanceof MixingNotConverged;
  if (!isMixing && !(error instanceof PotentialNotConverged)) return null;
  const [imbalance, rounds] = isMixing
    ? [error.leftOver, `${error.cycles} cycles`]
    : [error.relativeResidual, `${error.iterations} iterations`];
  return {
    path,
    value: `an imbalance of ${imbalance.toPrecision(2)} is left after ${rounds}`,
    allowed: 'a room whose air flow can be computed',
    remedy: 'Choose cells more alike in length, depth and height, or larger ones; see docs/facility/room-airflow.md.',
  };
}

function refuse(file: string, places: FacilityPlaces, faults: readonly AirflowFault[]): InfluenceResult {
  return { ok: false, faults: faults.map((fault) => ({ file, ...facilityFault(places, fault) })) };
}
