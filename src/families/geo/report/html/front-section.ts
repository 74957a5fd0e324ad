import { aligned, gapPercent, significant } from '../../../../reports/format.js';
import { moneyColumn, trimmed } from '../format.js';
import type { GeoReportFront, GeoReportFrontPoint } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { counted, figure, markup, NOTHING, quantity } from '../../../../reports/html/markup.js';
import { BLUE, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';

type Known = GeoReportFrontPoint & { readonly carbonKg: number; readonly costUsd: number };

/** Section on the price of fewer emissions: plans that no other betters in both, and bounds. */
export function frontSection({ points, pareto }: GeoReportFront, currency: string): SectionOptions {
  const head = { id: 'front', title: 'Cost against carbon' };
  const plans = pareto.map((n) => ({ n, ...(points[n] as Known) }));
  const bounds = boundSteps(points, plans[0]?.carbonKg ?? Infinity);
  const left = points.length - plans.length;
  const kg = aligned(
    points.flatMap((point) => [point.carbonKg, point.carbonCapKg]),
    6,
  );
  const money = moneyColumn(points.flatMap((point) => [point.costUsd, point.boundUsd]));
  const drawn = [...plans.map(({ carbonKg }) => carbonKg), ...bounds.map(([reach]) => reach)];
  return {
    ...head,
    body: [
      new Set(drawn).size > 1
        ? seriesChart({
            id: 'carbon-front',
            title:
              'Dots: plans, emissions against cost; the steps between them: what the cleaner plan costs under any cap up to the next dot; dashed steps: proven lower bounds on the cost.',
            xName: 'emissions, kg',
            yName: currency,
            series: [
              {
                name: 'plans',
                colour: BLUE,
                step: true,
                points: plans.map(({ carbonKg, costUsd }) => [carbonKg, costUsd] as const),
              },
              ...(bounds.length === 0
                ? []
                : [{ name: 'proven bound', colour: VERMILLION, dashed: true, plain: true, points: bounds }]),
            ],
          })
        : NOTHING,
      plans.length === 0
        ? absent('no run found a feasible plan')
        : table({
            caption:
              'Plans that no other is better than in both, by the checker, and what no plan that keeps the same cap, or emits as little, costs less than.',
            columns: [
              { head: 'Asked for' },
              { head: 'Emissions, kg', numeric: true },
              { head: `Cost, ${currency}`, numeric: true },
              { head: `Bound, ${currency}`, numeric: true },
              { head: 'Gap', numeric: true },
            ],
            rows: plans.map(({ n, ...point }) => [
              asked(point, currency, (value) => kg(value)?.digits ?? ''),
              figure(`front.${String(n)}.carbonKg`, point.carbonKg, kg),
              figure(`front.${String(n)}.costUsd`, point.costUsd, money),
              figure(`front.${String(n)}.boundUsd`, point.boundUsd, money),
              quantity(gapPercent(gapOf(point))),
            ]),
          }),
      markup`<p class="caption">Cost is energy, starts and stops and demand charges, without a price of carbon. A plan serves every looser cap too. A bound holds for every plan that emits no more, hence the steps.${left === 0 ? '' : ` ${counted(left, 'more run')} found nothing better than these plans; what they proved is in the bounds.`}</p>\n`,
    ],
  };
}

function gapOf({ costUsd, boundUsd }: Known): number | null {
  return boundUsd === null || boundUsd === 0 ? null : (costUsd - boundUsd) / Math.abs(boundUsd);
}

function asked(
  { carbonCapKg, carbonUsdPerTonne }: GeoReportFrontPoint,
  currency: string,
  kg: (value: number) => string,
): string {
  if (carbonCapKg !== null) return `at most ${kg(carbonCapKg)} kg`;
  return carbonUsdPerTonne === null || carbonUsdPerTonne === 0
    ? 'least cost'
    : `${trimmed(significant(carbonUsdPerTonne))} ${currency} per tonne`;
}

/** Steps from `leastKg` on: emissions up to which each bound holds, ascending; where several hold, the greatest. */
export function boundSteps(points: readonly GeoReportFrontPoint[], leastKg: number): [number, number][] {
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
