import type { Records } from '../experiments/record.js';
import type { Claim } from './claim.js';
import type { Paper, View } from './paper.js';
import type { FigurePicture } from './picture.js';
import { type Part, type Verdict, verdictOf } from './rules.js';

/** A claim with its verdict. */
export interface Judged {
  readonly claim: Claim;
  /** Comparisons under the thesis' own settings, which decide the verdict. */
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
  /** Verdicts under the paper's other views (interpretations or settings), in their order. */
  readonly others: readonly JudgedView[];
}

export interface JudgedView {
  readonly view: View;
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
}

/** Returns the verdicts on a paper's claims about a figure, from its records. */
export function judgeFigure(
  { claims, views }: Pick<Paper, 'claims' | 'views'>,
  figure: string,
  records: Records,
): Judged[] {
  const seen = views.map((view) => ({ view, data: view.data(records) }));
  return claims
    .filter((claim) => claim.figure === figure)
    .map((claim) => {
      const [{ parts, verdict }, ...others] = seen.map(({ view, data }): JudgedView => {
        const found = claim.parts(data);
        return { view, parts: found, verdict: verdictOf(found) };
      }) as [JudgedView, ...JudgedView[]];
      return { claim, parts, verdict, others: others.map((other) => ofItsOwn(other, parts)) };
    });
}

/**
 * Returns the verdict of a view. With settings of Plenum ("regime") it is "not tested" if the comparisons are the same
 * as with the thesis' settings, because it then shows nothing new.
 */
function ofItsOwn(judged: JudgedView, thesis: readonly Part[]): JudgedView {
  const isOwn = judged.view.kind !== 'regime' || JSON.stringify(judged.parts) !== JSON.stringify(thesis);
  return isOwn ? judged : { ...judged, parts: [], verdict: 'not tested' };
}

/**
 * Returns a verdict as text. The text names the open question that the verdict depends on, and the interpretations that
 * lead to another verdict.
 */
export function verdictText({ claim, verdict, others }: Judged): string {
  const readings = others.filter(({ view, verdict: other }) => view.kind === 'reading' && other !== verdict);
  const words = [
    ...(claim.decidedBy === undefined ? [] : [claim.decidedBy]),
    ...readings.map(({ view, verdict: other }) => `${view.words}: ${other}`),
  ];
  return words.length === 0 ? verdict : `${verdict}, by our reading (${words.join('; ')})`;
}

/** Returns the data of a figure's page: charts, and verdicts on its claims. */
export function figurePicture(paper: Paper, figure: string, records: Records): FigurePicture {
  const { titles, designSentence, charts, source } = paper;
  return {
    name: records.design.name,
    title: titles[figure]!,
    settings: designSentence(records.design),
    trials: records.design.trials,
    ...(source === undefined ? {} : { source }),
    charts: charts(records),
    claims: judgeFigure(paper, figure, records).map((judged) => ({
      id: judged.claim.id,
      says: judged.claim.says,
      verdict: verdictText(judged),
      regimes: judged.others
        .filter(({ view, parts }) => view.kind === 'regime' && parts.length > 0)
        .map(({ view, verdict }) => ({ words: view.words, verdict })),
    })),
  };
}
