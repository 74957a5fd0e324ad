import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { TemplatesInstance } from '../../../../models/problems/templates/instance.js';
import type { Violation } from '../../../../models/problems/violation.js';
import { addFault } from '../../../check/findings.js';
import { checkMatrix } from '../../../check/matrix-faults.js';

/** "matrix": one per vent combination, each of this room, all over the same zones. */
export function addMatrixFaults(
  instance: TemplatesInstance,
  matrices: readonly InfluenceMatrix[],
  violations: Violation[],
): void {
  const combinations = instance.ventOpenings.length ** instance.quadrants.length;
  if (matrices.length !== combinations) {
    addFault(violations, 'matrix', `${matrices.length} matrices for ${combinations} vent combinations`);
    return;
  }
  const zonesOf = (matrix: InfluenceMatrix): string =>
    JSON.stringify(matrix.zones.map(({ name, rack, nodeType, nodeCount }) => [name, rack, nodeType, nodeCount]));
  const first = zonesOf(matrices[0]!);
  // No CRAC of templates has a capacity, and none has failed.
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: undefined }));
  for (const [vents, matrix] of matrices.entries()) {
    const found: Violation[] = [];
    checkMatrix({ ...instance.facility, cracs }, matrix, found);
    if (zonesOf(matrix) !== first) addFault(found, 'matrix', 'other zones than those of vents 0');
    violations.push(...found.map((violation) => ({ ...violation, where: `vents ${vents}: ${violation.where}` })));
  }
}
