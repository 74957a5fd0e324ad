import type { Records } from '../../experiments/record.js';
import { type Judged, judgeFigure } from './claims.js';
import { FAMILIES } from './families.js';
import type { FigureFamily } from './family.js';
import type { FigureName } from './names.js';
import { REASONS } from './reasons.js';
import { table } from './tables.js';

/** docs/reproduction.md from the figures' records. The same records give the same page. */
export function reproductionPage(recordsOf: ReadonlyMap<FigureName, Records>): string {
  return FAMILIES.map((family) => familyPart(family, recordsOf)).join('\n');
}

/** The part of one chapter. */
export function familyPart(family: FigureFamily, recordsOf: ReadonlyMap<FigureName, Records>): string {
  const judged = family.figures.flatMap((figure) => {
    const records = recordsOf.get(figure);
    return records === undefined ? [] : [{ figure, records, claims: judgeFigure(figure, records) }];
  });
  const absent = family.figures.filter((figure) => !recordsOf.has(figure));
  return [
    family.introduction,
    `${family.verdictsHeading}\n`,
    ...(judged.length === 0
      ? []
      : [
          table(
            ['Figure', 'The thesis says', 'Verdict', 'Comparisons: yes, no, open, untested'],
            judged.flatMap(({ figure, claims }) =>
              claims.map((one) => [shortName(figure), one.claim.says, verdictText(family, one), countText(one)]),
            ),
          ),
        ]),
    ...(absent.length === 0 ? [] : [`\nNo records yet: ${absent.join(', ')}.`]),
    '',
    ...judged.map(({ figure, records, claims }) => figureSection(family, figure, records, claims)),
  ].join('\n');
}

function figureSection(family: FigureFamily, figure: FigureName, records: Records, claims: readonly Judged[]): string {
  return [
    `## ${family.titles[figure]}\n`,
    `${family.designSentence(records.design)}\n`,
    ...family.results(records),
    '',
    ...claims.map((judged) => claimSection(family, judged)),
  ].join('\n');
}

function claimSection(family: FigureFamily, judged: Judged): string {
  const { claim, parts, verdict } = judged;
  const reason = verdict === 'holds' || verdict === 'not tested' ? undefined : REASONS[claim.id];
  return [
    `### ${claim.id}: ${verdictText(family, judged)}\n`,
    `"${claim.says}" Rule: ${claim.rule}.\n`,
    ...(reason === undefined ? [] : [`Why: ${reason}\n`]),
    table(
      ['Where', 'Our figure', 'Answer'],
      parts.map(({ where, figure, answer }) => [where, figure, answer]),
    ),
    '',
  ].join('\n');
}

function verdictText({ other }: FigureFamily, { verdict, otherVerdict }: Judged): string {
  return verdict === otherVerdict ? verdict : `${verdict} (${other.words}: ${otherVerdict})`;
}

function countText({ parts }: Judged): string {
  return (['yes', 'no', 'open', 'untested'] as const)
    .map((answer) => parts.filter((part) => part.answer === answer).length)
    .join(', ');
}

/** "3.3" of fig-3.3, "table 4.2" of table-4.2. */
function shortName(figure: FigureName): string {
  return figure.startsWith('fig-') ? figure.slice('fig-'.length) : figure.replace('-', ' ');
}
