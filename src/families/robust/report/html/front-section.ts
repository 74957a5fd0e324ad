import type { RobustFront } from '../../studies/front/front.js';
import { markup, quantity, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import { probability, promised } from './probability.js';

/** Section on the makespan-robustness that each energy-robustness leaves: plans and bounds. */
export function frontSection(front: RobustFront): SectionOptions {
  const head = { id: 'front', title: 'Deadline against budget' };
  const feasible = front.points.filter(({ objectiveZ }) => objectiveZ !== null);
  const isOfBag = front.boundOn === 'whole-bag';
  return {
    ...head,
    body: [
      promiseTable(front),
      measureTable(front),
      markup`<p class="caption">All cores in time, and the budget until the last core of every node is done, are what can be promised, if times and energy are Gaussian. Psi and phi are the thesis’ measures${isOfBag ? '' : ', which the search goes by'}: of the least certain core alone, and with nodes on until the core expected to be last.</p>\n`,
      ...(feasible.length > 1
        ? [
            seriesChart({
              id: 'front',
              title:
                'Dots: plans found for rising energy-robustness, joined to guide the eye; dashed steps: proven bounds. Both axes are quantiles (z).',
              xName: 'energy-robustness asked for, z',
              yName: isOfBag ? 'all cores in time, z' : 'makespan-robustness, z',
              series: [
                {
                  name: 'plans',
                  colour: BLUE,
                  points: feasible.map(({ etaZ, objectiveZ }) => [etaZ, objectiveZ] as const),
                },
                {
                  name: 'proven bound',
                  colour: VERMILLION,
                  dashed: true,
                  // A bound for one phi holds for every greater one, so up to the next point it is this one that counts.
                  step: true,
                  points: feasible.map(({ etaZ, boundZ }) => [etaZ, boundZ] as const),
                },
              ],
            }),
          ]
        : []),
      markup`<p class="caption">The dots are plans; a plan for one phi serves every lower one too, and the line between dots only guides the eye. A bound holds from its point on, hence the steps.</p>\n`,
    ],
  };
}

/** Table of the probabilities that can be promised of each plan. */
function promiseTable({ points }: RobustFront): Markup {
  return table({
    caption: 'What can be promised of the plan for each energy-robustness phi asked for, by the checker.',
    columns: ['phi at least', 'All cores in time', 'Budget until last core'].map((head) => ({ head, numeric: true })),
    rows: points.map(({ eta, allInTime, budgetUntilLastCore }) => [
      quantity(probability(eta)),
      quantity(promised(allInTime), 'no feasible plan'),
      budgetUntilLastCore === null ? '' : quantity(promised(budgetUntilLastCore)),
    ]),
  });
}

/** Table of the measures by which the search and its bound go. */
function measureTable({ boundOn, points }: RobustFront): Markup {
  const of = boundOn === 'whole-bag' ? 'all cores in time' : 'Psi';
  return table({
    caption: `The thesis’ measures of the same plans, and the probability (${of}) that no plan can exceed there.`,
    columns: ['phi at least', 'phi', 'Psi', `Bound on ${of}`].map((head) => ({ head, numeric: true })),
    rows: points.map(({ eta, phi, psi, bound }) => [
      quantity(probability(eta)),
      quantity(probability(phi), 'no feasible plan'),
      psi === null ? '' : quantity(probability(psi)),
      quantity(probability(bound), 'none'),
    ]),
  });
}
