import { currencyOf, J_PER_KWH } from '../../../../models/units.js';
import { figuresIn } from '../../../reports/figures.js';
import { celsius, countOf, fixed, oneLine, plain, significant, watts } from '../../../reports/format.js';
import { markup, quantity } from '../../../reports/html/markup.js';
import { measured, numeric } from '../../../reports/html/table.js';
import { studyWarnings } from '../../../reports/study-warnings.js';
import { pointText, shownAxis } from '../../../reports/sweep/axis.js';
import type { CsvField } from '../../../reports/figure-csv.js';
import { axisFields, type SweepTexts } from '../../../reports/sweep/table.js';
import { constraintName, firstLimit } from '../../../reports/wording.js';
import type { SweepResult } from '../studies/sweep/run.js';
import { figures } from '../figures.js';

/** CSV columns of the proven frontier. */
const STEP_FIELDS: readonly CsvField[] = [
  ['step_from_w', 'step', 'fromW'],
  ['step_to_w', 'step', 'toW'],
  ['step_bound', 'step', 'boundRewardPerS'],
  ['frontier_least_power_w', 'leastW'],
];

/** Returns the content of a sweep's text output, its CSV file and the table of its page. */
export function sweepTexts(result: SweepResult) {
  const { points, axes, frontier, boundScope, method, naive } = result;
  const rows = points.map((point, n) => ({
    ...point,
    step: frontier?.steps.find((one) => one.point === n) ?? null,
    leastW: frontier?.leastPowerW[n] ?? null,
    because: firstLimit(point.infeasibility) ?? point.failure ?? null,
  }));
  type Row = (typeof rows)[number];
  const shown = axes.map(shownAxis);
  const cracs = [...new Set(points.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const fields = axes.map(({ field, factors }) => (factors ? `factors of ${field}` : field)).join(' and ');
  const isProven = rows.some(({ leastW }) => leastW !== null);
  const isLeastKnown = isProven || points.some(({ leastPower }) => leastPower !== undefined);
  const own = points.some(({ air }) => air !== undefined) ? ' with its nodes on standby' : '';
  const knee = frontier?.steps.filter((_, n) => n === frontier.knee) ?? [];
  const isMarked = points.some(({ nonDominated }) => nonDominated);
  const reasonOf = ({ because, gapReason }: Row): string => oneLine(because ?? gapReason ?? 'no feasible plan');
  return {
    name: result.instance,
    lead: `sweep over ${fields} by method ${method}${naive ? ' (naive)' : ''}, ${countOf(points.length, 'point')}`,
    rows,
    heads: shown.map(({ name, digits }, a) => numeric(name, ({ values }: Row) => digits(values[a]!))),
    figures: figuresIn(figures, 'sweep').filter(({ key }) => !isProven || key !== 'leastPower.boundW'),
    more: [
      ...(isProven ? [measured('Least power', 'W', rows, ({ leastW }: Row) => leastW)] : []),
      ...shown.map(({ name, slope }, a) =>
        numeric<Row>(axes.length === 1 ? 'Per unit' : `Per ${name}`, ({ marginal }) => {
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
      before: [...axisFields(axes), ['termination', 'termination'], ['feasible', 'feasible']],
      figures: figuresIn(figures, 'csv'),
      after: [
        ['non_dominated', 'nonDominated'],
        ...cracs.map((crac): CsvField => [`set_point_c ${crac}`, 'setPointsC', crac]),
        ...axes.flatMap(({ field }, a): CsvField[] => [
          [`marginal ${field}`, 'marginal', a, 'perUnit'],
          [`proven_below ${field}`, 'marginal', a, 'below'],
          [`proven_above ${field}`, 'marginal', a, 'above'],
        ]),
        ...(frontier === undefined ? [] : STEP_FIELDS),
        ['infeasible_because', 'because'],
        ['plan_from', 'planFrom'],
      ],
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
  } satisfies SweepTexts<Row>;
}

/**
 * Returns the warnings of the instance and of all points, without repetitions. If the sweep was interrupted, the last
 * one says how many points were not solved.
 */
export function sweepWarnings({ axes, points, pointsLeft, warnings: own }: SweepResult): string[] {
  const runs = points.map(({ values, warnings }) => ({ name: pointText(axes, values), warnings }));
  const left = `Interrupted: ${countOf(pointsLeft, 'point', ['was', 'were'])} not solved.`;
  return [...studyWarnings(own, runs, { one: 'Point', many: 'points' }), ...(pointsLeft > 0 ? [left] : [])];
}
