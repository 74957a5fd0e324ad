import type { RobustComparisonRecord } from '../../studies/compare/record.js';
import { gapPercent, oneLine, percent, seconds } from '../../../../reports/format.js';
import { difference, objectiveName, ofHundred, probability, promised, quantileDigits } from '../compare-format.js';
import { energyText } from '../summary.js';
import { TERMINATIONS } from '../../../../reports/wording.js';
import { absent } from '../../../../reports/html/section.js';
import { interval } from '../../../../reports/html/interval.js';
import { markup, nameOf, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Each method less the reference, trial by trial. */
export function robustDifferenceSection({ differences, reference, problem }: RobustComparisonRecord): SectionOptions {
  const head = { id: 'differences', title: 'Differences, trial by trial' };
  if (differences.length === 0) return { ...head, body: [absent('only one method was run')] };
  return {
    ...head,
    body: [
      table({
        caption: `${objectiveName(problem)} and its quantile less those of ${oneLine(reference)} in the same trial, with 95 % intervals; quantiles beyond ±40 are taken as ±40. Trials in which only one of the two has a feasible plan are left out and counted.`,
        columns: [
          { head: 'Method' },
          { head: objectiveName(problem), numeric: true },
          { head: '95 % interval', numeric: true },
          { head: 'z', numeric: true },
          { head: '95 % interval', numeric: true },
          { head: 'More / less / same', numeric: true },
          { head: 'Left out', numeric: true },
        ],
        rows: differences.map(({ method, objective, objectiveZ, unpaired }) => [
          nameOf(method),
          quantity(difference(objective?.mean)),
          interval(objective?.interval ?? null, difference),
          quantity(difference(objectiveZ?.mean)),
          interval(objectiveZ?.interval ?? null, difference),
          objectiveZ === null ? 'none' : `${objectiveZ.wins} / ${objectiveZ.losses} / ${objectiveZ.ties}`,
          String(unpaired),
        ]),
      }),
    ],
  };
}

/** Every run, and every instance's bound. */
export function robustRunsSection(record: RobustComparisonRecord): SectionOptions {
  return { id: 'runs', title: 'Runs and bounds', body: [boundTable(record), runTable(record)] };
}

function boundTable({ bounds, problem, variants }: RobustComparisonRecord): Markup {
  return table({
    caption: 'The proven bounds, whose certificate they are, and how long the instance’s own took.',
    columns: [
      { head: 'Trial' },
      { head: 'Seed', numeric: true },
      { head: `Bound on ${objectiveName(problem)}`, numeric: true },
      { head: 'z', numeric: true },
      { head: 'Certificate of' },
      { head: 'Least energy', numeric: true },
      { head: 'Time', numeric: true },
    ],
    rows: bounds.map(({ trial, seed, bound, boundZ, source, energyBoundJ, infeasibility, timeS }) => [
      variants ? String(trial + 1) : 'all',
      variants ? String(seed) : 'any',
      quantity(probability(bound), infeasibility === undefined ? 'none' : 'no plan is feasible'),
      quantity(quantileDigits(boundZ)),
      source === 'bound' ? 'the Lagrangian bound' : (source ?? 'nobody'),
      energyBoundJ === null ? 'none' : energyText(energyBoundJ),
      quantity(seconds(timeS)),
    ]),
  });
}

function runTable({ runs, problem }: RobustComparisonRecord): Markup {
  const isMakespan = problem === 'mo-ec';
  const distances = isMakespan ? ['Bound − Psi', 'Deadline slack'] : ['Gap', 'Energy above least'];
  const cells = (run: RobustComparisonRecord['runs'][number]): Content[] =>
    isMakespan
      ? [quantity(difference(run.psiGap)), quantity(ofHundred(run.deadlineSlackPercent))]
      : [quantity(gapPercent(run.gap)), quantity(percent(run.energyGap))];
  return markup`<details><summary>Every run</summary>
${table({
  caption: 'Every run. Probabilities and energy are those of the plan returned, whether it keeps the limit or not.',
  columns: [
    { head: 'Method' },
    { head: 'Seed', numeric: true },
    { head: 'Feasible' },
    { head: 'All cores in time', numeric: true },
    { head: 'Budget until last core', numeric: true },
    { head: 'Psi', numeric: true },
    { head: 'phi', numeric: true },
    ...distances.map((head) => ({ head, numeric: true })),
    { head: 'Energy', numeric: true },
    { head: 'Time', numeric: true },
    { head: 'Steps', numeric: true },
    { head: 'Ended' },
  ],
  rows: runs.map((run) => [
    nameOf(run.method),
    String(run.seed),
    run.feasible ? 'yes' : run.psi === null ? 'no plan' : 'no',
    quantity(promised(run.allInTime)),
    quantity(promised(run.budgetUntilLastCore)),
    quantity(probability(run.psi)),
    quantity(probability(run.phi)),
    ...cells(run),
    run.energyMeanJ === null ? 'none' : energyText(run.energyMeanJ),
    quantity(seconds(run.timeS)),
    String(run.steps),
    run.failure === undefined ? TERMINATIONS[run.termination] : `broke down: ${oneLine(run.failure)}`,
  ]),
})}</details>\n`;
}
