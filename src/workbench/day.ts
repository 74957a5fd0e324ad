import type { Family, Words } from '../families/family.js';
import type { DayRequest as DayOfFamilyRequest } from '../families/studies.js';
import type { Refused } from '../instances/fault.js';
import { runChain } from './chain.js';
import type { StudyAnswer, StudyPlace } from './study.js';

export interface DayRequest extends DayOfFamilyRequest, StudyPlace {
  /** Words as given: the method and the family's own options. */
  readonly words: Words;
}

/** Returns one plan per epoch of a day with the day's accounts, and writes them where `out` says. */
export function day(request: DayRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  return runChain('day', { ...request, over: [] }, families);
}
