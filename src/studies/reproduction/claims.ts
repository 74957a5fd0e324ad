import type { Records } from '../../experiments/record.js';
import type { Claim } from './claim.js';
import { FAMILIES, familyOf } from './families.js';
import type { FigureName } from './names.js';
import { type Part, type Verdict, verdictOf } from './rules.js';

/** What is claimed of every figure. */
export const CLAIMS: readonly Claim[] = FAMILIES.flatMap(({ claims }) => claims);

/** A claim as the records answer it. */
export interface Judged {
  readonly claim: Claim;
  /** By the family's first reading of the records: chapter 3 the thesis' evaluation, with time-averaged features. */
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
  /** By its other one: chapter 3 the time-sliced evaluation. */
  readonly otherVerdict: Verdict;
}

export function judgeFigure(figure: FigureName, records: Records): Judged[] {
  const family = familyOf(figure);
  const data = family.data(records, family.reading);
  const other = family.data(records, family.other.reading);
  return family.claims
    .filter((claim) => claim.figure === figure)
    .map((claim) => {
      const parts = claim.parts(data);
      return { claim, parts, verdict: verdictOf(parts), otherVerdict: verdictOf(claim.parts(other)) };
    });
}
