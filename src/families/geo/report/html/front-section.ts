import { inUnit, plain, significant, trimmed } from '../../../../reports/format.js';
import { columnNotation } from '../../../../reports/html/figure-columns.js';
import { counted, figure, markup, NOTHING, quantity } from '../../../../reports/html/markup.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { numeric, type RowColumn, tableOf } from '../../../../reports/html/table.js';
import { unitChart } from '../../../../reports/html/unit-chart.js';
import { frontLines } from '../../../../reports/sweep/charts.js';
import type { GeoReportFront } from '../input.js';

/**
 * Returns the section on what lower emissions cost. It shows the bounds, and the plans that no other plan beats in both
 * cost and emissions.
 */
export function frontSection({ points, pareto }: GeoReportFront, currency: string): SectionOptions {
  const plans = pareto.map((n) => {
    const { costUsd, boundUsd, ...point } = points[n]!;
    const gap = !boundUsd ? null : (costUsd! - boundUsd) / Math.abs(boundUsd);
    return { ...point, costUsd, boundUsd, gap, n };
  });
  type Plan = (typeof plans)[number];
  const bounds = boundSteps(points, plans[0]?.carbonKg ?? Infinity);
  const left = points.length - plans.length;
  const column = (label: string, key: 'carbonKg' | 'costUsd' | 'boundUsd', unit: string): RowColumn<Plan> => {
    const values = plans.flatMap((plan) => (unit === 'kg' ? [plan.carbonKg] : [plan.costUsd, plan.boundUsd]));
    const { write } = columnNotation({ unit }, values, currency);
    return numeric(`${label}, ${unit.replace('USD', currency)}`, (plan) => {
      return figure(`front.${String(plan.n)}.${key}`, plan[key], write);
    });
  };
  const drawn = new Set([...plans.map(({ carbonKg }) => carbonKg), ...bounds.map(([reach]) => reach)]);
  const body = [
    drawn.size > 1
      ? unitChart({
          id: 'carbon-front',
          title:
            'Dots: plans, emissions against cost; the steps between them: what the cleaner plan costs under any cap up to the next dot; dashed steps: proven lower bounds on the cost.',
          xName: 'emissions, kg',
          figure: { label: '', unit: 'USD' },
          currency,
          lines: frontLines(
            plans.map(({ carbonKg, costUsd }) => [carbonKg!, costUsd]),
            bounds,
            { plans: { step: true }, bounds: { plain: true } },
          ),
        })
      : NOTHING,
    plans.length === 0
      ? absent('no run found a feasible plan')
      : tableOf(
          'Plans that no other is better than in both, by the checker, and what no plan that keeps the same cap, or emits as little, costs less than.',
          plans,
          [
            { head: 'Asked for', of: (plan) => askedText(plan, currency) },
            column('Emissions', 'carbonKg', 'kg'),
            column('Cost', 'costUsd', 'USD'),
            column('Bound', 'boundUsd', 'USD'),
            numeric('Gap', ({ gap }) => quantity(inUnit(gap, 'gap'))),
          ],
        ),
    markup`<p class="caption">Cost is energy, starts and stops and demand charges, without a price of carbon. A plan serves every looser cap too. A bound holds for every plan that emits no more, hence the steps.${left === 0 ? '' : ` ${counted(left, 'more run')} found nothing better than these plans; what they proved is in the bounds.`}</p>\n`,
  ];
  return { id: 'front', title: 'Cost against carbon', body };
}

function askedText(
  { carbonCapKg, carbonUsdPerTonne }: Pick<GeoReportFront['points'][number], 'carbonCapKg' | 'carbonUsdPerTonne'>,
  currency: string,
): string {
  if (carbonCapKg !== null) return `at most ${plain(inUnit(carbonCapKg, 'kg'))}`;
  return !carbonUsdPerTonne ? 'least cost' : `${trimmed(significant(carbonUsdPerTonne))} ${currency} per tonne`;
}

/**
 * Returns the corners of the step line that shows the best lower bound on cost as a function of emissions, from
 * `leastKg` on. Each point gives a bound that holds up to its cap or its emissions, kg; where several hold, the
 * greatest is shown.
 */
export function boundSteps(points: GeoReportFront['points'], leastKg: number): [number, number][] {
  const known = points
    .flatMap(({ carbonCapKg, carbonKg, boundUsd }) => {
      const reach = Math.max(carbonCapKg ?? -Infinity, carbonKg ?? -Infinity);
      return boundUsd === null || !Number.isFinite(reach) ? [] : [{ reach, boundUsd }];
    })
    .sort((a, b) => a.reach - b.reach);
  return known.flatMap(({ reach }, n): [number, number][] => {
    const best = Math.max(...known.slice(n).map(({ boundUsd }) => boundUsd));
    return [
      [n === 0 ? Math.min(leastKg, reach) : known[n - 1]!.reach, best],
      [reach, best],
    ];
  });
}
