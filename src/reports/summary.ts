import { inOneLine, toldFigures } from './figures.js';
import { countOf, oneLine, shorten } from './format.js';
import { plainText } from './html/markup.js';
import { planOrigin, type ToldRun, whyNoPlan } from './told-run.js';
import { otherLimits, TERMINATIONS, shownViolations } from './wording.js';

/** A line of a summary: label and text. An empty label continues the line above. */
export type Line = readonly [label: string, text: string];
/** Minimum width of the column of labels, characters. */
const MIN_LABEL_WIDTH = 12;

/**
 * Returns the summary of a run for a terminal, about twenty lines that end with a newline.
 *
 * @param own family-specific lines, after the figures
 * @param below further lines, after `own`
 */
export function runSummary<Of>(run: ToldRun<Of>, own: readonly Line[] = [], below: readonly string[] = []): string {
  const { result, figures, of, currency } = run;
  const lines: Line[] = [
    ...verdictLines(run),
    ['method', `${run.method}, seed ${result.seed}`],
    ...toldFigures(figures, 'summary', of, currency).map((one): Line => [one.label, plainText(inOneLine(one))]),
    ...(result.bound === null ? [] : [['bound covers', oneLine(result.boundScope)] as const]),
    ...own,
  ];
  const files = Object.entries(result.files).map(([name, file]): Line => [name, oneLine(file)]);
  const verdict = result.feasible ? 'feasible (checked)' : run.hasPlan ? 'NOT FEASIBLE (checked)' : `no ${run.noun}`;
  const head = `${oneLine(result.instance)}${run.title ?? ''}: ${verdict}, ${TERMINATIONS[result.termination]}`;
  return linesText([head, ...lines, ...below, ...files]);
}

/** Maximum number of characters of a label. */
const MAX_LABEL = 24;

/** Returns lines as text with the labels in a column of equal width, ending with a newline. */
export function linesText(lines: readonly (string | Line)[]): string {
  const labels = lines.flatMap((line) => (typeof line === 'string' ? [] : [shorten(line[0], MAX_LABEL)]));
  const width = Math.max(MIN_LABEL_WIDTH, ...labels.map((label) => label.length));
  const written = lines.map((line) =>
    typeof line === 'string' ? line : `${shorten(line[0], MAX_LABEL).padEnd(width)}  ${line[1]}`,
  );
  return `${written.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Returns the summary's lines on violated limits, their remedies, and the method that found the plan. */
function verdictLines<Of>(run: ToldRun<Of>): Line[] {
  const { result, hasPlan } = run;
  const { infeasibility, violations } = result;
  const { texts, more } = shownViolations(violations);
  const origin = planOrigin(run.result, run.atLeast);
  const why: Line[] = hasPlan && infeasibility === undefined ? [] : [['why', oneLine(whyNoPlan(result))]];
  return [
    ...why,
    ...otherLimits(infeasibility).map((text): Line => ['also', oneLine(text)]),
    ...(infeasibility?.fixes ?? []).map(({ message }): Line => ['fix', oneLine(message)]),
    ...texts.map((text): Line => ['violated', oneLine(text)]),
    ...moreLines(more),
    ...(origin === null ? [] : [['plan from', origin] as const]),
  ];
}

/**
 * Returns a line with the number of entries that are not listed, such as "and 1 more limit in the report". Without a
 * noun the line is "and 1 more". There is no line if all entries are listed.
 */
export function moreLines(more: number, noun = '', where = ''): Line[] {
  const entries = noun === '' ? `${more} more` : countOf(more, `more ${noun}`);
  return more > 0 ? [['', `and ${entries}${where}`]] : [];
}
