import { W_PER_KW } from '../../../../../models/units.js';
import { significant, watts } from '../../../../reports/format.js';
import { markup, quantity } from '../../../../reports/html/markup.js';
import { BLUE, categoryColour, GREEN, INK, ORANGE, PURPLE, SKY, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { provenanceFacts } from '../../../../reports/html/study-provenance.js';
import { measured, numeric, type RowColumn, tableOf } from '../../../../reports/html/table.js';
import { type UnitLine, unitChart } from '../../../../reports/html/unit-chart.js';
import { type ShownAxis, shownAxis } from '../../../../reports/sweep/axis.js';
import { frontLines, overAxis, sweptGrid } from '../../../../reports/sweep/charts.js';
import type { SweepPage } from '../../../../reports/sweep/page.js';
import type { Frontier } from '../../studies/sweep/frontier.js';
import type { SweepPoint, SweepResult } from '../../studies/sweep/run.js';
import { figures } from '../../figures.js';
import { leftText, sweepWarnings } from '../sweep.js';

/** Maximum number of CRACs whose set-points are drawn. Our choice: more lines cannot be distinguished. */
const MAX_CRACS = 8;

/** Uses of power in the order in which they are stacked, with colours. */
export const POWER_USES = [
  { field: 'idleW', name: 'Idle nodes', colour: SKY },
  { field: 'coresW', name: 'Cores at work', colour: BLUE },
  { field: 'coolingW', name: 'Cooling', colour: GREEN },
  { field: 'upsLossW', name: 'UPS loss', colour: ORANGE },
  { field: 'otherW', name: 'Other load', colour: PURPLE },
] as const;

/** Definition of the figure of the reward rate. */
const REWARD = figures.find(({ key }) => key === 'objective')!;
/** Label and unit of the reward axis in charts. */
const REWARD_AXIS = { label: '', unit: REWARD.unit };

/** Returns the parts of a sweep's page other than its table of points. */
export function sweepPageOf(result: SweepResult): Omit<SweepPage, 'record'> {
  const { axes, points, pointsLeft, frontier } = result;
  const warnings = sweepWarnings(result);
  const isPlanned = points.some(({ feasible }) => feasible);
  return {
    kind: 'sweep',
    warnings: pointsLeft > 0 ? [...warnings, leftText(pointsLeft)] : warnings,
    first: [
      ...(frontier === undefined ? [] : [frontierSection(result, frontier)]),
      ...(isPlanned && axes.length <= 2 ? [rewardSection(result)] : []),
    ],
    caption: 'In the order they were solved; * no other point earns more for the same power or as much for less.',
    rest: axes.length === 1 ? [...stateSections(result), marginalSection(result)] : [marginalSection(result)],
    made: provenanceFacts(result),
  };
}

/**
 * Returns the section with charts of rewards and their upper bounds: lines over the first swept field and, with two
 * fields, also a grid.
 */
function rewardSection({ axes, points }: SweepResult): SectionOptions {
  if (axes.length === 2) {
    return { id: 'reward', title: 'Reward over two fields', body: [sweptGrid([axes[0]!, axes[1]!], points, REWARD)] };
  }
  const axis = shownAxis(axes[0]!);
  const body = [
    unitChart({
      id: 'sweep-reward',
      title: `Lines over ${axis.name}: the reward rate of the plans, and above it the proven upper bound.`,
      xName: axis.name,
      figure: REWARD_AXIS,
      lines: [
        {
          name: 'Proven bound at the points',
          colour: VERMILLION,
          dashed: true,
          points: overAxis(points, axis, 'bound'),
        },
        ...betweenPoints(points, axis),
        { name: 'Plans', colour: BLUE, points: overAxis(points, axis, 'objective') },
      ],
    }),
    markup`<p class="caption">The proven bound between points, where there is one, is made of the points’ lines (see marginal values).</p>\n`,
  ];
  return { id: 'reward', title: `Reward over ${axis.name}`, body };
}

/**
 * Returns the line of the upper bound on the reward rate between the points of a sweep. Each point's dual values give a
 * straight line. Of two neighbouring points, the lower line is drawn, with the crossing. Empty if no lines are known.
 */
function betweenPoints(points: readonly SweepPoint[], axis: ShownAxis): UnitLine[] {
  if (points.every(({ marginal }) => marginal[0]!.to === null)) return [];
  const line = points
    .filter(({ bound }) => bound !== null)
    .toSorted((a, b) => a.values[0]! - b.values[0]!)
    .flatMap(({ values: [value], bound, marginal: [slope] }): [number, number | null][] => [
      ...(slope!.from === null ? [[axis.value(value!), null] as [number, null]] : []),
      [axis.value(value!), bound],
      ...(slope!.to === null ? [] : [[axis.value(slope!.to.value), slope!.to.bound] as [number, number]]),
    ]);
  return [{ name: 'Proven bound between points', colour: ORANGE, plain: true, points: line }];
}

/** Returns the charts of power by use and of temperatures over one swept field. */
function stateSections({ axes, points }: SweepResult): SectionOptions[] {
  const axis = shownAxis(axes[0]!);
  const planned = points.filter(({ feasible }) => feasible);
  const cracs = Object.keys(planned[0]?.setPointsC ?? {}).slice(0, MAX_CRACS);
  const xName = axis.name;
  const power = unitChart({
    id: 'sweep-power',
    title: `Areas over ${xName}: idle power, cores, cooling, UPS loss and other load, one on the other.`,
    xName,
    figure: { label: '', unit: 'W' },
    fromZero: true,
    lines: POWER_USES.filter(({ field }) => planned.some((point) => point.power![field] > 0)).map(
      ({ field, ...look }) => ({ ...look, stacked: true, points: overAxis(planned, axis, `power.${field}`) }),
    ),
  });
  const temperatures = unitChart({
    id: 'sweep-set-points',
    title: `Lines over ${xName}: the CRACs' set-points and the hottest inlet.`,
    xName,
    figure: { label: '', unit: 'C' },
    lines: [
      ...cracs.map((name, n) => {
        return {
          name,
          colour: categoryColour(n),
          points: overAxis(points, axis, ({ setPointsC }) => setPointsC?.[name] ?? null),
        };
      }),
      { name: 'Hottest inlet', colour: VERMILLION, dashed: true, points: overAxis(points, axis, 'hottestInletC') },
    ],
  });
  return [
    { id: 'power', title: `Power by use over ${xName}`, body: [power], isFolded: true },
    { id: 'set-points', title: `Temperatures over ${xName}`, body: [temperatures], isFolded: true },
  ];
}

/**
 * Returns the section on marginal values. Each is shown with the range of the swept field in which its line gives the
 * least upper bound.
 */
function marginalSection({ axes: records, points }: SweepResult): SectionOptions {
  const axes = records.map(shownAxis);
  const rows = axes.flatMap((axis, a) =>
    points.flatMap(({ values, marginal }) => {
      const at = values.map((value, n) => axes[n]!.digits(value)).join(', ');
      return marginal[a]!.perUnit === null ? [] : [{ axis, at, slope: marginal[a]! }];
    }),
  );
  type Row = (typeof rows)[number];
  const slopeColumn = (head: string, key: 'perUnit' | 'below' | 'above'): RowColumn<Row> =>
    numeric(head, ({ axis, slope }) => (slope[key] === null ? 'none' : significant(axis.slope(slope[key]))));
  const body = [
    markup`<p>From a point’s bound, a line with the slope “below” bounds every plan at smaller values of the field, one with the slope “above” at larger values, however far. Within its range a point’s line is lower than its neighbours’; where ranges meet, the slope changes. No slope: nothing is proven beyond the point itself.</p>\n`,
    tableOf('Reward/s per unit of the field as it is named here: derivative of the bound, and proven slopes.', rows, [
      { head: 'Field', of: ({ axis }) => axis.name },
      numeric('At', ({ at }) => at),
      slopeColumn('Per unit', 'perUnit'),
      slopeColumn('Proven below', 'below'),
      slopeColumn('Proven above', 'above'),
      numeric('Range', ({ axis, slope: { from, to } }) => {
        const [low, high] = [from, to].map((met) => (met === null ? '…' : significant(axis.value(met.value))));
        return from === null && to === null ? '' : `${low} to ${high}`;
      }),
    ]),
  ];
  const head = { id: 'marginal', title: 'Marginal values and how far they reach', isFolded: true };
  return { ...head, body: rows.length === 0 ? [] : body };
}

/**
 * Returns the section with a chart of reward against power at the meter. It shows the plans and, above them, the proven
 * upper bounds as steps.
 */
function frontierSection({ points, pareto }: SweepResult, { steps, knee }: Frontier): SectionOptions {
  const head = { id: 'frontier', title: 'Frontier of reward against power' };
  if (pareto.length === 0 || steps.length === 0) return { ...head, body: [] };
  const scale = steps.at(-1)!.toW >= W_PER_KW ? W_PER_KW : 1;
  const plans = pareto.map((n) => ({ powerW: points[n]!.power!.totalW, reward: points[n]!.objective }));
  const [cleanest, most] = [plans[0]!, plans.at(-1)!];
  const kneeStep = knee === null ? null : steps[knee]!;
  // A reward can also be earned at any greater power, and a step says nothing below the least power of any plan.
  const ends = [...plans, { ...most, powerW: Math.max(steps.at(-1)!.toW, most.powerW) }];
  const proven = steps.filter(({ toW, boundRewardPerS }) => boundRewardPerS !== null && toW >= cleanest.powerW);
  const last = proven.slice(-1).map(({ toW, boundRewardPerS }) => [toW / scale, boundRewardPerS] as const);
  const body = [
    kneeStep === null
      ? ''
      : markup`<p data-field="frontier.knee">The knee of the proven steps is at ${quantity(watts(kneeStep.toW))}: there they lie farthest above the straight line from the first to the last, so up to it power is worth more than on average, and beyond it less.</p>\n`,
    unitChart({
      id: 'sweep-frontier',
      title:
        'Steps over the power at the meter: below, the reward rate of the plans found; above, what no plan of that power passes.',
      xName: `power at the meter, ${scale === 1 ? 'W' : 'kW'}`,
      figure: REWARD_AXIS,
      lines: [
        ...frontLines(
          ends.map(({ powerW, reward }) => [powerW / scale, reward] as const),
          [
            ...proven.map(({ fromW, boundRewardPerS }) => {
              return [Math.max(fromW, cleanest.powerW) / scale, boundRewardPerS] as const;
            }),
            ...last,
          ],
          { plans: { name: 'Plans', step: true }, bounds: { name: 'Proven steps', step: true } },
        ),
        ...(kneeStep === null
          ? []
          : [{ name: 'Knee', colour: INK, points: [[kneeStep.toW / scale, kneeStep.boundRewardPerS] as const] }]),
      ],
    }),
    markup`<p class="caption">A plan that draws P keeps every cap from P on, so no plan passes the bound of the next cap solved. Between two caps nothing else is assumed, so the steps are as coarse as the caps.</p>\n`,
    tableOf('What no plan of a power passes; none: there is no plan.', steps, [
      measured('Power above', 'W', steps, ({ fromW }) => fromW),
      measured('up to', 'W', steps, ({ toW }) => toW),
      measured('No plan earns more than', REWARD.unit, steps, ({ boundRewardPerS }) => boundRewardPerS),
    ]),
  ];
  return { ...head, body };
}
