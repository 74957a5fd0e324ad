import type { Cell } from '../experiments/design.js';
import type { Records } from '../experiments/record.js';
import { LEVEL } from '../experiments/statistics.js';
import type { Claim } from './claim.js';
import { type FigureData, inSetting, inWords, levelsOf, settingsOf } from './data.js';
import type { Calibration, Paper, View } from './paper.js';
import type { FigurePicture } from './picture.js';
import { type Part, type Verdict, verdictOf } from './rules.js';
import { type Judging, judgingOf } from './trial-rule.js';

/** A claim with its verdict. */
export interface Judged {
  readonly claim: Claim;
  /** The verdict of each setting under the source's own view; a single one, without levels, if nothing is calibrated. */
  readonly settings: readonly JudgedSetting[];
  /** Comparisons in all admissible settings. */
  readonly parts: readonly Part[];
  /** "not judged" if the records are not those that the paper's rule asks for. */
  readonly verdict: Verdict;
  /** Why the claim is not judged, as a noun phrase; null if it is. */
  readonly refusal: string | null;
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

/**
 * Returns the verdicts on a paper's claims about a figure, from its records. Comparisons are made also if the records
 * are refused a verdict.
 *
 * @param judging how the records are judged; by default by 95 % intervals, whatever they are of
 */
export function judgeFigure(
  { claims, views, calibration }: Pick<Paper, 'claims' | 'views' | 'calibration'>,
  figure: string,
  records: Records,
  { refusal, level }: Judging = { refusal: null, level: LEVEL },
): Judged[] {
  const seen = views.map((view) => ({ view, settings: settingsIn(view.data(records), calibration, figure) }));
  return claims
    .filter((claim) => claim.figure === figure)
    .map((claim) => {
      const [own, ...others] = seen.map(({ view, settings: found }) => {
        const settings = found.map(({ data, ...setting }): JudgedSetting => {
          const parts = claim.parts(data).map((part) => part.atLevel?.(level) ?? part);
          return { ...setting, parts, verdict: verdictOf(parts) };
        });
        return { view, settings, parts: pooled(settings), verdict: verdictOver(settings) };
      });
      const { settings, parts } = own!;
      const verdict = refusal === null ? own!.verdict : 'not judged';
      return { claim, settings, parts, verdict, refusal, others: others.map((other) => ofItsOwn(other, parts)) };
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

/** Returns the comparisons of all admissible settings. */
function pooled(settings: readonly JudgedSetting[]): readonly Part[] {
  const admissible = settings.filter(({ isAdmissible }) => isAdmissible);
  if (settings.length === 1) return admissible.flatMap(({ parts }) => parts);
  return admissible.flatMap(({ levels, parts }) =>
    parts.map((part) => ({ ...part, where: `${inWords(levels)}: ${part.where}` })),
  );
}

/** Returns the admissible settings in which a claim was run: those in which it makes comparisons. */
function countedSettings(settings: readonly JudgedSetting[]): readonly JudgedSetting[] {
  return settings.filter(({ isAdmissible, parts }) => isAdmissible && parts.length > 0);
}

/**
 * Returns the verdict over the admissible settings in which a claim was run. It is "holds" if the claim holds in all, and
 * "undecided" if it is undecided or untested in more than half, so that no single setting of many decides. Otherwise it is
 * "in part" if the claim holds, or holds in part, in some, and "contradicts" if in none.
 */
function verdictOver(settings: readonly JudgedSetting[]): Verdict {
  const counted = countedSettings(settings);
  const count = (...of: readonly Verdict[]): number => counted.filter(({ verdict }) => of.includes(verdict)).length;
  if (count('not tested') === counted.length) return 'not tested';
  if (count('holds') === counted.length) return 'holds';
  if (2 * count('undecided', 'not tested') > counted.length) return 'undecided';
  return count('holds', 'in part') > 0 ? 'in part' : 'contradicts';
}

/**
 * Returns the verdict of a view: "not tested" if its comparisons are the same as those of the source's own view, because
 * it then shows nothing new.
 */
function ofItsOwn(judged: JudgedView, thesis: readonly Part[]): JudgedView {
  const isOwn = JSON.stringify(judged.parts) !== JSON.stringify(thesis);
  return isOwn ? judged : { ...judged, parts: [], verdict: 'not tested' };
}

/**
 * Returns a verdict as text. The text names why a claim tests nothing or is not judged, the open question that the
 * verdict depends on, and the interpretations that lead to another verdict.
 */
export function verdictText({ claim, verdict, refusal, others }: Judged): string {
  if (refusal !== null) return `${verdict} (${refusal})`;
  if (claim.calibrated !== undefined && verdict !== 'not tested') return `calibrated, not tested (${verdict})`;
  const readings = others.filter(({ view, parts, verdict: other }) => {
    return view.kind === 'reading' && parts.length > 0 && other !== verdict;
  });
  const words = [
    ...(claim.decidedBy === undefined ? [] : [claim.decidedBy]),
    ...readings.map(({ view, verdict: other }) => `${view.words}: ${other}`),
  ];
  return words.length === 0 ? verdict : `${verdict}, by our reading (${words.join('; ')})`;
}

/** Verdicts in the order in which counts of settings name them. */
const COUNTED: readonly Verdict[] = ['holds', 'in part', 'undecided', 'contradicts', 'not tested'];

/**
 * Returns in how many admissible settings a claim has which verdict, such as "holds in 11 of 15, contradicts in 4; never
 * with demand 1.3". Settings in which it was not run are not counted: "with demand 1 alone" if one is left. Empty if there is
 * only one setting.
 */
export function settingsText({ settings }: Pick<Judged, 'settings'>): string {
  if (settings.length === 1) return '';
  const counted = countedSettings(settings);
  if (counted.length === 0) return 'in no admissible setting';
  if (counted.length === 1) return `with ${inWords(counted[0]!.levels)} alone`;
  const words = COUNTED.flatMap((verdict, n) => {
    const count = counted.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [`${verdict} in ${count}${n === 0 ? ` of ${counted.length}` : ''}`];
  });
  const first = words[0]!.startsWith('holds') ? words : [`holds in 0 of ${counted.length}`, ...words];
  const where = holdsWhere(counted);
  return [first.join(', '), ...(where === '' ? [] : [where])].join('; ');
}

/** Returns for each factor at which of its levels a claim always or never holds; empty if that is so at all or at none. */
function holdsWhere(settings: readonly JudgedSetting[]): string {
  const holds = (some: readonly JudgedSetting[]): number => some.filter(({ verdict }) => verdict === 'holds').length;
  if (holds(settings) === 0 || holds(settings) === settings.length) return '';
  return Object.keys(settings[0]!.levels)
    .flatMap((factor) => {
      const levels = [...new Set(settings.map((one) => one.levels[factor]!))].map((level) => {
        const own = settings.filter((one) => one.levels[factor] === level);
        return { words: inWords({ [factor]: level }), held: holds(own), of: own.length };
      });
      const always = levels.filter(({ held, of }) => held === of).map(({ words }) => words);
      const never = levels.filter(({ held }) => held === 0).map(({ words }) => words);
      return [
        ...(always.length === 0 ? [] : [`always with ${always.join(', ')}`]),
        ...(never.length === 0 ? [] : [`never with ${never.join(', ')}`]),
      ];
    })
    .join('; ');
}

/** Returns the verdicts on a paper's claims about a figure, by the paper's rule on trials and designs. */
export function judgeByRule(paper: Paper, figure: string, records: Records): Judged[] {
  return judgeFigure(paper, figure, records, judgingOf(paper, figure, records.design));
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
    claims: judgeByRule(paper, figure, records).map((judged) => ({
      id: judged.claim.id,
      says: judged.claim.says,
      verdict: [verdictText(judged), settingsText(judged)].filter((words) => words !== '').join(': '),
      regimes: judged.others
        .filter(({ view, parts }) => view.kind === 'regime' && parts.length > 0)
        .map(({ view, verdict }) => ({ words: view.words, verdict })),
    })),
  };
}
