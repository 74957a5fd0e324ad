import { significant, unitFor, watts } from '../../../../reports/format.js';
import { markup, quantity } from '../../../../reports/html/markup.js';
import { categoryColour, INK, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { provenanceOf } from '../../../../reports/html/study-provenance.js';
import { measured, numeric, tableOf } from '../../../../reports/html/table.js';
import { unitChart, type UnitLine } from '../../../../reports/html/unit-chart.js';
import { shownAxis } from '../../../../reports/sweep/axis.js';
import { chartOver, MAX_LINES, overAxis, plansAndBound, sweptGrid } from '../../../../reports/sweep/charts.js';
import type { SweepPage } from '../../../../reports/sweep/page.js';
import { isBeyondModel } from '../../../../reports/wording.js';
import type { SweepResult } from '../../studies/sweep/run.js';
import { figures } from '../../figures.js';
import { sweepWarnings } from '../sweep.js';
import { powerAreas } from './power-areas.js';

/** Definition of the figure of the reward rate. */
const REWARD = figures.find(({ key }) => key === 'objective')!;

/** Returns the parts of a sweep's page other than its table of points. */
export function sweepPageOf(result: SweepResult): SweepPage {
  const { axes, points } = result;
  const [reward, ...states] = axes.length === 1 ? chartsOver(result) : [];
  const grid = axes.length === 2 ? [sweptGrid(axes, points, REWARD)] : [];
  return {
    kind: 'sweep',
    warnings: sweepWarnings(result),
    first: [frontierSection(result), reward ?? { id: 'reward', title: 'Reward over two fields', body: grid }],
    caption: 'In the order they were solved; * no other point earns more for the same power or as much for less.',
    rest: [...states, marginalSection(result), { ...provenanceOf(result), isFolded: true }],
  };
}

/** Returns the sections with charts over one swept field: rewards with bounds, power by use, and temperatures. */
function chartsOver({ axes, points }: SweepResult): SectionOptions[] {
  const axis = shownAxis(axes[0]!);
  const planned = points.filter(({ feasible }) => feasible);
  const over = (of: (point: SweepResult['points'][number]) => number | null) => overAxis(points, axis, of);
  // Each point's dual values give a straight line. Between neighbours the lower line is drawn, with their crossing.
  const bound = points
    .toSorted((a, b) => a.values[0]! - b.values[0]!)
    .flatMap(({ values, bound: own, marginal }): [number, number | null][] => {
      const { to } = marginal[0]!;
      const at = axis.value(values[0]!);
      return [[at, own], to === null ? [at, null] : [axis.value(to.value), to.bound]];
    });
  const cracs = Object.keys(planned[0]?.setPointsC ?? {}).slice(0, MAX_LINES);
  const temperatures = cracs.map((name, n): UnitLine => {
    return { name, colour: categoryColour(n), points: over(({ setPointsC }) => setPointsC?.[name] ?? null) };
  });
  const rewards = over(({ objective }) => objective);
  const hottest = over(({ hottestInletC: inletC }) => (inletC === null || isBeyondModel('C', inletC) ? null : inletC));
  temperatures.push({ name: 'Hottest inlet', colour: VERMILLION, dashed: true, points: hottest });
  const charts: readonly [id: string, title: string, unit: string, lines: readonly UnitLine[]][] = [
    ['reward', 'Reward', REWARD.unit, plansAndBound(rewards, bound)],
    ['power', 'Power by use', 'W', powerAreas(planned, (of) => overAxis(planned, axis, of))],
    ['set-points', 'Temperatures', 'C', temperatures],
  ];
  return charts.map(([id, title, unit, lines]) => {
    const told =
      id === 'reward'
        ? markup`<p class="caption">The bound is joined where it is proven between points too (see marginal values).</p>\n`
        : '';
    const body = planned.length === 0 ? [] : [chartOver(axis, { key: id, label: '', unit }, lines), told];
    return { id, title: `${title} over ${axis.name}`, body, isFolded: id !== 'reward' };
  });
}

/**
 * Returns the section on marginal values. Each marginal value is the slope of a line through the bound of its point.
 * The table states the range in which this line is below the lines of the neighbouring points.
 */
function marginalSection({ axes, points }: SweepResult): SectionOptions {
  const shown = axes.map(shownAxis);
  const all = shown.flatMap((axis, a) =>
    points.map(({ values, marginal }) => {
      return { axis, at: values.map((value, n) => shown[n]!.digits(value)).join(', '), ...marginal[a]! };
    }),
  );
  const rows = all.filter(({ perUnit }) => perUnit !== null);
  type Row = (typeof rows)[number];
  const slope = (head: string, key: 'perUnit' | 'below' | 'above') =>
    numeric(head, ({ axis, [key]: own }: Row) => (own === null ? 'none' : significant(axis.slope(own))));
  const end = (head: string, key: 'from' | 'to') =>
    numeric(head, ({ axis, [key]: met }: Row) => (met === null ? '…' : significant(axis.value(met.value))));
  const table = tableOf<Row>('Reward/s per unit of the field: derivative of the bound, and slopes.', rows, [
    { head: 'Field', of: ({ axis }) => axis.name },
    numeric('At', ({ at }) => at),
    slope('Per unit', 'perUnit'),
    slope('Proven below', 'below'),
    slope('Proven above', 'above'),
    end('Range from', 'from'),
    end('to', 'to'),
  ]);
  const told = markup`<p>From a point’s bound, a line with the slope “below” bounds every plan at smaller values of the field, one with the slope “above” at larger values, however far. Within its range a point’s line is lower than its neighbours’; where ranges meet, the slope changes. No slope: nothing is proven beyond the point itself.</p>\n`;
  const body = rows.length === 0 ? [] : [told, table];
  return { id: 'marginal', title: 'Marginal values and how far they reach', isFolded: true, body };
}

/** Returns the section on reward against power at the meter: the plans and, above them, the proven upper bounds. */
function frontierSection({ points, pareto, frontier }: SweepResult): SectionOptions {
  const head = { id: 'frontier', title: 'Frontier of reward against power' };
  const steps = frontier?.steps ?? [];
  const knee = steps.filter((_, n) => n === frontier?.knee);
  const plans = pareto.map((n) => [points[n]!.power!.totalW, points[n]!.objective] as const);
  const [cleanest, most, last] = [plans[0], plans.at(-1), steps.at(-1)];
  if (cleanest === undefined || most === undefined || last === undefined) return { ...head, body: [] };
  const { name, size } = unitFor('W', last.toW);
  const scaled = (line: typeof plans): UnitLine['points'] => line.map(([powerW, reward]) => [powerW / size, reward]);
  // A reward can also be earned at any greater power, and a step says nothing below the least power of any plan.
  const ends = [...plans, [Math.max(last.toW, most[0]), most[1]] as const];
  const proven = steps.filter(({ toW, boundRewardPerS }) => boundRewardPerS !== null && toW >= cleanest[0]);
  const bounds = [
    ...proven.map(({ fromW, boundRewardPerS }) => [Math.max(fromW, cleanest[0]), boundRewardPerS] as const),
    ...proven.slice(-1).map(({ toW, boundRewardPerS }) => [toW, boundRewardPerS] as const),
  ];
  const chart = unitChart({
    id: 'sweep-frontier',
    title: 'Steps over the power at the meter: rewards of the plans found, and what no plan of that power passes.',
    xName: `power at the meter, ${name}`,
    figure: { ...REWARD, label: '' },
    lines: [
      ...plansAndBound(scaled(ends), scaled(bounds), { plans: { step: true }, bound: { step: true } }),
      ...knee.map((at) => ({ name: 'Knee', colour: INK, points: scaled([[at.toW, at.boundRewardPerS]]) })),
    ],
  });
  const body = [
    ...knee.map(
      ({ toW }) =>
        markup`<p data-field="frontier.knee">The knee of the proven steps is at ${quantity(watts(toW))}: there they lie farthest above the straight line from the first to the last, so up to it power is worth more than on average, and beyond it less.</p>\n`,
    ),
    chart,
    markup`<p class="caption">A plan that draws P keeps every cap from P on, so no plan passes the bound of the next cap solved. Between two caps nothing else is assumed, so the steps are as coarse as the caps.</p>\n`,
    tableOf('What no plan of a power passes; none: there is no plan.', steps, [
      measured('Power above', 'W', steps, ({ fromW }) => fromW),
      measured('up to', 'W', steps, ({ toW }) => toW),
      measured('No plan earns more than', REWARD.unit, steps, ({ boundRewardPerS }) => boundRewardPerS),
    ]),
  ];
  return { ...head, body };
}
