import { baselineWords } from '../baseline-text.js';
import { capitalised, type Figure, toldFigures } from '../figures.js';
import { inUnit, type Measured, oneLine, percent } from '../format.js';
import type { ToldRun } from '../told-run.js';
import { TERMINATIONS } from '../wording.js';
import { type Content, figure, markup, type Markup, NOTHING } from './markup.js';
import { callout, card, factsOf, planOriginFact, verdict } from './result-section.js';
import type { SectionOptions } from './section.js';
import { studyPage, type StudyPage } from './study-page.js';

/** Page whose sections follow a planner's questions: what to apply, what is gained, why to trust it. */
export interface PlannersPage extends Omit<StudyPage, 'sections'> {
  /** Content of the section "What to apply": the plan's settings in a planner's terms. */
  readonly apply: readonly Content[];
  /** Content of the section "What it is worth": the gain of the plan over the baseline (reference plan). */
  readonly worth: readonly Content[];
  /** Content of the section on why to trust the plan: bounds, gaps, the checker, warnings. */
  readonly trust: readonly Content[];
  /** Further sections, folded until the reader opens them. */
  readonly rest: readonly SectionOptions[];
}

/** Returns a page whose sections follow a planner's questions, with further sections folded at the end. */
export function plannersPage({ apply, worth, trust, rest, ...page }: PlannersPage): string {
  const answers = [
    { id: 'apply', title: 'What to apply', body: apply },
    { id: 'worth', title: 'What it is worth', body: worth },
    { id: 'trust', title: 'Why it can be trusted', body: trust },
  ];
  return studyPage({ ...page, sections: [...answers, ...rest.map((one) => ({ ...one, isFolded: true }))] });
}

/** Returns the footnote on the plans for which a bound holds; empty without a bound. */
export function scopeNote(boundScope: string): Content {
  return boundScope === ''
    ? NOTHING
    : markup`<p class="footnote">The bound holds for ${oneLine(boundScope)}. Plans outside of that may be better.</p>\n`;
}

/** Family-specific content of a run's page. */
export interface RunPage<Of> extends Omit<StudyPage, 'name' | 'sections'> {
  readonly run: ToldRun<Of>;
  /** Content of the section "What to apply": the plan's settings in a planner's terms. */
  readonly apply: readonly Content[];
  /** Content after the figures in the section on the gain of the plan. */
  readonly worth?: readonly Content[];
  /** Further sections, folded until the reader opens them. */
  readonly rest: readonly SectionOptions[];
}

export function runPage<Of>({ run, apply, worth = [], rest, ...page }: RunPage<Of>): string {
  return plannersPage({
    ...page,
    name: run.result.instance,
    apply: [verdict(run), ...apply],
    worth: worthOf(run, worth),
    trust: trustOf(run),
    rest,
  });
}

/** Returns the contents of several sections, each under its own heading, to be put into a single section. */
export function together(sections: readonly SectionOptions[]): Content[] {
  return sections.map((one) => markup`<h3 id="${one.id}">${one.title}</h3>\n${one.body}`);
}

/** Returns the content on the gain of a plan: its figures, `more`, and the comparison with the baseline. */
export function worthOf<Of>(run: ToldRun<Of>, more: readonly Content[] = []): Content[] {
  const { figures, of, currency } = run;
  return [
    markup`<div class="figures">\n${cards(figures, run, false)}${baselineCards(run)}</div>\n`,
    brokenBaseline(run),
    ...more,
    factsOf(figures, of, currency, planOriginFact(run)),
  ];
}

/** Returns the content on why to trust a plan: bound, with a footnote on its scope, gap and warnings. */
function trustOf<Of>(run: ToldRun<Of>): Content[] {
  const { termination, warnings, bound, boundScope } = run.result;
  return [
    markup`<div class="figures">\n${cards(run.figures, run, true)}</div>\n`,
    markup`<p>${run.hasPlan ? `An independent checker, which shares no code with the search, judged the ${run.noun} from its file's contents alone. ` : ''}The run's end: <span data-field="termination" data-value="${termination}">${TERMINATIONS[termination]}</span>.</p>\n`,
    callout('Warnings', warnings),
    bound === null ? NOTHING : scopeNote(boundScope),
  ];
}

/** Keys of the figures on bounds and gaps, shown in the section on why to trust the plan. */
const TRUSTED: readonly string[] = ['bound', 'gap', 'rewardBound', 'largestGap'];

/** Returns the cards of a page, for the figures in TRUSTED (bounds and gaps) if `ofBound`, otherwise for all others. */
export function cards<Of>(
  figures: readonly Figure<Of>[],
  { of, currency }: Pick<ToldRun<Of>, 'of' | 'currency'>,
  ofBound: boolean,
): Markup[] {
  const wanted = figures.filter(({ key }) => TRUSTED.includes(key) === ofBound);
  return toldFigures(wanted, 'card', of, currency).map(({ label, value, note = '' }) =>
    card(capitalised(label), value, note),
  );
}

function baselineCards<Of>({ result, currency }: ToldRun<Of>): Content {
  const { baseline } = result;
  if (baseline === undefined) return NOTHING;
  const notation = currency === undefined ? {} : { currency };
  const { objective, objectiveUnit: unit, gain, gainShare, name, feasible } = baseline;
  const written = (value: Measured): ReturnType<typeof inUnit> => inUnit(value, unit, notation);
  const reached = figure('baseline.objective', objective, written, 'none');
  const against = markup`${oneLine(name)}${feasible ? '' : ', which breaks limits'}`;
  const share = gainShare === null ? '' : markup`${figure('baseline.gainShare', gainShare, percent)} of the baseline`;
  return [
    card('Baseline', reached, against),
    ...(gain === null || gain < 0 ? [] : [card('Better by', figure('baseline.gain', gain, written), share)]),
    ...(gain === null || gain >= 0 ? [] : [card('Worse by', figure('baseline.loss', -gain, written), NOTHING)]),
  ];
}

/**
 * Returns a sentence on why the plan is not compared with the baseline: the baseline is infeasible, or there is no
 * plan. Empty if there is a comparison, or no baseline.
 */
function brokenBaseline<Of>({ result }: ToldRun<Of>): Content {
  const { baseline, objective } = result;
  if (baseline === undefined || baseline.gain !== null) return NOTHING;
  return markup`<p>${oneLine(baseline.name)}: ${baselineWords(baseline, objective)}.</p>\n`;
}
