import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { facilityFault } from '../../../facility/facility-fault.js';
import { resolve } from 'node:path';
import { importMatrix } from '../../../../models/physics/airflow/imported.js';
import { deriveZones } from '../../../../models/physics/airflow/zones.js';
import { ventCombinations } from '../../../../models/physics/airflow/vents.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { importedFacility } from '../../../../models/families/templates/room.js';
import { faultInNamedFile } from '../../../instances/outside.js';
import type { Fault } from '../../../instances/fault.js';
import { readTableFile } from '../../../instances/text-file.js';
import { type AirUnderWay, airUnderWay } from '../../../../models/physics/thermal/air-under-way.js';
import { COLUMNS, namesAny, ventFileReader } from './vent-file.js';
import { aggregated, type NodeMatrices } from './vent-nodes.js';

export type VentMatricesResult =
  | {
      readonly ok: true;
      readonly matrices: readonly InfluenceMatrix[];
      /** Returns influence matrix and air travel times of a vent combination; null if the file has no travel times. */
      readonly transientAir: ((vents: number) => TransientAir) | null;
      /** Matrices by single node from which the matrices by block were made; null if the file lists node groups. */
      readonly byNode: NodeMatrices | null;
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Influence matrix and air travel times of a vent combination, for the transient model. */
export interface TransientAir {
  readonly matrix: InfluenceMatrix;
  readonly air: AirUnderWay;
}

/** Maximum total number of entries of all matrices by single node: about 0.5 GB. */
const MAX_NODE_ENTRIES = 60_000_000;

/**
 * Reads the vent matrices that an instance names, relative to `directory`. Matrices by single node are aggregated to
 * blocks. Each is repaired as in `importMatrix` if little is missing; otherwise the file is refused.
 */
export function readVentMatrices(instance: TemplatesInstance, directory: string): VentMatricesResult {
  const facility = importedFacility(instance);
  if (facility === null) throw new Error('readVentMatrices needs an instance with vent-matrices');
  const { airflow } = facility;
  const file = resolve(directory, airflow.file);
  const zones = deriveZones(facility);
  const cracNames = facility.cracs.map(({ name }) => name);
  const groups = zones.map(({ rack, level }) => `${rack}/${level}`);
  const combinations = ventCombinations(
    instance.quadrants.length,
    instance.ventOpenings.map((_, k) => k),
  );
  const ventIds = combinations.map((digits) => digits.join(''));
  const read = readTableFile(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const nodes = zones.flatMap(({ nodeCount }, z) =>
    Array.from({ length: nodeCount }, (_, k) => ({ name: `${groups[z]!}/${k + 1}`, block: cracNames.length + z })),
  );
  const isByNode = namesAny(read.text, new Set(nodes.map(({ name }) => name)));
  const entities = [...cracNames, ...(isByNode ? nodes.map(({ name }) => name) : groups)];
  if (isByNode && ventIds.length * entities.length ** 2 > MAX_NODE_ENTRIES) {
    return {
      ok: false,
      faults: [
        {
          file,
          path: COLUMNS.sink,
          value: `${ventIds.length} vent combinations of ${nodes.length} nodes`,
          allowed: `at most ${MAX_NODE_ENTRIES} pairs of nodes over all vent combinations`,
          remedy:
            'Give the matrices by node group: the mean over the nodes of the sink of the sum over those of the source.',
        },
      ],
    };
  }
  const table = ventFileReader(ventIds, entities)(read.text);
  if (!table.ok) return { ok: false, faults: table.faults.map((one) => faultInNamedFile(directory, file, one)) };
  const members = {
    cracCount: cracNames.length,
    blockOf: Int32Array.from([...cracNames.keys(), ...nodes.map(({ block }) => block)]),
  };
  const { weights, travelS } = table;
  const byBlock = isByNode
    ? weights.map((dense, v) => aggregated(members, dense, travelS?.[v] ?? null))
    : weights.map((dense, v) => ({ weights: dense, travelS: travelS?.[v] ?? null }));
  const size = cracNames.length + zones.length;
  const answer = imported(
    facility,
    byBlock.map((one) => one.weights),
    ventIds,
    size,
    file,
  );
  if (!answer.ok) {
    return { ok: false, faults: answer.faults.map((one) => faultInNamedFile(directory, file, one)) };
  }
  const { matrices } = answer;
  return {
    ok: true,
    matrices,
    bytes: read.bytes,
    byNode: isByNode ? { ...members, weights } : null,
    transientAir:
      travelS === null
        ? null
        : (v) => {
            const times = byBlock[v]!.travelS!;
            const matrix = matrices[v]!;
            return { matrix, air: airUnderWay(matrix, (sink, source) => times[sink * size + source]!) };
          },
  };
}

function imported(
  facility: NonNullable<ReturnType<typeof importedFacility>>,
  weights: readonly Float64Array[],
  ventIds: readonly string[],
  size: number,
  file: string,
):
  | { readonly ok: true; readonly matrices: readonly InfluenceMatrix[] }
  | { readonly ok: false; readonly faults: Fault[] } {
  const matrices: InfluenceMatrix[] = [];
  for (const [v, dense] of weights.entries()) {
    const answer = importMatrix(facility, { rows: size, columns: size, entries: sparseRows(dense, size) });
    if (!answer.accepted) {
      // Other combinations are likely to have the same fault: one is enough to correct it.
      const faults = answer.faults.map((fault) => ({
        file,
        ...facilityFault(FACILITY_WITH_WORKLOAD, fault),
        ...(fault.path.startsWith('airflow') ? { path: `${COLUMNS.vent} ${ventIds[v]!}` } : {}),
      }));
      return { ok: false, faults };
    }
    matrices.push(answer.matrix);
  }
  return { ok: true, matrices };
}
