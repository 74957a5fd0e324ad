import { inUnit, plain, significant, trimmed } from '../../../../reports/format.js';
import { meanColumns } from '../../../../reports/html/figure-columns.js';
import { counted, markup, NOTHING } from '../../../../reports/html/markup.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { tableOf } from '../../../../reports/html/table.js';
import { unitChart } from '../../../../reports/html/unit-chart.js';
import { plansAndBound } from '../../../../reports/sweep/charts.js';
import type { GeoFront } from '../../studies/front/front.js';

/** Figures of a plan on the front. */
const FIGURES = [
  { key: 'carbonKg', label: 'emissions', unit: 'kg' },
  { key: 'costUsd', label: 'cost', unit: 'USD' },
  { key: 'boundUsd', label: 'bound', unit: 'USD' },
  { key: 'gap', label: 'gap', unit: 'gap' },
];

/** Returns the report section on what lower emissions cost: the bounds and the non-dominated plans. */
export function frontSection({ points, pareto }: GeoFront, currency: string): SectionOptions {
  const plans = pareto.map((n) => ({ ...points[n]!, n }));
  const bounds = boundSteps(points, plans[0]?.carbonKg ?? Infinity);
  const left = points.length - plans.length;
  const drawn = new Set([...plans.map(({ carbonKg }) => carbonKg), ...bounds.map(([reach]) => reach)]);
  const field = (key: string, { n }: (typeof plans)[number]): string => `front.${n}.${key}`;
  const askedText = ({ carbonCapKg, carbonUsdPerTonne }: (typeof plans)[number]): string => {
    if (carbonCapKg !== null) return `at most ${plain(inUnit(carbonCapKg, 'kg'))}`;
    return !carbonUsdPerTonne ? 'least cost' : `${trimmed(significant(carbonUsdPerTonne))} ${currency} per tonne`;
  };
  const body = [
    drawn.size > 1
      ? unitChart({
          id: 'carbon-front',
          title:
            'Dots: plans, emissions against cost; the steps between them: what the cleaner plan costs under any cap up to the next dot; dashed steps: proven lower bounds on the cost.',
          xName: 'emissions, kg',
          figure: { label: '', unit: 'USD' },
          currency,
          lines: plansAndBound(
            plans.map(({ carbonKg, costUsd }) => [carbonKg!, costUsd]),
            bounds,
            { plans: { step: true }, bound: { plain: true, step: true } },
          ),
        })
      : NOTHING,
    plans.length === 0
      ? absent('no run found a feasible plan')
      : tableOf(
          'Plans that no other is better than in both, by the checker, and what no plan that keeps the same cap, or emits as little, costs less than.',
          plans,
          [
            { head: 'Asked for', of: askedText },
            ...FIGURES.flatMap((one) => meanColumns(one, plans, { currency, field, hasIntervals: false })),
          ],
        ),
    markup`<p class="caption">Cost is energy, starts and stops and demand charges, without a price of carbon. A plan serves every looser cap too. A bound holds for every plan that emits no more, hence the steps.${left === 0 ? '' : ` ${counted(left, 'more run')} found nothing better than these plans; what they proved is in the bounds.`}</p>\n`,
  ];
  return { id: 'front', title: 'Cost against carbon', body };
}

/**
 * Returns the best lower bound on cost as a step function of emissions. Each entry has the emissions at which a step
 * begins, kg, and the bound, USD. The first step begins at `leastKg`, and the last entry is the end of the last step.
 *
 * The bound of a point holds for emissions up to the point's cap or its own emissions. Where several bounds hold, the
 * greatest counts.
 */
export function boundSteps(points: GeoFront['points'], leastKg: number): [number, number][] {
  const known = points
    .flatMap(({ carbonCapKg, carbonKg, boundUsd }) => {
      const reach = Math.max(carbonCapKg ?? -Infinity, carbonKg ?? -Infinity);
      return boundUsd === null || !Number.isFinite(reach) ? [] : [{ reach, boundUsd }];
    })
    .sort((a, b) => a.reach - b.reach);
  const steps = known.map(({ reach }, n): [number, number] => {
    const bound = Math.max(...known.slice(n).map(({ boundUsd }) => boundUsd));
    return [n === 0 ? Math.min(leastKg, reach) : known[n - 1]!.reach, bound];
  });
  return [...steps, ...known.slice(-1).map(({ reach, boundUsd }): [number, number] => [reach, boundUsd])];
}
