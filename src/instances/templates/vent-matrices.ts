import { resolve } from 'node:path';
import { importMatrix } from '../../../models/physics/airflow/imported.js';
import { deriveZones } from '../../../models/physics/airflow/zones.js';
import { ventCombinations } from '../../../models/physics/airflow/vents.js';
import type { InfluenceMatrix } from '../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../models/physics/thermal/sparse-rows.js';
import type { TemplatesInstance } from '../../../models/problems/templates/instance.js';
import { importedFacility } from '../../../models/problems/templates/room.js';
import type { Problem } from '../problem.js';
import { readTextFile } from '../text-file.js';
import { COLUMNS, ventFileReader, type VentTable } from './vent-file.js';

export type VentMatricesResult =
  | {
      readonly ok: true;
      readonly matrices: readonly InfluenceMatrix[];
      /** Of the file. */
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads the matrices of an instance with `vent-matrices`, whose file is looked for relative to `directory`, and repairs each as
 * `importMatrix` does: rows are made to sum to 1 and air to be conserved where little is missing, or the file is refused.
 */
export function readVentMatrices(instance: TemplatesInstance, directory: string): VentMatricesResult {
  const facility = importedFacility(instance);
  if (facility === null) throw new Error('readVentMatrices needs an instance with vent-matrices');
  const { airflow } = facility;
  const file = resolve(directory, airflow.file);
  const zones = deriveZones(facility);
  const entities = [...facility.cracs.map(({ name }) => name), ...zones.map(({ rack, level }) => `${rack}/${level}`)];
  const combinations = ventCombinations(
    instance.quadrants.length,
    instance.ventOpenings.map((_, k) => k),
  );
  const ventIds = combinations.map((digits) => digits.join(''));
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const table = ventFileReader(ventIds, entities)(read.text);
  if (!table.ok) return { ok: false, problems: table.problems.map((problem) => ({ file, ...problem })) };
  return imported(facility, table, ventIds, entities, file, read.bytes);
}

function imported(
  facility: NonNullable<ReturnType<typeof importedFacility>>,
  { weights }: Extract<VentTable, { readonly ok: true }>,
  ventIds: readonly string[],
  { length: size }: readonly string[],
  file: string,
  bytes: Uint8Array,
): VentMatricesResult {
  const matrices: InfluenceMatrix[] = [];
  for (const [v, dense] of weights.entries()) {
    const answer = importMatrix(facility, { rows: size, columns: size, entries: sparseRows(dense, size) });
    if (!answer.accepted) {
      // Others are likely to have the same fault: one combination is enough to mend it by.
      const problems = answer.problems.map(({ path, value, allowed, message, remedy }) => ({
        ...{ file, path: path.startsWith('facility.airflow') ? `${COLUMNS.vent} ${ventIds[v]!}` : path },
        ...{ value, allowed, remedy: `${message}. ${remedy}` },
      }));
      return { ok: false, problems };
    }
    matrices.push(answer.matrix);
  }
  return { ok: true, matrices, bytes };
}
