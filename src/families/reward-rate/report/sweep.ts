import { currencyOf, J_PER_KWH } from '../../../../models/units.js';
import { figuresIn } from '../../../reports/figures.js';
import { celsius, countOf, fixed, oneLine, plain, significant, watts } from '../../../reports/format.js';
import { markup, quantity } from '../../../reports/html/markup.js';
import { measured, numeric } from '../../../reports/html/table.js';
import { studyWarnings } from '../../../reports/study-warnings.js';
import { pointText, shownAxis } from '../../../reports/sweep/axis.js';
import { axisColumns, axisFields, type CsvFields, type SweepTexts } from '../../../reports/sweep/table.js';
import { constraintName, firstLimit } from '../../../reports/wording.js';
import type { SweepResult } from '../studies/sweep/run.js';
import { figures } from '../figures.js';

type SweepRow = ReturnType<typeof rowsOf>[number];

/** Returns the points with what the frontier proves of each, and with the reason why there is no plan. */
function rowsOf({ points, frontier }: SweepResult) {
  return points.map((point, n) => ({
    ...point,
    step: frontier?.steps.find((one) => one.point === n) ?? null,
    leastW: frontier?.leastPowerW[n] ?? null,
    because: firstLimit(point.infeasibility) ?? point.failure ?? null,
  }));
}

/** Returns the content of a sweep's text output, its CSV file and the table of its page. */
export function sweepTexts(result: SweepResult): SweepTexts<SweepRow> {
  const { points, axes, frontier, boundScope, method, naive } = result;
  const rows = rowsOf(result);
  const fields = axes.map(({ field, factors }) => (factors ? `factors of ${field}` : field)).join(' and ');
  const isProven = rows.some(({ leastW }) => leastW !== null);
  const isLeastKnown = isProven || points.some(({ leastPower }) => leastPower !== undefined);
  const own = points.some(({ air }) => air !== undefined) ? ' with its nodes on standby' : '';
  const knee = frontier?.steps.filter((_, n) => n === frontier.knee) ?? [];
  const isMarked = points.some(({ nonDominated }) => nonDominated);
  const reasonOf = ({ because, gapReason }: SweepRow): string => oneLine(because ?? gapReason ?? 'no feasible plan');
  return {
    name: result.instance,
    lead: `sweep over ${fields} by method ${method}${naive ? ' (naive)' : ''}, ${countOf(points.length, 'point')}`,
    rows,
    heads: axisColumns(axes),
    figures: figuresIn(figures, 'sweep').filter(({ key }) => !isProven || key !== 'leastPower.boundW'),
    more: [
      ...(isProven ? [measured('Least power', 'W', rows, ({ leastW }: SweepRow) => leastW)] : []),
      ...axes.map(shownAxis).map(({ name, slope }, a) =>
        numeric<SweepRow>(axes.length === 1 ? 'Per unit' : `Per ${name}`, ({ marginal }) => {
          const { perUnit } = marginal[a]!;
          return perUnit === null ? '' : significant(slope(perUnit));
        }),
      ),
      { head: '', of: ({ nonDominated }) => (nonDominated ? '*' : '') },
      { head: 'Plan from', of: ({ planFrom }) => oneLine(planFrom ?? '') },
    ],
    onPage: [
      measured('Reward', 'reward/kWh', rows, ({ objective, power }) =>
        objective === null || power === null ? null : (objective * J_PER_KWH) / power.totalW,
      ),
      numeric('Set-points', ({ setPointsC }) => {
        const values = Object.values(setPointsC ?? {});
        const [low, high] = [Math.min(...values), Math.max(...values)];
        if (setPointsC === null || low === high) return quantity(setPointsC && celsius(low));
        return markup`${fixed(low, 2)} to ${quantity(celsius(high))}`;
      }),
      {
        head: 'What binds, or why there is no plan',
        wide: true,
        of: (row) => {
          const kinds = new Set(row.binding.map(({ constraint }) => constraintName(constraint)));
          return row.feasible ? [...kinds].join(', ') || 'nothing' : reasonOf(row);
        },
      },
    ],
    csv: {
      before: { ...axisFields(axes), termination: ['termination'], feasible: ['feasible'] },
      figures: figuresIn(figures, 'csv'),
      after: csvFields(result),
    },
    currency: currencyOf(result),
    lines: [
      ...rows.flatMap((row) => (row.feasible ? [] : [`${pointText(axes, row.values)}: ${reasonOf(row)}`])),
      ...(isMarked ? ['* no other point earns more for the same power or as much for less.'] : []),
      ...knee.map(
        ({ toW }) => `knee of the proven steps at ${plain(watts(toW))}: beyond it power is worth less than on average.`,
      ),
      ...(isLeastKnown ? [`least power: no plan of the reward${own} draws less at the meter, proven.`] : []),
      ...(boundScope === '' ? [] : [`bounds cover  ${oneLine(boundScope)}`]),
    ],
  };
}

/** Returns the warnings of the instance and of all points, without repetitions, and how many points were not solved. */
export function sweepWarnings({ axes, points, pointsLeft, warnings: own }: SweepResult): string[] {
  const runs = points.map(({ values, warnings }) => ({ name: pointText(axes, values), warnings }));
  const left = `Interrupted: ${countOf(pointsLeft, 'point', ['was', 'were'])} not solved.`;
  return [...studyWarnings(own, runs, { one: 'Point', many: 'points' }), ...(pointsLeft > 0 ? [left] : [])];
}

/** Returns the columns of the CSV file that follow those of the figures, in W, C and reward/s. */
function csvFields({ axes, points, frontier }: SweepResult): CsvFields {
  const cracs = [...new Set(points.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const slopes = axes.flatMap(({ field }, a): [string, CsvFields[string]][] => [
    [`marginal ${field}`, ['marginal', a, 'perUnit']],
    [`proven_below ${field}`, ['marginal', a, 'below']],
    [`proven_above ${field}`, ['marginal', a, 'above']],
  ]);
  const steps: CsvFields = {
    step_from_w: ['step', 'fromW'],
    step_to_w: ['step', 'toW'],
    step_bound: ['step', 'boundRewardPerS'],
    frontier_least_power_w: ['leastW'],
  };
  return {
    non_dominated: ['nonDominated'],
    ...Object.fromEntries(cracs.map((crac) => [`set_point_c ${crac}`, ['setPointsC', crac]])),
    ...Object.fromEntries(slopes),
    ...(frontier === undefined ? {} : steps),
    infeasible_because: ['because'],
    plan_from: ['planFrom'],
  };
}
