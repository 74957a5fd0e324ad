import type { Records } from '../experiments/record.js';
import { type Judged, type JudgedView, judgeFigure, verdictText } from './claims.js';
import { THESIS } from './claim.js';
import type { Paper } from './paper.js';
import type { Part } from './rules.js';
import { table, tableCells } from './tables.js';

/** Markdown text of the page that leads to the verdicts. */
const HEAD = `# Claims of the thesis and the papers

Written, with the pages below, by \`plenum reproduce --write-docs docs\` from the records in \`--out\`; not edited by hand. Rows of figures of which \`--out\` has no records stay
as they are where claim, printed number and window are still the same; other claims on them are "not judged".
The command of a row makes its records anew and writes
them, a page with charts, and with \`--write-docs\` every comparison behind the verdict (\`details.md\`) to \`--out\`; \`--full\` runs the sources' own
numbers of trials, and \`--engine slurm\` hands the trials to a cluster ([experiments](studies/experiments.md#on-a-cluster)). No instance was chosen to make a claim true.

| Verdict | Meaning |
| --- | --- |
| holds | every comparison says yes: its 95 % interval lies wholly where the claim puts it |
| in part | some say yes, others no, are open or could not be made |
| contradicts | some say no, none yes |
| undecided | all intervals lie on both sides |
| not tested | nothing to compare: a method is missing or found no plan, or everything saturates: all plans are certain, or no limit that is varied limits any |
| not judged | the claim is new or was changed, and its figure has not been run since |
| ..., by our reading | the source leaves a point open and the verdict hangs on how we read it, or would be another by a reading that is named |

**Verdicts are made on the sources' own settings alone.** Rooms, caps and budgets of ours have columns of their own and say nothing in a verdict. Every interval is a
95 % Student-t interval over trials, paired by common seeds; ratios of means have Fieller's. Each interval stands alone: with many comparisons, one in twenty misses by
chance. Counts of plans (red line) have no interval. The column of counts says how many comparisons of a claim say yes, say no, are open, and could not be made.

**Printed numbers.** Where a claim on utility or jobs states a number, its page shows it beside ours, and the comparison says yes if our whole interval lies in a window around it: the interval that
the source prints, and where it prints none 25 % of the effect to either side, and at least half of the last printed digit. The effect is how far the number is from what it would be without any: from 1 for a ratio, so that
280 % of another has an effect of 180 points and a window from 235 to 325 %; from 0 for a gain, a difference or a share, so that 11 % more has one from 8.25 to 13.75 %. An order is judged by the
sign alone ([why](decisions/claims.md)). Of the thesis, the long-hops of appendix B and the stops of chapter 5 are judged so, too; its other windows are older, each stated in its rule.

`;

type RecordsOf = ReadonlyMap<string, Records>;

/** A paper with the file name of its page of verdicts. */
export interface PaperPage {
  readonly file: string;
  readonly paper: Paper;
}

/** Returns docs/claims.md, which says what verdicts mean and links to the given pages, which must exist. */
export function claimsIndex(pages: readonly PaperPage[]): string {
  const links = pages.map(({ file, paper }) => `- [${titleOf(paper)}](${file})\n`);
  return `${HEAD}${links.join('')}`;
}

/**
 * Returns the page with the verdicts on the claims of a paper. Equal records give an identical page.
 *
 * @param before the page as it stands, whose rows on figures without records are kept where claim and windows are the
 *   same; empty if there is none
 */
export function claimsPage(paper: Paper, recordsOf: RecordsOf, before = ''): string {
  const [, ...body] = verdictsOf(paper, recordsOf, before).split('\n');
  return [
    `# ${titleOf(paper)}`,
    '',
    'What verdicts mean, and how this page is made: [claims](claims.md).',
    ...body,
  ].join('\n');
}

/** Returns the title of a paper: the first line of its introduction, a heading. */
function titleOf({ introduction }: Paper): string {
  return introduction.slice(0, introduction.indexOf('\n')).replace(/^#+ /, '');
}

/**
 * Returns the page with the evidence for the verdicts: design and results of each figure, every comparison for each
 * claim, and known reasons for claims that are not reproduced.
 */
export function detailsPage(papers: readonly Paper[], recordsOf: RecordsOf): string {
  return `# Comparisons behind the verdicts\n\n${papers.map((paper) => comparisonsOf(paper, recordsOf)).join('\n')}`;
}

/**
 * Returns one paper's section of the page of verdicts.
 *
 * @param before the page as it stands, whose rows on figures without records are kept where claim and windows are the
 *   same; empty if there is none
 */
export function verdictsOf(paper: Paper, recordsOf: RecordsOf, before = ''): string {
  const { source = THESIS, views, figures, introduction } = paper;
  const regimes = views.filter(({ kind }) => kind === 'regime').map(({ words }) => `Ours: ${words}`);
  const head = [source.says, 'Verdict', 'Counts', ...regimes, 'Why', 'Command'];
  const printedHead = [source.says, 'Of what', ...PRINTED_HEAD, 'Figure'];
  const found = figures.flatMap((figure) => {
    const records = recordsOf.get(figure);
    if (records !== undefined) return rowsOf(paper, figure, records);
    const [old, oldPrinted] = [head, printedHead].map((one) => standingRows(before, one, figure));
    const none = { design: paper.design(figure, { scale: 'reduced' }), records: [] };
    return rowsOf(paper, figure, none).map((own): ClaimRows => {
      const [says] = own.row;
      const row = old!.find(([claim]) => claim === says);
      const printed = rowsOfClaim(oldPrinted!, says!);
      if (row !== undefined && windowsIn(printed) === windowsIn(own.printed)) return { row, printed };
      const cells = head.map((_, n) => (n === 0 ? says! : n === 1 ? NOT_JUDGED : ''));
      return { row: [...cells.slice(0, -1), `\`plenum reproduce ${figure}\``], printed: [] };
    });
  });
  const [rows, printed] = [found.map(({ row }) => row), found.flatMap((one) => one.printed)];
  return [
    introduction,
    ...(rows.length === 0 ? [] : [table(head, rows)]),
    ...(printed.length === 0 ? [] : ['\n## Printed numbers and ours\n', table(printedHead, printed)]),
    '',
  ].join('\n');
}

/** Verdict on a claim that is new or was changed, and whose figure has no records. */
const NOT_JUDGED = 'not judged';

/** Row of a claim in the table of verdicts, and its rows in the table of printed numbers. */
interface ClaimRows {
  readonly row: readonly string[];
  readonly printed: readonly (readonly string[])[];
}

/** Returns the rows of each claim on a figure, from its records. */
function rowsOf(paper: Paper, figure: string, records: Records): ClaimRows[] {
  const command = commandOf(paper, figure, records);
  return judgeFigure(paper, figure, records).map((one) => ({
    row: [
      one.claim.says,
      verdictText(one),
      countText(one),
      ...regimesOf(one).map(({ verdict, parts }) => (parts.length === 0 ? '' : verdict)),
      reasonOf(one, paper.reasons) ?? '',
      command,
    ],
    printed: one.parts
      .filter((part) => part.printed !== undefined)
      .map(({ where, ...part }, n) => [n === 0 ? one.claim.says : '', where, ...printedCells(part), figure]),
  }));
}

/** Returns the rows of a claim in a table of printed numbers, which names the claim in the first of them alone. */
function rowsOfClaim(printed: readonly (readonly string[])[], says: string): readonly (readonly string[])[] {
  const from = printed.findIndex(([claim]) => claim === says);
  if (from < 0) return [];
  const others = printed.slice(from + 1).findIndex(([claim]) => claim !== '');
  return printed.slice(from, others < 0 ? undefined : from + 1 + others);
}

/** Returns the different printed numbers and windows in rows of a table of printed numbers, as a text to compare. */
function windowsIn(printed: readonly (readonly string[])[]): string {
  return [...new Set(printed.map(([, , number, window]) => `${number!}: ${window!}`))].sort().join('; ');
}

/** Returns the rows on a figure of a page's table with this head; the last cell of a row names its figure. */
function standingRows(page: string, head: readonly string[], figure: string): string[][] {
  const lines = page.split('\n');
  const rows = table(head, []).split('\n');
  const from = lines.indexOf(rows[0]!);
  if (from < 0) return [];
  const end = lines.indexOf('', from);
  return lines
    .slice(from + rows.length, end < 0 ? lines.length : end)
    .map((line) => tableCells(line))
    .filter((cells) => cells.at(-1)!.split(/[`\s]/).includes(figure));
}

/** Returns the command line that reproduces the records of a figure. */
function commandOf(paper: Paper, figure: string, { design: { name, trials, settings } }: Records): string {
  const scale = name.endsWith(' full') ? 'full' : 'reduced';
  const own = paper.design(figure, { scale });
  // Where the settings differ, as those of a log that is not named here do, the usual number of trials is not known: the command names it.
  const isOther = Object.entries(settings).some(([name, value]) => own.settings[name] !== value);
  const isUsual = trials === own.trials && !isOther;
  const words = [...(scale === 'full' ? ['--full'] : []), ...(isUsual ? [] : ['--trials', String(trials)])];
  return `\`${['plenum reproduce', figure, ...words].join(' ')}\``;
}

/** Returns one paper's section of the page of evidence. */
export function comparisonsOf(paper: Paper, recordsOf: RecordsOf): string {
  return paper.figures
    .flatMap((figure) => {
      const records = recordsOf.get(figure);
      return records === undefined ? [] : [figureSection(paper, figure, records)];
    })
    .join('\n');
}

function figureSection(paper: Paper, figure: string, records: Records): string {
  return [
    `## ${paper.titles[figure]!}\n`,
    `${paper.designSentence(records.design)}\n`,
    ...paper.results(records),
    '',
    ...judgeFigure(paper, figure, records).map((judged) => claimSection(judged, paper.reasons)),
  ].join('\n');
}

/** Heads of the columns that `printedCells` fills. */
const PRINTED_HEAD = ['Printed', 'Window', 'Ours', 'Answer'];

/** Returns what the source prints and what we find, side by side. */
function printedCells({ printed, figure, answer }: Omit<Part, 'where'>): string[] {
  const own = printed === undefined ? ['', ''] : [`${printed.figure} (${printed.at})`, printed.window];
  return [...own, figure, answer];
}

function claimSection(judged: Judged, reasons: Paper['reasons']): string {
  const { claim, parts } = judged;
  const reason = reasonOf(judged, reasons);
  const apart = regimesOf(judged).flatMap(({ view, parts: own }) =>
    own.map(({ where, figure, answer }) => [view.words, where, figure, answer]),
  );
  return [
    `### ${claim.id}: ${verdictText(judged)}\n`,
    `"${claim.says}" Rule: ${claim.rule}.\n`,
    ...(reason === undefined ? [] : [`Why: ${reason}\n`]),
    table(
      ['Where', ...PRINTED_HEAD],
      parts.map(({ where, ...part }) => [where, ...printedCells(part)]),
    ),
    '',
    ...(apart.length === 0
      ? []
      : ['No part of the verdict, our own settings:\n', table(['Regime', 'Where', 'Our figure', 'Answer'], apart), '']),
  ].join('\n');
}

/** Returns the known reason why a claim is not reproduced; undefined if there is none, or the claim was not tested. */
function reasonOf({ claim, verdict }: Judged, reasons: Paper['reasons']): string | undefined {
  return verdict === 'holds' || verdict === 'not tested' ? undefined : reasons[claim.id];
}

function regimesOf({ others }: Judged): readonly JudgedView[] {
  return others.filter(({ view }) => view.kind === 'regime');
}

function countText({ parts }: Judged): string {
  return (['yes', 'no', 'open', 'untested'] as const)
    .map((answer) => parts.filter((part) => part.answer === answer).length)
    .join(', ');
}
