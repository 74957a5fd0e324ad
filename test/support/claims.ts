import type { Records } from '../../src/experiments/record.js';
import { comparisonsOf, verdictsOf } from '../../src/reproduction/claims-page.js';
import type { Claim } from '../../src/reproduction/claim.js';
import type { Paper } from '../../src/reproduction/paper.js';
import { tableCells } from '../../src/reproduction/tables.js';
import { textOf } from '../architecture/source-files.js';

/** What both pages of claims say of a paper. */
export function partOf(paper: Paper, recordsOf: ReadonlyMap<string, Records>): string {
  return verdictsOf(paper, recordsOf) + comparisonsOf(paper, recordsOf);
}

/** A row of a paper's page of verdicts with the claim that it is of. */
export interface ClaimRow {
  readonly claim: Claim;
  /** Verdict as written, with what it hangs on. */
  readonly verdict: string;
  /** Reason why it does not hold; '' for none. */
  readonly why: string;
  readonly command: string;
}

/** Rows of a family's page of verdicts, in their order: its claims by figure. @throws Error where they are not those of its claims */
export function committedRows(family: string, { figures, claims, introduction }: Paper): readonly ClaimRow[] {
  const [, behind] = textOf(`docs/claims-${family}.md`).split(introduction.slice(introduction.indexOf('\n')));
  const lines = (behind ?? '').split('\n').slice(1);
  const rows = lines.slice(2, lines.indexOf('')).map(tableCells);
  const ofFigures = figures.flatMap((figure) => claims.filter((claim) => claim.figure === figure));
  if (JSON.stringify(rows.map(([says]) => says)) !== JSON.stringify(ofFigures.map(({ says }) => says))) {
    throw new Error(`The rows are not those of the claims: ${rows.map(([says]) => says).join('; ')}`);
  }
  return ofFigures.map((claim, n) => {
    const [, verdict, ...others] = rows[n]!;
    return { claim, verdict: verdict!, why: others.at(-2)!, command: others.at(-1)! };
  });
}
