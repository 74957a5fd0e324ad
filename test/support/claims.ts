import type { Records } from '../../src/experiments/record.js';
import { claimRows, claimsPage, comparisonsOf } from '../../src/reproduction/claims-page.js';
import type { Claim } from '../../src/reproduction/claim.js';
import type { Paper } from '../../src/reproduction/paper.js';
import { table, tableCells } from '../../src/reproduction/tables.js';
import { textOf } from '../architecture/source-files.js';

/** What all pages of claims say of a paper. */
export function partOf(paper: Paper, recordsOf: ReadonlyMap<string, Records>): string {
  const [, , ...rows] = table([], claimRows(paper, recordsOf)).split('\n');
  return [...rows, claimsPage(paper, recordsOf), comparisonsOf(paper, recordsOf)].join('\n');
}

/** A row of the table of all claims with the claim that it is of. */
export interface ClaimRow {
  readonly claim: Claim;
  /** Verdict as written, with what it hangs on. */
  readonly verdict: string;
  /** Reason why it does not hold; '' for none. */
  readonly why: string;
  readonly command: string;
}

/** Rows of a paper's claims in docs/claims.md, in their order: by figure. @throws Error where they are not those of its claims */
export function committedRows({ figures, claims }: Pick<Paper, 'figures' | 'claims'>): readonly ClaimRow[] {
  const lines = textOf('docs/claims.md').split('\n');
  const rows = lines
    .slice(lines.findIndex((line) => line.startsWith('| Claim |')) + 2)
    .map(tableCells)
    .filter((cells) => figures.includes(/^`plenum reproduce (\S+?)(?: .*)?`$/.exec(cells.at(-1)!)?.[1] ?? ''));
  const ofFigures = figures.flatMap((figure) => claims.filter((claim) => claim.figure === figure));
  if (JSON.stringify(rows.map(([says]) => says)) !== JSON.stringify(ofFigures.map(({ says }) => says))) {
    throw new Error(`The rows are not those of the claims: ${rows.map(([says]) => says).join('; ')}`);
  }
  return ofFigures.map((claim, n) => {
    const [, verdict, ...others] = rows[n]!;
    return { claim, verdict: verdict!, why: others.at(-2)!, command: others.at(-1)! };
  });
}
