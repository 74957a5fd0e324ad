import type { Records } from '../experiments/record.js';
import { THESIS } from './claim.js';
import { judgeByRule, type Judged, type JudgedSetting, type JudgedView, settingsText, verdictText } from './claims.js';
import { inWords } from './data.js';
import type { Paper } from './paper.js';
import type { Part, Verdict } from './rules.js';
import { table } from './tables.js';
import { looksAt, scaleOf, usualTrials } from './trial-rule.js';

/** Markdown text above the table of all claims. */
const HEAD = `# Claims of the thesis and the papers

Every claim of the five papers that Plenum's models can test, each with the command that runs its experiment anew. Written by \`plenum reproduce --write-docs docs\` from
[the records of all trials](records/README.md) alone, not edited by hand: \`plenum reproduce all --judge\` makes verdicts, tables and charts of them in a minute. No
instance was chosen to make a claim true.

| Verdict | Meaning |
| --- | --- |
| holds | every comparison says yes: its interval lies wholly where the claim puts it |
| in part | some say yes, others no, are open or could not be made |
| contradicts | some say no, none yes |
| undecided | all intervals lie on both sides |
| not tested | nothing to compare: a method is missing or found no plan, or everything saturates: all plans are certain, or no limit that is varied limits any |
| calibrated, not tested | a number of the claim chose our settings; what came of it is in parentheses |
| not judged | there are no records, too few, or those of another design |
| ..., by our reading | the source leaves a point open and the verdict hangs on how we read it, or would be another by a reading that is named |

**Settings.** What a source does not print (air of a room, demand, law of rewards) is no single guess but a family of settings that meet every number it does print. A claim is
judged in each of them by itself. Over all of them it holds if it does in each, and is undecided if it is so in most; else it holds in part, or contradicts if it holds in none.
The column says in how many settings it has which verdict, of those in which it was run. Settings that miss a printed number are shown on
the pages of the papers, and not counted.

**Trials.** At least 12, or one where nothing is drawn, with common seeds, by 95 % Student-t intervals over paired differences; ratios of means have Fieller's. With \`--until-decided\` a figure goes on to
24 and 48 trials while a claim on it is undecided; intervals over more than the usual trials are of 98.3 %, so that three looks err in at most 5 + 2 x 1.7 = 8.3 % of
comparisons ([why](decisions/claims.md)). Each comparison stands alone: of many, one in twenty misses by chance. Counts of plans have no interval.

**Columns.** Comparisons: how many say yes, say no, are open, and could not be made. Decided by: the first comparison that speaks against the claim; if none does, the first that is open, or else the first for it; with its interval.

**Printed numbers.** Where a claim states a number, the comparison says yes if our whole interval lies in a window around it: the interval that
the source prints, and where it prints none 25 % of the effect to either side, and at least half of the last printed digit. The effect is how far the number is from what it would be without any: from 1 for a ratio, so that
280 % of another has an effect of 180 points and a window from 235 to 325 %; from 0 for a gain, a difference or a share, so that 11 % more has one from 8.25 to 13.75 %. An order is judged by the
sign alone ([why](decisions/claims.md)). The pages of the papers show printed numbers beside ours.

`;

type RecordsOf = ReadonlyMap<string, Records>;

/** A paper with the file name of its page. */
export interface PaperPage {
  readonly file: string;
  readonly paper: Paper;
}

/** Returns docs/claims.md: what verdicts mean, links to the pages of the papers, and one table of all claims. */
export function claimsIndex(pages: readonly PaperPage[], recordsOf: RecordsOf): string {
  const links = pages.map(({ file, paper }) => `- [${titleOf(paper)}](${file})\n`);
  return `${HEAD}${links.join('')}\n${table(
    CLAIM_HEAD,
    pages.flatMap(({ paper }) => claimRows(paper, recordsOf)),
  )}\n`;
}

/** Heads of the columns of the table of all claims, which `claimRows` fills. */
const CLAIM_HEAD = ['Claim', 'Verdict', 'Settings', 'Trials', 'Comparisons', 'Decided by', 'Why', 'Command'];

/** Returns the rows of a paper's claims in the table of all claims, by figure. */
export function claimRows(paper: Paper, recordsOf: RecordsOf): string[][] {
  return judgedFigures(paper, recordsOf).flatMap(({ figure, records, judged }) => {
    const own = paper.claims.filter((claim) => claim.figure === figure);
    if (records === null) {
      return own.map(({ says }) => [
        says,
        'not judged (no records)',
        '',
        '',
        '',
        '',
        '',
        `\`plenum reproduce ${figure}\``,
      ]);
    }
    const command = commandOf(paper, figure, records);
    return judged.map((one) => [
      one.claim.says,
      verdictText(one),
      settingsText(one),
      String(records.design.trials),
      countText(one),
      decidingText(one),
      reasonOf(one, paper.reasons) ?? '',
      command,
    ]);
  });
}

/** Returns each figure of a paper with its records and verdicts, in order; null for records that are missing. */
function judgedFigures(
  paper: Paper,
  recordsOf: RecordsOf,
): { readonly figure: string; readonly records: Records | null; readonly judged: readonly Judged[] }[] {
  return paper.figures.map((figure) => {
    const records = recordsOf.get(figure) ?? null;
    return { figure, records, judged: records === null ? [] : judgeByRule(paper, figure, records) };
  });
}

/** Returns the comparison that decides a verdict: the first that speaks against the claim, or else is open, or for it. */
export function decidingText({ parts }: Judged): string {
  const answers = ['no', 'open', 'yes'] as const;
  const part = answers.map((answer) => parts.find((one) => one.answer === answer)).find((one) => one !== undefined);
  return part === undefined ? '' : `${part.where}: ${part.figure}`;
}

/**
 * Returns the page of a paper: its experiments, in which settings its claims hold, verdicts under settings of ours, and
 * printed numbers beside ours. Equal records give an identical page.
 */
export function claimsPage(paper: Paper, recordsOf: RecordsOf): string {
  const { source = THESIS, views, introduction } = paper;
  const [, ...body] = introduction.split('\n');
  const found = judgedFigures(paper, recordsOf);
  const regimes = views.filter(({ kind }) => kind === 'regime').map(({ words }) => `Ours: ${words}`);
  const ours = found.flatMap(({ judged }) =>
    judged.flatMap((one) => {
      const verdicts = regimesOf(one).map(({ verdict, parts }) => (parts.length === 0 ? '' : verdict));
      return verdicts.every((verdict) => verdict === '') ? [] : [[one.claim.says, ...verdicts]];
    }),
  );
  const printed = found.flatMap(({ figure, judged }) =>
    judged.flatMap(({ claim, parts }) =>
      parts
        .filter((part) => part.printed !== undefined)
        .map(({ where, ...part }, n) => [n === 0 ? claim.says : '', where, ...printedCells(part), figure]),
    ),
  );
  const maps = found.flatMap(({ figure, judged }) => settingsMap(figure, judged));
  return [
    `# ${titleOf(paper)}`,
    '',
    'Verdicts on the claims: [one table of all papers](claims.md).',
    ...body,
    ...(maps.length === 0 ? [] : [MAP_HEAD, ...maps]),
    ...(ours.length === 0 ? [] : ['\n## Under settings of ours\n', table([source.says, ...regimes], ours)]),
    ...(printed.length === 0
      ? []
      : ['\n## Printed numbers and ours\n', table([source.says, 'Of what', ...PRINTED_HEAD, 'Figure'], printed)]),
    '',
  ].join('\n');
}

/** Letters for verdicts in maps of settings. */
const LETTERS: Readonly<Record<Verdict, string>> = {
  holds: 'H',
  'in part': 'p',
  contradicts: 'X',
  undecided: '?',
  'not tested': '-',
  'not judged': '-',
};

/** Heading and key of the tables of verdicts by setting. */
const MAP_HEAD = `
## Where claims hold

H holds, p in part, X contradicts, ? undecided, - not tested there. Columns in parentheses are settings that miss a printed number: they are not counted.`;

/**
 * Returns a table of the verdicts of a figure's claims in every setting: a column for each combination of the factors but
 * the one with most levels, whose levels are the letters of a cell. Empty if there is only one setting.
 */
function settingsMap(figure: string, judged: readonly Judged[]): string[] {
  const settings = judged[0]?.settings ?? [];
  if (settings.length < 2) return [];
  const factors = Object.keys(settings[0]!.levels);
  const levelsOf = (factor: string): string[] => [...new Set(settings.map(({ levels }) => levels[factor]!))];
  const along = factors.reduce((most, factor) => (levelsOf(factor).length > levelsOf(most).length ? factor : most));
  const restOf = ({ levels }: Pick<JudgedSetting, 'levels'>): string =>
    inWords(Object.fromEntries(Object.entries(levels).filter(([factor]) => factor !== along)));
  const columns = [...new Set(settings.map(restOf))];
  const isCounted = (column: string): boolean => settings.some((one) => one.isAdmissible && restOf(one) === column);
  const cellOf = (one: Judged, column: string): string =>
    levelsOf(along)
      .map((level) => one.settings.find((own) => restOf(own) === column && own.levels[along] === level))
      .map((own) => (own === undefined ? '-' : LETTERS[own.verdict]))
      .join(' ');
  return [
    `\n${figure}, in each cell ${along} ${levelsOf(along).join(', ')}:\n`,
    table(
      ['Claim', ...columns.map((column) => (isCounted(column) ? column : `(${column})`))],
      judged.map((one) => [one.claim.says, ...columns.map((column) => cellOf(one, column))]),
    ),
  ];
}

/** Returns the title of a paper: the first line of its introduction, a heading. */
export function titleOf({ introduction }: Paper): string {
  return introduction.slice(0, introduction.indexOf('\n')).replace(/^#+ /, '');
}

/**
 * Returns the page with the evidence for the verdicts: design and results of each figure, every comparison for each
 * claim, and known reasons for claims that are not reproduced.
 */
export function detailsPage(papers: readonly Paper[], recordsOf: RecordsOf): string {
  return `# Comparisons behind the verdicts\n\n${papers.map((paper) => comparisonsOf(paper, recordsOf)).join('\n')}`;
}

/** Returns the command line that reproduces the records of a figure. */
function commandOf(paper: Paper, figure: string, { design }: Records): string {
  const scale = scaleOf(design);
  const usual = usualTrials(paper, figure, design);
  const isLook = looksAt(usual, paper.mostTrials?.(figure)).includes(design.trials);
  const words = [
    ...(scale === 'full' ? ['--full'] : []),
    ...(design.trials === usual ? [] : isLook ? ['--until-decided'] : ['--trials', String(design.trials)]),
  ];
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
    ...judgeByRule(paper, figure, records).map((judged) => claimSection(judged, paper.reasons)),
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
    ...(settingsText(judged) === '' ? [] : [`${settingsText(judged)}.\n`]),
    ...(claim.calibrated === undefined ? [] : [`${claim.calibrated}\n`]),
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
export function reasonOf({ claim, verdict }: Judged, reasons: Paper['reasons']): string | undefined {
  return ['holds', 'not tested', 'not judged'].includes(verdict) ? undefined : reasons[claim.id];
}

function regimesOf({ others }: Judged): readonly JudgedView[] {
  return others.filter(({ view }) => view.kind === 'regime');
}

function countText({ parts }: Judged): string {
  return (['yes', 'no', 'open', 'untested'] as const)
    .map((answer) => parts.filter((part) => part.answer === answer).length)
    .join(', ');
}
