import type { MatrixProvenance } from '../../models/physics/thermal/influence-matrix.js';

/**
 * Least change of an inlet temperature that causes a warning, K. Our choice: neither plans nor sensors are more
 * accurate.
 */
const WORTH_SAYING_K = 0.01;

/**
 * Returns the warnings about the effect on temperatures of repairing an imported matrix, if it is noticeable.
 *
 * @param path of the field that names the file
 */
export function repairWarnings(
  { repair }: MatrixProvenance,
  path = 'facility.airflow.file',
  what = 'the matrix was repaired before use',
): string[] {
  if (repair === undefined || repair.inletChangeK < WORTH_SAYING_K) return [];
  return [`${path}: ${what}: ${repair.summary}.`];
}
