import { currencyOf } from '../../../../models/units.js';
import type { SweepPoint, SweepResult } from '../studies/sweep/result.js';
import type { CsvColumn } from '../../../reports/csv.js';
import { figuresIn } from '../../../reports/figures.js';
import { celsius, countOf, fixed, oneLine, plain, significant, watts } from '../../../reports/format.js';
import { type Content, markup, quantity } from '../../../reports/html/markup.js';
import { measured, numeric, type RowColumn } from '../../../reports/html/table.js';
import { studyWarnings } from '../../../reports/study-warnings.js';
import { type ShownAxis, shownAxis } from '../../../reports/sweep/axis.js';
import { axisHeads, type SweepTexts } from '../../../reports/sweep/table.js';
import { constraintName, firstLimit } from '../../../reports/wording.js';
import { figures } from '../figures.js';

/** Returns the content of a sweep's text output, its CSV file and the table of its page. */
export function sweepTexts(result: SweepResult): SweepTexts<SweepPoint> {
  const { points, pointsLeft, axes, frontier, boundScope, method, naive } = result;
  const fields = axes.map(({ field, factors }) => (factors ? `factors of ${field}` : field)).join(' and ');
  const leastW = new Map(points.map((point, n) => [point, frontier?.leastPowerW[n] ?? null]));
  const leastOf = (point: SweepPoint): number | null => leastW.get(point) ?? null;
  const isLeastKnown = points.some((point) => (leastOf(point) ?? point.leastPower?.boundW ?? null) !== null);
  const isProven = points.some((point) => leastOf(point) !== null);
  const none = points.filter(({ feasible }) => !feasible);
  const own = points.some(({ air }) => air !== undefined) ? ' with its nodes on standby' : '';
  return {
    name: result.instance,
    lead: `sweep over ${fields} by method ${method}${naive ? ' (naive)' : ''}, ${countOf(points.length, 'point')}`,
    tables: [{ title: '', rows: points }],
    heads: [
      ...axisHeads<SweepPoint>(axes),
      { csv: { name: 'termination', of: ({ termination }) => termination } },
      { csv: { name: 'feasible', of: ({ feasible }) => String(feasible) } },
    ],
    figures: figuresIn(figures, 'sweep').filter(({ key }) => !isProven || key !== 'leastPower.boundW'),
    more: [
      ...(isProven ? [measured('Least power', 'W', points, leastOf)] : []),
      ...perUnitColumns(result, axes.map(shownAxis)),
      ...wordColumn(points, 'Plan from', ({ planFrom }) => (planFrom === undefined ? '' : oneLine(planFrom))),
    ],
    onPage: [
      numeric('Set-points', setPoints),
      {
        head: 'What binds, or why there is no plan',
        wide: true,
        of: (point) => (point.feasible ? binding(point) : reason(point)),
      },
    ],
    csv: { figures: figuresIn(figures, 'csv'), more: csvColumns(result) },
    currency: currencyOf(result),
    lines: [
      ...none.map((point) => `${pointText(result, point)}: ${reason(point)}`),
      ...(pointsLeft > 0 ? [leftText(pointsLeft)] : []),
      ...(points.some(({ nonDominated }) => nonDominated)
        ? ['* no other point earns more for the same power or as much for less.']
        : []),
      ...kneeLines(result),
      ...(isLeastKnown ? [`least power: no plan of the reward${own} draws less at the meter, proven.`] : []),
      ...(boundScope === '' ? [] : [`bounds cover  ${oneLine(boundScope)}`]),
    ],
  };
}

/** Returns the sentence on the points that were left out. */
export function leftText(pointsLeft: number): string {
  return `Interrupted: ${pointsLeft} points were not solved.`;
}

/** Returns the warnings of the instance and of all points, without repetitions. */
export function sweepWarnings(result: SweepResult): string[] {
  const runs = result.points.map((point) => ({ name: pointText(result, point), warnings: point.warnings }));
  return studyWarnings(result.warnings, runs, { one: 'Point', many: 'points' });
}

function pointText({ axes }: SweepResult, { values }: SweepPoint): string {
  return axes.map(({ field, factors }, a) => `${field}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}

/** Returns the line on the knee of a sweep over the power cap; no lines for other sweeps. */
function kneeLines({ frontier }: SweepResult): string[] {
  const step = frontier?.knee == null ? undefined : frontier.steps[frontier.knee];
  if (step === undefined) return [];
  const at = plain(watts(step.toW));
  return [`knee of the proven steps at ${at}: beyond it power is worth less than on average.`];
}

/** Returns table columns for what one more unit of each swept field is worth, and for which points no other beats. */
function perUnitColumns({ points, pareto }: SweepResult, axes: readonly ShownAxis[]): RowColumn<SweepPoint>[] {
  const slopes = axes.flatMap((axis, a): RowColumn<SweepPoint>[] =>
    points.every(({ marginal }) => marginal[a]!.perUnit === null)
      ? []
      : [
          numeric(axes.length === 1 ? 'Per unit' : `Per ${axis.name}`, ({ marginal }) => {
            const { perUnit } = marginal[a]!;
            return perUnit === null ? '-' : significant(axis.slope(perUnit));
          }),
        ],
  );
  const isBest = pareto.length > 0;
  return isBest ? [...slopes, { head: '', of: ({ nonDominated }) => (nonDominated ? '*' : '') }] : slopes;
}

/** Returns a table column of words; no column if no point has a word. */
function wordColumn(
  points: readonly SweepPoint[],
  head: string,
  of: (point: SweepPoint) => string,
): RowColumn<SweepPoint>[] {
  return points.some((point) => of(point) !== '') ? [{ head, of }] : [];
}

function setPoints({ setPointsC }: SweepPoint): Content {
  if (setPointsC === null) return quantity(null);
  const values = Object.values(setPointsC);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? quantity(celsius(low)) : markup`${fixed(low, 2)} to ${quantity(celsius(high))}`;
}

function reason({ infeasibility, failure, gapReason }: SweepPoint): string {
  return oneLine(firstLimit(infeasibility) ?? failure ?? gapReason ?? 'no feasible plan');
}

function binding({ binding: limits }: SweepPoint): string {
  const kinds = [...new Set(limits.map(({ constraint }) => constraintName(constraint)))];
  return kinds.length === 0 ? 'nothing' : kinds.join(', ');
}

/**
 * Returns the columns of the CSV file that follow the figures, in W, C and reward/s. A cell is empty if a point has no
 * value.
 */
function csvColumns({ axes, points, frontier }: SweepResult): CsvColumn<SweepPoint>[] {
  const cracs = [...new Set(points.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const column = (name: string, of: CsvColumn<SweepPoint>['of']): CsvColumn<SweepPoint> => ({ name, of });
  const steps = new Map(frontier?.steps.map((step) => [points[step.point], step]));
  const least = new Map(points.map((point, n) => [point, frontier?.leastPowerW[n] ?? null]));
  return [
    column('non_dominated', ({ nonDominated }) => String(nonDominated)),
    ...cracs.map((crac) => column(`set_point_c ${crac}`, ({ setPointsC }) => setPointsC?.[crac] ?? null)),
    ...axes.flatMap(({ field }, a) => [
      column(`marginal ${field}`, ({ marginal }) => marginal[a]?.perUnit ?? null),
      column(`proven_below ${field}`, ({ marginal }) => marginal[a]?.below ?? null),
      column(`proven_above ${field}`, ({ marginal }) => marginal[a]?.above ?? null),
    ]),
    ...(frontier === undefined
      ? []
      : [
          column('step_from_w', (point) => steps.get(point)?.fromW ?? null),
          column('step_to_w', (point) => steps.get(point)?.toW ?? null),
          column('step_bound', (point) => steps.get(point)?.boundRewardPerS ?? null),
          column('frontier_least_power_w', (point) => least.get(point) ?? null),
        ]),
    column('infeasible_because', ({ infeasibility, failure }) => firstLimit(infeasibility) ?? failure ?? null),
    column('plan_from', ({ planFrom }) => planFrom ?? null),
  ];
}
