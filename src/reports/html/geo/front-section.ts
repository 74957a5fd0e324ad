import { aligned } from '../../format.js';
import { moneyColumn } from '../../geo-format.js';
import type { GeoReportFront, GeoReportFrontPoint } from '../../geo-input.js';
import { absent } from '../headline.js';
import { figure, markup, NOTHING } from '../markup.js';
import { BLUE, VERMILLION } from '../palette.js';
import type { SectionOptions } from '../section.js';
import { seriesChart } from '../series-chart.js';
import { table } from '../table.js';

type Known = GeoReportFrontPoint & { readonly carbonKg: number; readonly costUsd: number };

/** What fewer emissions cost: plans and bounds. */
export function frontSection({ points }: GeoReportFront): SectionOptions {
  const head = { id: 'front', title: 'Cost against carbon' };
  if (points.length === 0) return { ...head, body: [absent('the run was stopped before its first point')] };
  const plans = points
    .filter((point): point is Known => point.carbonKg !== null && point.costUsd !== null)
    .sort((a, b) => a.carbonKg - b.carbonKg);
  const bounds = boundSteps(points, plans[0]?.carbonKg ?? Infinity);
  const kg = aligned(
    points.flatMap((point) => [point.carbonKg, point.carbonCapKg]),
    6,
  );
  const money = moneyColumn(points.flatMap((point) => [point.costUsd, point.boundUsd]));
  return {
    ...head,
    body: [
      plans.length + bounds.length > 1
        ? seriesChart({
            id: 'carbon-front',
            title:
              'Dots: plans, emissions against cost, joined to guide the eye; dashed steps: proven lower bounds on the cost.',
            xName: 'emissions, kg',
            yName: 'USD',
            series: [
              {
                name: 'plans',
                colour: BLUE,
                points: plans.map(({ carbonKg, costUsd }) => [carbonKg, costUsd] as const),
              },
              ...(bounds.length === 0
                ? []
                : [{ name: 'proven bound', colour: VERMILLION, dashed: true, plain: true, points: bounds }]),
            ],
          })
        : NOTHING,
      table({
        caption:
          'One plan for each cap or price of carbon asked for, by the checker, and what no plan with as few emissions costs less than.',
        columns: [
          { head: 'Asked for' },
          { head: 'Emissions, kg', numeric: true },
          { head: 'Cost, USD', numeric: true },
          { head: 'Bound, USD', numeric: true },
        ],
        rows: points.map((point, n) => [
          asked(point, (value) => kg(value)?.digits ?? ''),
          figure(`front.${String(n)}.carbonKg`, point.carbonKg, kg, 'no feasible plan'),
          figure(`front.${String(n)}.costUsd`, point.costUsd, money, ''),
          figure(`front.${String(n)}.boundUsd`, point.boundUsd, money),
        ]),
      }),
      markup`<p class="caption">Cost is energy, starts and stops and demand charges, without a price of carbon. A plan serves every looser cap too, and the line between dots only guides the eye. A bound holds for every plan that emits no more, hence the steps.</p>\n`,
    ],
  };
}

function asked({ carbonCapKg, carbonUsdPerTonne }: GeoReportFrontPoint, kg: (value: number) => string): string {
  if (carbonCapKg !== null) return `at most ${kg(carbonCapKg)} kg`;
  return carbonUsdPerTonne === null || carbonUsdPerTonne === 0
    ? 'least cost'
    : `${String(carbonUsdPerTonne)} USD per tonne`;
}

/** From `leastKg` on: emissions up to which each bound holds, ascending; where several hold, the greatest. */
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
