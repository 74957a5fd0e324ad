import type { MatrixProvenance } from '../../models/physics/thermal/influence-matrix.js';

/**
 * Smallest change of an inlet temperature by the repair of a matrix for which there is a warning, K. Our choice:
 * neither plans nor sensors are more accurate.
 */
const WORTH_SAYING_K = 0.01;

/**
 * Returns a warning if the repair of an imported influence matrix noticeably changes temperatures; otherwise an empty
 * list.
 *
 * @param path path of the field that names the matrix file
 * @param what beginning of the warning
 */
export function repairWarnings(
  { repair }: MatrixProvenance,
  path = 'facility.airflow.file',
  what = 'the matrix was repaired before use',
): string[] {
  if (repair === undefined || repair.inletChangeK < WORTH_SAYING_K) return [];
  return [`${path}: ${what}: ${repair.summary}.`];
}
