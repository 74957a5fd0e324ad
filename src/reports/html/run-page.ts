import { baselineWords } from '../baseline-text.js';
import { capitalised, toldFigures } from '../figures.js';
import { inUnit, type Measured, oneLine, percent } from '../format.js';
import type { ToldRun } from '../told-run.js';
import { TERMINATIONS } from '../wording.js';
import { type Content, figure, markup, type Markup, NOTHING } from './markup.js';
import { callout, factsOf, planOriginFact, verdict } from './result-section.js';
import type { SectionOptions } from './section.js';
import { studyPage, type StudyPage } from './study-page.js';

/** A run's page: what differs between families. */
export interface RunPage<Of> extends Omit<StudyPage, 'name' | 'sections'> {
  readonly run: ToldRun<Of>;
  /** What to apply: settings in a planner's terms. */
  readonly apply: SectionOptions;
  /** Content beside the figures of what the plan is worth. */
  readonly worth?: readonly Content[];
  /** Sections for those who want to know more; they are folded. */
  readonly rest: readonly SectionOptions[];
}

/**
 * Returns the page of a run in the order of a planner's questions: what to apply, what it is worth against how the facility would
 * run otherwise, why that can be trusted; then the rest, folded.
 */
export function runPage<Of>({ run, apply, worth = [], rest, ...page }: RunPage<Of>): string {
  const sections = [
    { ...apply, title: 'What to apply', body: [verdict(run), ...apply.body] },
    worthSection(run, worth),
    trustSection(run),
    ...rest.map((one) => ({ ...one, isFolded: true })),
  ];
  return studyPage({ ...page, name: run.result.instance, sections });
}

/** Returns several sections as one, each under its own title. */
export function together(id: string, sections: readonly SectionOptions[]): SectionOptions {
  const body = sections.map((one) => markup`<h3 id="${one.id}">${one.title}</h3>\n${one.body}`);
  return { id, title: '', body };
}

/** Returns the section on what a plan is worth, held against its baseline, and its other figures. */
export function worthSection<Of>(run: ToldRun<Of>, more: readonly Content[] = []): SectionOptions {
  const { figures, of, currency } = run;
  const origin = planOriginFact(run);
  return {
    id: 'worth',
    title: 'What it is worth',
    body: [
      markup`<div class="figures">\n${cards(run, false)}${baselineCards(run)}</div>\n`,
      brokenBaseline(run),
      ...more,
      factsOf(figures, of, currency, origin),
    ],
  };
}

/** Returns the section on why a plan's figures can be trusted: bound, gap, warnings, and what the bound is for as a footnote. */
function trustSection<Of>(run: ToldRun<Of>): SectionOptions {
  const { termination, warnings, bound, boundScope } = run.result;
  const covers =
    bound === null
      ? NOTHING
      : markup`<p class="footnote">The bound holds for ${oneLine(boundScope)}. Plans outside of that may be better.</p>\n`;
  return {
    id: 'trust',
    title: 'Why it can be trusted',
    body: [
      markup`<div class="figures">\n${cards(run, true)}</div>\n`,
      markup`<p>${run.hasPlan ? `An independent checker, which shares no code with the search, judged the ${run.noun} from its file's contents alone. ` : ''}The run's end: <span data-field="termination" data-value="${termination}">${TERMINATIONS[termination]}</span>.</p>\n`,
      callout('Warnings', warnings),
      covers,
    ],
  };
}

/** Keys of the figures that say how far a plan can be trusted. */
const TRUSTED: readonly string[] = ['bound', 'gap'];

/** Returns the cards of a run's figures: those of its bound, or the others. */
function cards<Of>({ figures, of, currency }: ToldRun<Of>, ofBound: boolean): Markup[] {
  const wanted = figures.filter(({ key }) => TRUSTED.includes(key) === ofBound);
  return toldFigures(wanted, 'card', of, currency).map(({ label, value, note = '' }) =>
    card(capitalised(label), value, note),
  );
}

function card(label: Content, value: Content, note: Content): Markup {
  return markup`<div><span class="label">${label}</span><span class="value">${value}</span><span class="note">${note}</span></div>\n`;
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

/** Returns a sentence on a baseline that is no feasible plan, with which nothing can be compared. */
function brokenBaseline<Of>({ result }: ToldRun<Of>): Content {
  const { baseline, objective } = result;
  if (baseline === undefined || baseline.gain !== null) return NOTHING;
  return markup`<p>${oneLine(baseline.name)}: ${baselineWords(baseline, objective)}.</p>\n`;
}
