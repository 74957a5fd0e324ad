import type { DrawnRange } from '../../../../models/families/jobs/instance.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';

/** Returns a fault if the lower end of a range exceeds the upper end. */
export function rangeFaults(at: readonly PathSegment[], range: Draft<DrawnRange>): LocalFault[] {
  const { least, most } = range ?? {};
  if (least === undefined || most === undefined || least <= most) return [];
  const path = jsonPath([...at, 'least']);
  return [{ path, value: least, allowed: `at most ${most}, as most`, remedy: 'Exchange or correct the two.' }];
}
