import { deriveZones } from '../../../../models/physics/airflow/zones.js';
import { type VentAirflow, ventAirflow } from '../../../../models/physics/airflow/vents.js';
import { DEFAULT_AIR } from '../../../../models/physics/cooling/crac.js';
import type { InfluenceMatrix, MatrixProvenance } from '../../../../models/physics/thermal/influence-matrix.js';
import { templatesModel } from '../../../../models/families/templates/compile.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { importedFacility, layoutFacility } from '../../../../models/families/templates/room.js';
import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { unfinishedAir } from '../../../facility/influence.js';
import { repairWarnings } from '../../../facility/repair-warning.js';
import type { LocalFault, Fault, Refused } from '../../../instances/fault.js';
import { sha256Of } from '../../../instances/reader.js';
import { type LoadedTemplates, loadTemplatesInstance } from './load.js';
import { readVentMatrices, type TransientAir } from './vent-matrices.js';
import { aggregationLoss, aggregationWarning, type NodeMatrices } from './vent-nodes.js';

export type OpenedTemplates =
  | (LoadedTemplates & {
      readonly model: TemplatesModel;
      /** Air flow of the room for each vent combination; null if the instance imports influence matrices. */
      readonly air: VentAirflow | null;
      /**
       * Returns the influence matrix and the air travel times of a vent combination, computed anew by each call. Null
       * if the travel times are unknown.
       */
      readonly transientAir: ((vents: number) => TransientAir) | null;
      /** Origin of the influence matrices. Deviations and repairs in it are the largest over all vent combinations. */
      readonly matrixProvenance: MatrixProvenance;
    })
  | Refused;

/**
 * Reads a templates instance with the air model of all vent combinations, and compiles it. With imported matrices,
 * `sha256` covers the bytes of the instance followed by those of the matrix file.
 *
 * @param clock called with the name of each phase when it has finished
 */
export function openTemplates(file: string, clock: (phase: string) => void = () => undefined): OpenedTemplates {
  const loaded = loadTemplatesInstance(file);
  if (!loaded.ok) return loaded;
  clock('load');
  const { instance } = loaded;
  const tooMany = sizeFault(instance);
  if (tooMany !== null) return { ok: false, faults: [{ file, ...tooMany }] };
  const found = computed(() => ventMatricesOf(instance, loaded.directory), file);
  if (!found.ok) return found;
  const { air, matrices, transientAir, bytes } = found;
  clock('airflow');
  const model = templatesModel(instance, matrices);
  clock('model');
  const sha256 = bytes === null ? loaded.sha256 : sha256Of(loaded.bytes, [bytes]);
  const warnings = [...loaded.warnings, ...ventRepairWarnings(model, matrices), ...aggregationWarnings(model, found)];
  return { ...loaded, warnings, sha256, model, air, transientAir, matrixProvenance: worstOf(matrices) };
}

/** Returns the matrices of all vent combinations that `air` computes, or a fault if it cannot. */
function computed(air: () => VentMatricesFound, file: string): VentMatricesFound {
  try {
    return air();
  } catch (error) {
    const unfinished = unfinishedAir(error, FACILITY_WITH_WORKLOAD);
    if (unfinished === null) throw error;
    return { ok: false, faults: [{ file, ...unfinished }] };
  }
}

/** Maximum total number of matrix entries, of all vent combinations: about 1.8 GB at 20 bytes each. */
const MAX_ENTRIES = 90_000_000;

function sizeFault(instance: TemplatesInstance): LocalFault | null {
  const facility = layoutFacility(instance) ?? importedFacility(instance)!;
  const blocks = deriveZones(facility).length;
  const combinations = instance.ventOpenings.length ** instance.quadrants.length;
  if (combinations * (blocks + facility.cracs.length) ** 2 <= MAX_ENTRIES) return null;
  return {
    path: 'ventOpenings',
    value: `${combinations} vent combinations of ${blocks} blocks`,
    allowed: `at most ${MAX_ENTRIES} pairs of blocks over all vent combinations`,
    remedy: 'Use fewer openings, quadrants or levels per rack, join node groups, or make templates hall by hall.',
  };
}

export type VentMatricesFound =
  | {
      readonly ok: true;
      readonly air: VentAirflow | null;
      readonly matrices: readonly InfluenceMatrix[];
      readonly transientAir: ((vents: number) => TransientAir) | null;
      /** Imported matrices by single node, before aggregation to blocks; null if there are none. */
      readonly byNode: NodeMatrices | null;
      /** Bytes of the file that the matrices come from; null if they are computed. */
      readonly bytes: Uint8Array | null;
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Returns the influence matrices of all vent combinations: computed, or read from a file relative to `directory`. */
export function ventMatricesOf(instance: TemplatesInstance, directory: string): VentMatricesFound {
  const facility = layoutFacility(instance);
  if (facility === null) {
    const read = readVentMatrices(instance, directory);
    return read.ok ? { ...read, air: null } : read;
  }
  const air = ventAirflow(facility, instance.quadrants, instance.ventOpenings);
  const matrices = air.ventOpenings.map((_, v) => air.influence(v));
  return { ok: true, air, matrices, transientAir: air.transientAir, byNode: null, bytes: null };
}

function aggregationWarnings(
  model: TemplatesModel,
  { matrices, byNode }: Extract<VentMatricesFound, { readonly ok: true }>,
): string[] {
  if (byNode === null) return [];
  const { densityKgPerM3, heatCapacityJPerKgK } = model.instance.facility.air ?? DEFAULT_AIR;
  return [aggregationWarning(aggregationLoss(model, matrices, byNode, densityKgPerM3 * heatCapacityJPerKgK))];
}

/**
 * Returns warnings that the repair of imported matrices changes temperatures. They name the vent combination in which
 * it changes them most.
 */
function ventRepairWarnings(
  { instance, ventOpenings }: TemplatesModel,
  matrices: readonly InfluenceMatrix[],
): string[] {
  const changesK = matrices.map(({ provenance }) => provenance.repair?.inletChangeK ?? -1);
  const worst = changesK.reduce((most, changeK, v) => (changeK > changesK[most]! ? v : most), 0);
  const repaired = changesK.filter((changeK) => changeK >= 0).length;
  const vent = ventOpenings[worst]!.map((opening) => instance.ventOpenings.indexOf(opening)).join('');
  const which = `${repaired} of ${matrices.length} matrices were repaired before use, most that of vent combination ${vent}`;
  return repairWarnings(matrices[worst]!.provenance, 'facility.airflow.file', which);
}

function worstOf(matrices: readonly InfluenceMatrix[]): MatrixProvenance {
  return matrices
    .map(({ provenance }) => provenance)
    .reduce((worst, one) => ({
      ...worst,
      rowSumError: Math.max(worst.rowSumError, one.rowSumError),
      conservationError: Math.max(worst.conservationError, one.conservationError),
      repair: (one.repair?.inletChangeK ?? -1) > (worst.repair?.inletChangeK ?? -1) ? one.repair : worst.repair,
    }));
}
