import type { Records } from '../../experiments/record.js';
import { type Judged, type JudgedView, judgeFigure, verdictText } from './claims.js';
import { THESIS } from './claim.js';
import type { FigureFamily } from './family.js';
import { table } from './tables.js';

/** Text of docs/reproduction.md from the figures' records. The same records give the same page. */
export function reproductionPage(families: readonly FigureFamily[], recordsOf: ReadonlyMap<string, Records>): string {
  return families.map((family) => familyPart(family, recordsOf)).join('\n');
}

/** The part of one chapter. */
export function familyPart(family: FigureFamily, recordsOf: ReadonlyMap<string, Records>): string {
  const judged = family.figures.flatMap((figure) => {
    const records = recordsOf.get(figure);
    return records === undefined ? [] : [{ figure, records, claims: judgeFigure(family, figure, records) }];
  });
  const regimes = family.views.filter(({ kind }) => kind === 'regime');
  const { source = THESIS } = family;
  const absent = family.figures.filter((figure) => !recordsOf.has(figure));
  return [
    family.introduction,
    `${family.verdictsHeading}\n`,
    ...(judged.length === 0
      ? []
      : [
          table(
            [
              ...['Figure', source.says, `Verdict, on ${source.possessive} own settings`, 'yes, no, open, untested'],
              ...regimes.map(({ words }) => `Ours: ${words}`),
            ],
            judged.flatMap(({ figure, claims }) =>
              claims.map((one) => [
                ...[shortName(figure), one.claim.says, verdictText(one), countText(one)],
                ...regimesOf(one).map(({ verdict, parts }) => (parts.length === 0 ? '' : verdict)),
              ]),
            ),
          ),
        ]),
    ...(absent.length === 0 ? [] : [`\nNo records yet: ${absent.join(', ')}.`]),
    '',
    ...judged.map(({ figure, records, claims }) => figureSection(family, figure, records, claims)),
  ].join('\n');
}

function figureSection(family: FigureFamily, figure: string, records: Records, claims: readonly Judged[]): string {
  return [
    `## ${family.titles[figure]!}\n`,
    `${family.designSentence(records.design)}\n`,
    ...family.results(records),
    '',
    ...claims.map((judged) => claimSection(judged, family.reasons)),
  ].join('\n');
}

function claimSection(judged: Judged, reasons: FigureFamily['reasons']): string {
  const { claim, parts, verdict } = judged;
  const reason = verdict === 'holds' || verdict === 'not tested' ? undefined : reasons[claim.id];
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

function regimesOf({ others }: Judged): readonly JudgedView[] {
  return others.filter(({ view }) => view.kind === 'regime');
}

function countText({ parts }: Judged): string {
  return (['yes', 'no', 'open', 'untested'] as const)
    .map((answer) => parts.filter((part) => part.answer === answer).length)
    .join(', ');
}

/** Short name of a figure: "3.3" of fig-3.3, "table 4.2" of table-4.2. */
function shortName(figure: string): string {
  return figure.startsWith('fig-') ? figure.slice('fig-'.length) : figure.replace('-', ' ');
}
