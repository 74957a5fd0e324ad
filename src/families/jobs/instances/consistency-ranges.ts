import type { DrawnRange } from '../../../../models/problems/jobs/instance.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalProblem, type PathSegment } from '../../../instances/problem.js';

/** Problem of a range whose ends are exchanged. */
export function rangeProblems(at: readonly PathSegment[], range: Draft<DrawnRange>): LocalProblem[] {
  const { least, most } = range ?? {};
  if (least === undefined || most === undefined || least <= most) return [];
  const path = jsonPath([...at, 'least']);
  return [{ path, value: least, allowed: `at most ${most}, as most`, remedy: 'Exchange or correct the two.' }];
}
