import type { Advice } from '../../studies/analysis/advice.js';
import type { ClassAnalysis } from '../../studies/analysis/analysis.js';
import type { RunRecord } from '../../studies/plan/record.js';
import { count, countOf, gapPercent, oneLine, seconds } from '../format.js';
import { counted, figure, markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../html/markup.js';
import { absent } from '../html/section.js';
import { table } from '../html/table.js';
import type { StudyReport } from './input.js';
import { budgetText } from './words.js';

/** Maximum number of classes (groups of comparable runs) that the page shows without an index of links. */
const MAX_WITHOUT_INDEX = 5;
/**
 * Maximum number of classes (groups of comparable runs) whose recommendations are unfolded. Further recommendations are
 * folded on the screen, but printed.
 */
const MAX_UNFOLDED = 12;

/** Numbers of runs of a study: in total, with a record, failed, without a record. */
export interface RunCounts {
  readonly total: number;
  readonly recorded: number;
  readonly failed: number;
  readonly missing: number;
}

/**
 * Returns how many runs of a study have a record, how many of the recorded runs failed, and how many runs have no
 * record.
 */
export function countsOf(records: readonly RunRecord[], missing: number): RunCounts {
  const failed = records.filter(({ outcome }) => outcome.failure !== null).length;
  return { total: records.length + missing, recorded: records.length, failed, missing };
}

/** Returns the question that the study answers, from the parameters that it varies. */
export function questionOf(report: StudyReport): string {
  const {
    analysis,
    table: { records },
  } = report;
  const methods = new Set(analysis.classes.flatMap((one) => one.methods)).size;
  const cases = analysis.classes.reduce((sum, one) => sum + one.cases.length, 0);
  const budgets = [...new Set(analysis.classes.flatMap((one) => one.budgets.map(({ budget }) => budgetText(budget))))];
  if (records.length === 0) return 'No run of this study has a record yet.';
  if (methods === 0) return 'No run of this study has an answer that could be compared.';
  const under =
    budgets.length === 1
      ? `under ${budgets[0] === 'no limit' ? 'no limit' : `a budget of ${budgets[0]!}`}`
      : `under ${String(budgets.length)} budgets`;
  const classes = analysis.classes.length === 1 ? '' : `, in ${String(analysis.classes.length)} classes of instances`;
  return methods === 1
    ? `What does the method achieve on ${countOf(cases, 'case')} ${under}${classes}?`
    : `Which of ${String(methods)} methods is best on ${countOf(cases, 'case')} ${under}${classes}?`;
}

/** Returns the study's question, and its recommendation for each class (comparable runs). */
export function answers(report: StudyReport, question: string): Content[] {
  const { analysis, advice } = report;
  const { total, recorded, failed, missing } = countsOf(report.table.records, report.analysis.missing);
  const cut =
    missing === 0
      ? NOTHING
      : markup`<div class="callout"><p>${counted(missing, 'run')} of ${counted(total, 'run')} ${missing === 1 ? 'has' : 'have'} no record yet: what follows holds for those that were finished.</p></div>\n`;
  const broken =
    failed === 0
      ? NOTHING
      : markup`<p>${counted(failed, 'run')} of ${counted(recorded, 'run')} ended without an answer: <a href="#failures">failures</a>.</p>\n`;
  return [
    markup`<p class="question">${question}</p>\n`,
    cut,
    analysis.classes.length === 0 ? absent(whyNothing(report)) : NOTHING,
    indexOf(analysis.classes, advice),
    analysis.classes.map((one, c) => {
      const answer = classAnswer(one, adviceOn(advice, one), c);
      return c < MAX_UNFOLDED ? answer : markup`<details><summary>${nameOf(one.name)}</summary>\n${answer}</details>\n`;
    }),
    broken,
  ];
}

function adviceOn(advice: readonly Advice[], { name }: ClassAnalysis): Advice | undefined {
  return advice.find(({ className }) => className === name);
}

/**
 * Returns links to the recommendations for all classes (comparable runs), with the recommended methods; empty if there
 * are few classes.
 */
function indexOf(classes: readonly ClassAnalysis[], advice: readonly Advice[]): Content {
  if (classes.length <= MAX_WITHOUT_INDEX) return NOTHING;
  return markup`<nav class="classes" aria-label="Classes of instances"><ol>${classes.map((one, c) => {
    const take = adviceOn(advice, one)?.choices.at(-1)?.equal;
    return markup`<li><a href="#${classId(c)}">${nameOf(one.name)}</a>: ${take === undefined ? 'no recommendation' : take.map((method, m) => [m === 0 ? '' : ' or ', nameOf(method)])}</li>`;
  })}</ol></nav>\n`;
}

/** Returns the HTML id of the recommendation for class number `c`. */
function classId(c: number): string {
  return `class-${String(c)}`;
}

function whyNothing({ table: { records } }: StudyReport): string {
  return records.length === 0 ? 'no run has been finished' : 'no run has an answer that could be compared';
}

function classAnswer(one: ClassAnalysis, advice: Advice | undefined, c: number): Markup {
  const isAlike = one.budgets.length > 0 && one.budgets.every(({ distinguishes }) => !distinguishes);
  const badge = isAlike
    ? markup`<p class="verdict" data-field="verdict.${String(c)}">does not distinguish</p>\n`
    : NOTHING;
  const head = markup`<div class="head"><h3 id="${classId(c)}">${nameOf(one.name)}</h3>\n${badge}</div>`;
  if (advice === undefined)
    return markup`${head}${one.budgets.map(({ budget, verdict }) => markup`<p>${budgetText(budget)}: ${oneLine(verdict)}</p>\n`)}`;
  return markup`<div class="advice">${head}<div class="says">${advice.sentences.map((text) => markup`<p>${oneLine(text)}</p>\n`)}</div>
${choices(advice, c)}${listed('Evidence', advice.evidence)}${listed('What would change it', advice.wouldChange)}</div>\n`;
}

function choices({ choices: steps, className }: Advice, c: number): Content {
  if (steps.length === 0) return NOTHING;
  return table({
    caption: `Method to take by budget, ${oneLine(className)}. Methods in one row are not told apart; the one to take stands first, or several that are equal (=).`,
    columns: [{ head: 'From' }, { head: 'Methods' }, { head: 'Median gap', numeric: true }],
    rows: steps.map(({ fromTimeS, fromSteps, methods, equal, medianGap }, n) => [
      fromTimeS !== null
        ? quantity(seconds(fromTimeS))
        : fromSteps !== null
          ? quantity({ digits: count(fromSteps)?.digits ?? '', unit: fromSteps === 1 ? 'step' : 'steps' })
          : 'any budget',
      methods.map(
        (method, m) =>
          markup`${m === 0 ? '' : ', '}${equal.length > 1 && equal.includes(method) ? '=' : ''}${nameOf(method)}`,
      ),
      figure(`advice.${String(c)}.${String(n)}.medianGap`, medianGap, gapPercent),
    ]),
  });
}

function listed(title: string, sentences: readonly string[]): Markup {
  if (sentences.length === 0) return NOTHING;
  return markup`<details><summary>${title}</summary><ul>${sentences.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></details>\n`;
}
