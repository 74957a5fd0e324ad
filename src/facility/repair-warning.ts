import type { MatrixProvenance } from '../../models/physics/thermal/influence-matrix.js';

/** Inlets that move by less are nothing a planner or a sensor would notice, K. */
const WORTH_SAYING_K = 0.01;

/** What an imported matrix' repair does to temperatures, where it matters. @param path of the field that names the file. */
export function repairWarnings(
  { repair }: MatrixProvenance,
  path = 'facility.airflow.file',
  what = 'the matrix was repaired before use',
): string[] {
  if (repair === undefined || repair.inletChangeK < WORTH_SAYING_K) return [];
  return [`${path}: ${what}: ${repair.summary}.`];
}
