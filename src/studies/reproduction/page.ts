import { cellsOf, type Design } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { type Judged, judgeFigure } from './claims.js';
import { commonInWords, figureData } from './data.js';
import { type FigureName, FIGURES } from './figures.js';
import { REASONS } from './reasons.js';
import { boundTable, resultsTable, table } from './tables.js';

const TITLES: Readonly<Record<FigureName, string>> = {
  'fig-3.3': 'Fig. 3.3: workloads, with and without co-location',
  'fig-3.4': 'Fig. 3.4: isolated cold aisles',
  'fig-3.5': 'Fig. 3.5: the red line',
  'fig-3.6': 'Fig. 3.6: the power cap',
  'fig-3.7': 'Fig. 3.7: 1,080 and 4,320 nodes',
};

const INTRODUCTION = `# Reproduction of the thesis' results

Generated from the records under \`reproduction/\` by \`plenum reproduce --write-docs docs\`; not edited by hand. Section 3.6 of the
thesis makes the claims; its figures print no numbers, so orders, ratios and shapes are compared. No instance was chosen to
make a claim true.

| Verdict | Meaning |
| --- | --- |
| holds | every comparison says yes: its 95 % interval lies wholly where the claim puts it |
| in part | some say yes, others no, are open or could not be made |
| contradicts | some say no, none yes |
| undecided | all intervals lie on both sides |
| not tested | nothing to compare: a method is missing or found no plan |

Every interval is a 95 % Student-t interval over trials, paired by common seeds; ratios of means have Fieller's. Each interval stands
alone: with many comparisons, one in twenty misses by chance. Counts of plans (red line) have no interval.

Settings: rooms of [airflow-thesis-rooms](decisions/airflow-thesis-rooms.md) in both air regimes; *nominal* fans as in the thesis' table,
*balanced* fans slowed to 0.88 of the CRAC air. 230 and 900 kW are the thesis' caps, 190 and 760 kW those that bind in the balanced
regime. Trial n is the room's workload varied with seed n ([workload-parameters](decisions/workload-parameters.md)): the thesis varies
rewards, deadlines and arrivals over 48 trials. Figs. 3.5 to 3.7 do not name their workload; it is hybrid here. Shares are of the
full reward, that of running every arriving task. Verdicts use the thesis' evaluation of a plan, with time-averaged co-location
features; where the time-sliced one ([semantics](decisions/time-sliced-semantics.md)) leads to another, it is named.

The thesis stops its GA when its NLP ends. Here the GA gets a fixed number of steps, so that records repeat byte for byte, chosen
so that it takes about the NLP's time. \`config-lp\` is ours; its bound says what no plan can pass.
`;

/** docs/reproduction.md from the figures' records. The same records give the same page. */
export function reproductionPage(recordsOf: ReadonlyMap<FigureName, Records>): string {
  const judged = FIGURES.flatMap((figure) => {
    const records = recordsOf.get(figure);
    return records === undefined ? [] : [{ figure, records, claims: judgeFigure(figure, records) }];
  });
  const absent = FIGURES.filter((figure) => !recordsOf.has(figure));
  return [
    INTRODUCTION,
    '## Verdicts\n',
    table(
      ['Figure', 'The thesis says', 'Verdict', 'Comparisons: yes, no, open, untested'],
      judged.flatMap(({ figure, claims }) =>
        claims.map((one) => [figure.slice(4), one.claim.says, verdictText(one), countText(one)]),
      ),
    ),
    ...(absent.length === 0 ? [] : [`\nNo records yet: ${absent.join(', ')}.`]),
    '',
    ...judged.map(({ figure, records, claims }) => figureSection(figure, records, claims)),
  ].join('\n');
}

function figureSection(figure: FigureName, records: Records, claims: readonly Judged[]): string {
  const averaged = figureData(records, 'averaged');
  const common = commonInWords(records.design);
  return [
    `## ${TITLES[figure]}\n`,
    `${designSentence(records.design)}\n`,
    `Share of the full reward, %, mean ± half its interval${common === '' ? '' : ` (all rooms: ${common})`}:\n`,
    resultsTable(averaged),
    '\nReward of the plan over the proven bound (time-sliced):\n',
    boundTable(figureData(records, 'time-sliced')),
    '',
    ...claims.map(claimSection),
  ].join('\n');
}

function claimSection(judged: Judged): string {
  const { claim, parts, verdict } = judged;
  const reason = verdict === 'holds' || verdict === 'not tested' ? undefined : REASONS[claim.id];
  return [
    `### ${claim.id}: ${verdictText(judged)}\n`,
    `"${claim.says}" Rule: ${claim.rule}.\n`,
    ...(reason === undefined ? [] : [`Why: ${reason}\n`]),
    table(
      ['Where', 'Our figure', 'Answer'],
      parts.map(({ where, figure, answer }) => [where, figure, answer]),
    ),
    '',
  ].join('\n');
}

function verdictText({ verdict, timeSliced }: Judged): string {
  return verdict === timeSliced ? verdict : `${verdict} (time-sliced: ${timeSliced})`;
}

function countText({ parts }: Judged): string {
  return (['yes', 'no', 'open', 'untested'] as const)
    .map((answer) => parts.filter((part) => part.answer === answer).length)
    .join(', ');
}

function designSentence(design: Design): string {
  const { name, trials, seed, settings, factors } = design;
  const methods = factors.find((factor) => factor.name === 'method')!.levels;
  const steps = factors.find((factor) => factor.name === 'nodes')!.levels;
  const ga = methods.some((method) => method.startsWith('ga'))
    ? ` The GA stops after ${steps.map((nodes) => `${settings[`gaSteps${nodes}`] ?? 'no'} steps (${nodes} nodes)`).join(' and ')}.`
    : '';
  return (
    `${name}: ${cellsOf(design).length} cells of ${trials} trials, seeds ${seed} to ${seed + trials - 1}; ` +
    `methods ${methods.join(', ')}.${ga}`
  );
}
