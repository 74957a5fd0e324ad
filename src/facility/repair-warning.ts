import type { MatrixProvenance } from '../../models/physics/thermal/influence-matrix.js';

/**
 * Change of an inlet temperature below which the repair of a matrix causes no warning, K. Our choice: neither plans nor
 * sensors are more accurate.
 */
const WORTH_SAYING_K = 0.01;

/**
 * Returns warnings if the repair of an imported influence matrix noticeably changes temperatures.
 *
 * @param path of the field that names the matrix file
 */
export function repairWarnings(
  { repair }: MatrixProvenance,
  path = 'facility.airflow.file',
  what = 'the matrix was repaired before use',
): string[] {
  if (repair === undefined || repair.inletChangeK < WORTH_SAYING_K) return [];
  return [`${path}: ${what}: ${repair.summary}.`];
}
