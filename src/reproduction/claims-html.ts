import { oneLine } from '../reports/format.js';
import { markup, type Content } from '../reports/html/markup.js';
import { studyPage } from '../reports/html/study-page.js';
import { table } from '../reports/html/table.js';
import { type Judged, settingsText, verdictText } from './claims.js';
import { decidingText, reasonOf, titleOf } from './claims-page.js';
import type { Paper } from './paper.js';

/** A figure on the page of all claims. */
export interface FigureOnPage {
  readonly figure: string;
  readonly paper: Paper;
  readonly trials: number;
  readonly judged: readonly Judged[];
  /** Name of the file with the figure's charts, in the folder of the page; null if there is none. */
  readonly page: string | null;
}

/** Returns the HTML page with all claims on some figures, by paper, with links to the pages of the figures. */
export function allClaimsPage(figures: readonly FigureOnPage[]): string {
  const papers = [...new Set(figures.map(({ paper }) => paper))];
  const judged = figures.flatMap((one) => one.judged);
  const counts = new Map<string, number>();
  for (const one of judged) {
    const kind = verdictText(one).replace(/ \(.*|, by our reading.*/, '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const words = [...counts].map(([verdict, count]) => `${String(count)} ${verdict}`).join(', ');
  return studyPage({
    name: 'Claims of the thesis and the papers',
    kind: 'claims',
    lead: markup`${String(judged.length)} claims: ${words}. What verdicts mean, and how they are made, is in docs/claims.md.`,
    sections: papers.map((paper, n) => ({
      id: `paper-${String(n)}`,
      title: oneLine(titleOf(paper)),
      body: [
        table({
          caption: titleOf(paper),
          columns: [
            { head: 'Claim', wide: true },
            { head: 'Verdict', wide: true },
            { head: 'Decided by, and why', wide: true },
            { head: 'Figure' },
          ],
          rows: figures.filter((one) => one.paper === paper).flatMap(rowsOf),
        }),
      ],
    })),
    record: judged.map((one) => {
      const { id, figure, says } = one.claim;
      return { id, figure, says, verdict: verdictText(one) };
    }),
  });
}

function rowsOf({ figure, paper, trials, judged, page }: FigureOnPage): Content[][] {
  const link = page === null ? figure : markup`<a href="${page}">${figure}</a>`;
  return judged.map((one) => [
    oneLine(one.claim.says),
    markup`<span data-field="verdict.${one.claim.id}">${oneLine(verdictText(one))}</span>${below(settingsText(one))}`,
    markup`${oneLine(decidingText(one))}${below(withoutLinks(reasonOf(one, paper.reasons) ?? ''))}`,
    markup`${link}${below(`${String(trials)} ${trials === 1 ? 'trial' : 'trials'}`)}`,
  ]);
}

/** Returns a text for the line below another in a cell; nothing for an empty text. */
function below(text: string): Content {
  return text === '' ? '' : markup`<br><small>${oneLine(text)}</small>`;
}

/** Returns a Markdown text without the targets of its links, which lead to files beside docs/, and without backticks. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
