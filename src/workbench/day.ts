import type { Family, Words } from '../families/family.js';
import type { DayRequest as DayOfFamilyRequest } from '../families/studies.js';
import type { Refused } from '../instances/problem.js';
import { familyOfFile, untaken } from './find-family.js';
import { runStudy, type StudyAnswer, type StudyPlace } from './study.js';

export interface DayRequest extends DayOfFamilyRequest, StudyPlace {
  /** Words as they were given: the method and the family's own choices. */
  readonly words: Words;
}

/** One plan per epoch of a day, and its ledger, written where `out` says. */
export async function day(request: DayRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  const { file } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const own = (await family.load()).use((parts) => parts.day);
  if (own === undefined) return { ok: false, problems: [untaken(file, family, 'day', families)] };
  const asked = { ...request, verb: 'day', family, inputs: [] };
  return runStudy(own, { ...asked, request: (words) => ({ ...request, words }) }, families);
}
