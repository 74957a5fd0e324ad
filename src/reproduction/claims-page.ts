import type { Records } from '../experiments/record.js';
import { type Judged, type JudgedView, judgeFigure, verdictText } from './claims.js';
import { THESIS } from './claim.js';
import type { Paper } from './paper.js';
import { table } from './tables.js';

/** Markdown text at the top of the page of verdicts. */
const HEAD = `# Claims of the thesis and the papers

Written by \`plenum reproduce --write-docs docs\` from the records in \`--out\`; not edited by hand. The command of a row makes its records anew and writes
them, a page with charts, and with \`--write-docs\` every comparison behind the verdict (\`details.md\`) to \`--out\`; \`--full\` runs the sources' own
numbers of trials, and \`--engine slurm\` hands the trials to a cluster ([experiments](studies/experiments.md#on-a-cluster)). No instance was chosen to make a claim true.

| Verdict | Meaning |
| --- | --- |
| holds | every comparison says yes: its 95 % interval lies wholly where the claim puts it |
| in part | some say yes, others no, are open or could not be made |
| contradicts | some say no, none yes |
| undecided | all intervals lie on both sides |
| not tested | nothing to compare: a method is missing or found no plan, or everything saturates: all plans are certain, or no limit that is varied limits any |
| ..., by our reading | the source leaves a point open and the verdict hangs on how we read it, or would be another by a reading that is named |

**Verdicts are made on the sources' own settings alone.** Rooms, caps and budgets of ours have columns of their own and say nothing in a verdict. Every interval is a
95 % Student-t interval over trials, paired by common seeds; ratios of means have Fieller's. Each interval stands alone: with many comparisons, one in twenty misses by
chance. Counts of plans (red line) have no interval. The column of counts says how many comparisons of a claim say yes, say no, are open, and could not be made.

`;

type RecordsOf = ReadonlyMap<string, Records>;

/** Returns docs/claims.md with the verdicts on the claims of each paper. Equal records give an identical page. */
export function claimsPage(papers: readonly Paper[], recordsOf: RecordsOf): string {
  return HEAD + papers.map((paper) => verdictsOf(paper, recordsOf)).join('\n');
}

/**
 * Returns the page with the evidence for the verdicts: design and results of each figure, every comparison for each
 * claim, and known reasons for claims that are not reproduced.
 */
export function detailsPage(papers: readonly Paper[], recordsOf: RecordsOf): string {
  return `# Comparisons behind the verdicts\n\n${papers.map((paper) => comparisonsOf(paper, recordsOf)).join('\n')}`;
}

/** Returns one paper's section of the page of verdicts. */
export function verdictsOf(paper: Paper, recordsOf: RecordsOf): string {
  const { source = THESIS, views, figures, introduction } = paper;
  const regimes = views.filter(({ kind }) => kind === 'regime');
  const absent = figures.filter((figure) => !recordsOf.has(figure));
  const rows = figures.flatMap((figure) => {
    const records = recordsOf.get(figure);
    if (records === undefined) return [];
    const command = commandOf(paper, figure, records);
    return judgeFigure(paper, figure, records).map((one) => [
      one.claim.says,
      verdictText(one),
      countText(one),
      ...regimesOf(one).map(({ verdict, parts }) => (parts.length === 0 ? '' : verdict)),
      reasonOf(one, paper.reasons) ?? '',
      command,
    ]);
  });
  const head = [source.says, 'Verdict', 'Counts', ...regimes.map(({ words }) => `Ours: ${words}`), 'Why', 'Command'];
  return [
    introduction,
    ...(rows.length === 0 ? [] : [table(head, rows)]),
    ...(absent.length === 0 ? [] : [`\nNo records: ${absent.join(', ')}.`]),
    '',
  ].join('\n');
}

/** Returns the command line that reproduces the records of a figure. */
function commandOf(paper: Paper, figure: string, { design: { name, trials, settings } }: Records): string {
  const scale = name.endsWith(' full') ? 'full' : 'reduced';
  const own = paper.design(figure, { scale });
  // Where the settings differ, as those of a log that is not named here do, the usual number of trials is not known.
  const isUsual = trials === own.trials || JSON.stringify(settings) !== JSON.stringify(own.settings);
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
      ['Where', 'Our figure', 'Answer'],
      parts.map(({ where, figure, answer }) => [where, figure, answer]),
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
