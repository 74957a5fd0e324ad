import type { Records } from '../../experiments/record.js';
import type { Claim } from './claim.js';
import { LIMIT_CLAIMS } from './claims-limits.js';
import { SCALE_CLAIMS } from './claims-scale.js';
import { WORKLOAD_CLAIMS } from './claims-workload.js';
import { figureData } from './data.js';
import type { FigureName } from './figures.js';
import { type Part, type Verdict, verdictOf } from './rules.js';

/** What is claimed of every figure, in the thesis' order. */
export const CLAIMS: readonly Claim[] = [...WORKLOAD_CLAIMS, ...LIMIT_CLAIMS, ...SCALE_CLAIMS];

/** A claim as the records answer it. */
export interface Judged {
  readonly claim: Claim;
  /** By the thesis' evaluation, with time-averaged features. */
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
  /** By the time-sliced evaluation. */
  readonly timeSliced: Verdict;
}

export function judgeFigure(figure: FigureName, records: Records): Judged[] {
  const averaged = figureData(records, 'averaged');
  const sliced = figureData(records, 'time-sliced');
  return CLAIMS.filter((claim) => claim.figure === figure).map((claim) => {
    const parts = claim.parts(averaged);
    return { claim, parts, verdict: verdictOf(parts), timeSliced: verdictOf(claim.parts(sliced)) };
  });
}
