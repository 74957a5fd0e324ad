import type { RobustFront } from '../../../studies/robust-front/front.js';
import { absent } from '../headline.js';
import { markup, quantity } from '../markup.js';
import { BLUE, VERMILLION } from '../palette.js';
import type { SectionOptions } from '../section.js';
import { seriesChart } from '../series-chart.js';
import { table } from '../table.js';
import { probability } from './probability.js';

/** What makespan-robustness costs in energy-robustness: plans and bounds. */
export function frontSection(front: RobustFront): SectionOptions {
  const head = { id: 'front', title: 'Psi against phi' };
  if (front.points.length === 0) return { ...head, body: [absent('the run was stopped before its first point')] };
  const feasible = front.points.filter(({ psiZ }) => psiZ !== null);
  return {
    ...head,
    body: [
      ...(feasible.length > 1
        ? [
            seriesChart({
              id: 'front',
              title:
                'Dots: plans found for rising energy-robustness, joined to guide the eye; dashed steps: proven bounds. Both axes are quantiles (z).',
              xName: 'energy-robustness asked for, z',
              yName: 'makespan-robustness, z',
              series: [
                { name: 'plans', colour: BLUE, points: feasible.map(({ etaZ, psiZ }) => [etaZ, psiZ] as const) },
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
      table({
        caption: 'One plan for each energy-robustness asked for, by the checker, and what no plan can exceed there.',
        columns: [
          { head: 'phi at least', numeric: true },
          { head: 'phi', numeric: true },
          { head: 'Psi', numeric: true },
          { head: 'Bound on Psi', numeric: true },
        ],
        rows: front.points.map(({ eta, phi, psi, bound }) => [
          quantity(probability(eta)),
          quantity(probability(phi), 'no feasible plan'),
          psi === null ? '' : quantity(probability(psi)),
          quantity(probability(bound)),
        ]),
      }),
      markup`<p class="caption">The dots are plans; a plan for one phi serves every lower one too, and the line between dots only guides the eye. A bound holds from its point on, hence the steps.</p>\n`,
    ],
  };
}
