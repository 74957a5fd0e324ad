import { basename, resolve } from 'node:path';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { MAX_MATRIX_BYTES } from '../../../facility/matrix-file.js';
import type { LocalFault } from '../../../instances/fault.js';
import { readTableFile } from '../../../instances/text-file.js';

type WithMatrix =
  | { readonly ok: true; readonly instance: RewardRateInstance; readonly beside: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly fault: LocalFault };

/**
 * Returns an instance that can be written to the folder `out`, with a copy of its matrix file, because an instance may
 * not name files outside its own folder.
 */
export function matrixBeside(instance: RewardRateInstance, directory: string, out: string): WithMatrix {
  const { facility } = instance;
  if (facility.airflow.source !== 'matrix' || resolve(out) === directory) {
    return { ok: true, instance, beside: new Map() };
  }
  const read = readTableFile(resolve(directory, facility.airflow.file), MAX_MATRIX_BYTES);
  if (!read.ok) return { ok: false, fault: { ...read.fault, path: 'facility.airflow.file' } };
  const file = basename(facility.airflow.file);
  const moved = { ...instance, facility: { ...facility, airflow: { ...facility.airflow, file } } };
  return { ok: true, instance: moved, beside: new Map([[file, read.text]]) };
}
