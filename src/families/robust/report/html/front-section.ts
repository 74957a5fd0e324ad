import type { RobustFront } from '../../studies/front/front.js';
import type { Measured, Shown } from '../../../../reports/format.js';
import { type Content, markup, NOTHING, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { numeric, type RowColumn, tableOf } from '../../../../reports/html/table.js';
import { unitChart, type UnitLine } from '../../../../reports/html/unit-chart.js';
import { plansAndBound } from '../../../../reports/sweep/charts.js';
import { probability, promised } from './probability.js';

/**
 * Returns the report section on a front. For each required energy-robustness, it shows what the plan found can promise,
 * and the upper bound on the probability of keeping the deadline.
 */
export function frontSection({ boundOn, points }: RobustFront): SectionOptions {
  const feasible = points.filter(({ objectiveZ }) => objectiveZ !== null);
  const lineOf = (key: 'objectiveZ' | 'boundZ'): UnitLine['points'] => feasible.map((one) => [one.etaZ, one[key]]);
  const isOfBag = boundOn === 'whole-bag';
  const of = isOfBag ? 'all cores in time' : 'Psi';
  const column = (
    head: string,
    key: 'eta' | 'allInTime' | 'budgetUntilLastCore' | 'phi' | 'psi' | 'bound',
    none = '',
    write: (value: Measured) => Shown | null = probability,
  ): RowColumn<RobustFront['points'][number]> =>
    numeric(head, (point): Content => (point[key] === null ? none : quantity(write(point[key]))));
  const body = [
    tableOf('What can be promised of the plan for each energy-robustness phi asked for, by the checker.', points, [
      column('phi at least', 'eta'),
      column('All cores in time', 'allInTime', 'no feasible plan', promised),
      column('Budget until last core', 'budgetUntilLastCore', '', promised),
    ]),
    tableOf(
      `The thesis’ measures of the same plans, and the probability (${of}) that no plan can exceed there.`,
      points,
      [
        column('phi at least', 'eta'),
        column('phi', 'phi', 'no feasible plan'),
        column('Psi', 'psi'),
        column(`Bound on ${of}`, 'bound', 'none'),
      ],
    ),
    markup`<p class="caption">All cores in time, and the budget until the last core of every node is done, are what can be promised, if times and energy are Gaussian. Psi and phi are the thesis’ measures${isOfBag ? '' : ', which the search goes by'}: of the least certain core alone, and with nodes on until the core expected to be last.</p>\n`,
    feasible.length > 1
      ? unitChart({
          id: 'front',
          title:
            'Dots: plans found for rising energy-robustness, joined to guide the eye; dashed steps: proven bounds. Both axes are quantiles (z).',
          xName: 'energy-robustness asked for, z',
          figure: { label: isOfBag ? 'all cores in time, z' : 'makespan-robustness, z', unit: '' },
          // A bound for one phi holds for every greater one, so up to the next point it is this one that counts.
          lines: plansAndBound(lineOf('objectiveZ'), lineOf('boundZ'), { bound: { step: true } }),
        })
      : NOTHING,
    markup`<p class="caption">The dots are plans; a plan for one phi serves every lower one too, and the line between dots only guides the eye. A bound holds from its point on, hence the steps.</p>\n`,
  ];
  return { id: 'front', title: 'Deadline against budget', body };
}
