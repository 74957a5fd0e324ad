import type { Cell } from '../experiments/design.js';
import type { Records } from '../experiments/record.js';
import type { Claim } from './claim.js';
import { type FigureData, inSetting, inWords, levelsOf, settingsOf } from './data.js';
import type { Calibration, Paper, View } from './paper.js';
import type { FigurePicture } from './picture.js';
import { type Part, type Verdict, verdictOf } from './rules.js';

/** A claim with its verdict. */
export interface Judged {
  readonly claim: Claim;
  /** The verdict of each setting under the source's own view; a single one, without levels, if nothing is calibrated. */
  readonly settings: readonly JudgedSetting[];
  /** Comparisons in all admissible settings in which the claim was tested, which decide the verdict. */
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
  /** Verdicts under the paper's other views (interpretations or settings), in their order. */
  readonly others: readonly JudgedView[];
}

/** A claim's verdict in one setting of what the source does not print. */
export interface JudgedSetting {
  /** Levels of the factors of the paper's calibration. */
  readonly levels: Cell;
  readonly isAdmissible: boolean;
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
}

export interface JudgedView {
  readonly view: View;
  readonly parts: readonly Part[];
  readonly verdict: Verdict;
}

/** Returns the verdicts on a paper's claims about a figure, from its records. */
export function judgeFigure(
  { claims, views, calibration }: Pick<Paper, 'claims' | 'views' | 'calibration'>,
  figure: string,
  records: Records,
): Judged[] {
  const seen = views.map((view) => ({ view, settings: settingsIn(view.data(records), calibration, figure) }));
  return claims
    .filter((claim) => claim.figure === figure)
    .map((claim) => {
      const [own, ...others] = seen.map(({ view, settings: found }) => {
        const settings = found.map(({ data, ...setting }): JudgedSetting => {
          const parts = claim.parts(data);
          return { ...setting, parts, verdict: verdictOf(parts) };
        });
        const parts = pooled(settings);
        return { view, settings, parts, verdict: verdictOf(parts) };
      });
      const { settings, parts, verdict } = own!;
      return { claim, settings, parts, verdict, others: others.map((other) => ofItsOwn(other, parts)) };
    });
}

/** Returns the data of each setting that a figure's design has: of each combination of levels of the calibration's factors. */
function settingsIn(
  data: FigureData,
  calibration: Calibration | undefined,
  figure: string,
): readonly (Pick<JudgedSetting, 'levels' | 'isAdmissible'> & { readonly data: FigureData })[] {
  const factors = (calibration?.factors ?? []).filter((name) => levelsOf(data, name).length > 0);
  if (factors.length === 0) return [{ levels: {}, isAdmissible: true, data }];
  return settingsOf(data, factors).map((levels) => {
    return { levels, isAdmissible: calibration!.isAdmissible(levels, figure), data: inSetting(data, levels) };
  });
}

/** Returns the comparisons of all admissible settings in which a claim was tested; without any, those that were not made. */
function pooled(settings: readonly JudgedSetting[]): readonly Part[] {
  const admissible = settings.filter(({ isAdmissible }) => isAdmissible);
  const tested = admissible.filter(({ verdict }) => verdict !== 'not tested');
  const counted = tested.length === 0 ? admissible : tested;
  if (settings.length === 1) return counted.flatMap(({ parts }) => parts);
  return counted.flatMap(({ levels, parts }) =>
    parts.map((part) => ({ ...part, where: `${inWords(levels)}: ${part.where}` })),
  );
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
