import type { MatrixProvenance } from '../../models/physics/thermal/influence-matrix.js';

/** Least change of an inlet that is worth a warning, K (ours): a planner or a sensor notices no smaller one. */
const WORTH_SAYING_K = 0.01;

/**
 * Warnings about the effect of an imported matrix' repair on temperatures, if it matters. @param path of the field that
 * names the file.
 */
export function repairWarnings(
  { repair }: MatrixProvenance,
  path = 'facility.airflow.file',
  what = 'the matrix was repaired before use',
): string[] {
  if (repair === undefined || repair.inletChangeK < WORTH_SAYING_K) return [];
  return [`${path}: ${what}: ${repair.summary}.`];
}
