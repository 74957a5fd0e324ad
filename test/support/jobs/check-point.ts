import type { Violation } from '../../../models/families/violation.js';
import { Faults } from '../../../src/check/faults.js';
import { judgePoint, type StoredPoint } from '../../../src/families/jobs/check/check-point.js';
import type { CheckedTypes } from '../../../src/families/jobs/check/checked-types.js';

/** Returns what is wrong with a design point by itself. */
export function checkPoint(checked: CheckedTypes, point: StoredPoint): Violation[] {
  const faults = new Faults();
  judgePoint(checked, point, 'point', faults);
  return faults.violations();
}
