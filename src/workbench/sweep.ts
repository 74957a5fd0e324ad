import type { Family, Words } from '../families/family.js';
import type { SweepRequest as SweepOfFamilyRequest } from '../families/studies.js';
import { COMMAND_LINE, type Refused } from '../instances/problem.js';
import { familyOfFile, untaken } from './find-family.js';
import { runStudy, type StudyAnswer, type StudyPlace } from './study.js';

export interface SweepRequest extends SweepOfFamilyRequest, StudyPlace {
  /** Words as they were given: the method and the family's own choices. */
  readonly words: Words;
}

/** The same question over a grid of values, written where `out` says. */
export async function sweep(request: SweepRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  const { file, over } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const own = (await family.load()).use((parts) => parts.sweep);
  if (own === undefined) return { ok: false, problems: [untaken(file, family, 'sweep', families)] };
  if (over.length === 0) {
    const allowed = 'field=start:end:step';
    const remedy = 'Say at least once what to vary.';
    return { ok: false, problems: [{ file: COMMAND_LINE, path: '--over', value: undefined, allowed, remedy }] };
  }
  const asked = { ...request, verb: 'sweep', family, inputs: [] };
  return runStudy(own, { ...asked, request: (words) => ({ ...request, words }) }, families);
}
