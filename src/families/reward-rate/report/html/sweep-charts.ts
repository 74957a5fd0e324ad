import type { SweepPoint, SweepResult } from '../../studies/sweep/result.js';
import { shownAxis, type ShownAxis } from '../sweep-axis.js';
import { markup } from '../../../../reports/html/markup.js';
import { BLUE, categoryColour, GREEN, ORANGE, PURPLE, SKY, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';

/** Greatest number of CRACs drawn: more lines cannot be told apart. Ours. */
const MAX_CRACS = 8;

/** Uses of power in the order in which they are stacked, with colours. */
export const POWER_USES = [
  { field: 'idleW', name: 'Idle nodes', colour: SKY },
  { field: 'coresW', name: 'Cores at work', colour: BLUE },
  { field: 'coolingW', name: 'Cooling', colour: GREEN },
  { field: 'upsLossW', name: 'UPS loss', colour: ORANGE },
  { field: 'otherW', name: 'Other load', colour: PURPLE },
] as const;

/** Reward with its bound, power by use, and set-points over one field. */
export function sweepCharts(result: SweepResult): SectionOptions[] {
  const axis = shownAxis(result.axes[0]!);
  const xName = axis.name;
  const points = [...result.points].sort((a, b) => a.values[0]! - b.values[0]!);
  const planned = points.filter(({ feasible }) => feasible);
  const head = { id: 'reward', title: `Reward over ${xName}` };
  if (planned.length === 0) return [];
  const over = (pick: (point: SweepPoint) => number | null): Series['points'] =>
    points.map((point) => [axis.value(point.values[0]!), point.feasible ? pick(point) : null]);
  const cracs = Object.keys(planned[0]!.setPointsC ?? {});
  return [
    {
      ...head,
      body: [
        seriesChart({
          id: 'sweep-reward',
          title: `Lines over ${xName}: the reward rate of the plans, and above it the proven upper bound.`,
          xName,
          yName: 'reward/s',
          series: [
            {
              name: 'Proven bound at the points',
              colour: VERMILLION,
              dashed: true,
              points: over(({ bound }) => bound),
            },
            ...betweenPoints(points, axis),
            { name: 'Plans', colour: BLUE, points: over(({ objective }) => objective) },
          ],
        }),
        markup`<p class="caption">The proven bound between points, where there is one, is made of the points’ lines (see marginal values).</p>\n`,
      ],
    },
    {
      id: 'power',
      title: `Power by use over ${xName}`,
      body: [
        seriesChart({
          id: 'sweep-power',
          title: `Areas over ${xName}: idle power, cores, cooling, UPS loss and other load, one on the other.`,
          xName,
          yName: 'kW',
          fromZero: true,
          series: POWER_USES.filter(({ field }) => planned.some(({ power }) => power![field] > 0)).map(
            ({ field, name, colour }) => ({
              name,
              colour,
              stacked: true,
              points: planned.map((point) => [axis.value(point.values[0]!), point.power![field] / 1000]),
            }),
          ),
        }),
      ],
    },
    {
      id: 'set-points',
      title: `Temperatures over ${xName}`,
      body: [
        seriesChart({
          id: 'sweep-set-points',
          title: `Lines over ${xName}: the CRACs' set-points and the hottest inlet.`,
          xName,
          yName: '°C',
          series: [
            ...cracs
              .slice(0, MAX_CRACS)
              .map((crac, n) => ({
                name: crac,
                colour: categoryColour(n),
                points: over(({ setPointsC }) => setPointsC?.[crac] ?? null),
              })),
            {
              name: 'Hottest inlet',
              colour: VERMILLION,
              dashed: true,
              points: over(({ hottestInletC }) => hottestInletC),
            },
          ],
        }),
      ],
    },
  ];
}

/** The lower of neighbouring lines, through the crossings. */
function betweenPoints(points: readonly SweepPoint[], axis: ShownAxis): Series[] {
  const line: [number, number | null][] = [];
  for (const { values, bound, marginal } of points) {
    const { from, to } = marginal[0]!;
    if (bound === null) continue;
    if (from === null) line.push([axis.value(values[0]!), null]);
    line.push([axis.value(values[0]!), bound]);
    if (to !== null) line.push([axis.value(to.value), to.bound]);
  }
  const any = points.some(({ marginal }) => marginal[0]!.to !== null);
  return any ? [{ name: 'Proven bound between points', colour: ORANGE, plain: true, points: line }] : [];
}
