import type { Family, Words } from '../families/family.js';
import type { SweepRequest as SweepOfFamilyRequest } from '../families/studies.js';
import type { Refused } from '../instances/fault.js';
import { runChain } from './chain.js';
import type { StudyAnswer, StudyPlace } from './study.js';

export interface SweepRequest extends SweepOfFamilyRequest, StudyPlace {
  /** Words as they were given: the method and the family's own choices. */
  readonly words: Words;
}

/** Solves an instance over a grid of values and writes the results to `out`. */
export function sweep(request: SweepRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  return runChain('sweep', request, families);
}
