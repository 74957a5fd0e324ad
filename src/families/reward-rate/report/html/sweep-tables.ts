import { J_PER_KWH } from '../../../../../models/units.js';
import type { AxisSlope, SweepPoint, SweepResult } from '../../studies/sweep/result.js';
import { aligned, celsius, fixed, gapPercent, watts, oneLine, significant } from '../../../../reports/format.js';
import { shownAxis, shownRange, type ShownAxis } from '../sweep-axis.js';
import { constraintName, firstLimit } from '../../../../reports/wording.js';
import { markup, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

export function pointsSection({ axes: records, points, method }: SweepResult): Markup {
  const withLeast = points.some(({ leastPower }) => leastPower !== undefined);
  const withOrigin = points.some(({ planFrom }) => planFrom !== undefined);
  const axes = records.map(shownAxis);
  const reward = aligned(
    points.flatMap(({ objective, bound }) => [objective, bound]),
    8,
  );
  return table({
    caption: 'All points, in the order they were solved. Reward and bound in reward/s, power in kW.',
    columns: [
      ...axes.map(({ name }) => ({ head: name, numeric: true })),
      { head: 'Reward', numeric: true },
      { head: 'Bound', numeric: true },
      { head: 'Gap', numeric: true },
      { head: 'Power', numeric: true },
      ...(withLeast ? [{ head: 'Proven least', numeric: true }] : []),
      { head: 'Set-points', numeric: true },
      ...(withOrigin ? [{ head: 'Plan from' }] : []),
      { head: 'What binds, or why there is no plan', wide: true },
    ],
    rows: points.map((point) => [
      ...point.values.map((value, a) => axes[a]!.digits(value)),
      quantity(reward(point.objective)),
      quantity(reward(point.bound)),
      quantity(gapPercent(point.gap)),
      quantity(watts(point.power?.totalW)),
      ...(withLeast ? [quantity(watts(point.leastPower?.boundW))] : []),
      setPoints(point),
      ...(withOrigin ? [point.feasible ? (point.planFrom ?? method) : ''] : []),
      reason(point),
    ]),
  });
}

function setPoints({ setPointsC }: SweepPoint): Content {
  if (setPointsC === null) return quantity(null);
  const values = Object.values(setPointsC);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? quantity(celsius(low)) : markup`${fixed(low, 2)} to ${quantity(celsius(high))}`;
}

function reason({ feasible, infeasibility, failure, gapReason, binding }: SweepPoint): string {
  if (!feasible) return oneLine(firstLimit(infeasibility) ?? failure ?? gapReason ?? 'no feasible plan');
  const kinds = [...new Set(binding.map(({ constraint }) => constraintName(constraint)))];
  return kinds.length === 0 ? 'nothing' : kinds.join(', ');
}

/** Marginal values with the range in which each line is the lower one. */
export function marginalSection({ axes: records, points }: SweepResult): SectionOptions {
  const axes = records.map(shownAxis);
  const head = { id: 'marginal', title: 'Marginal values and how far they reach' };
  const rows = axes.flatMap((axis, a) =>
    points
      .map((point) => ({ point, slope: point.marginal[a]! }))
      .filter(({ slope }) => slope.perUnit !== null)
      .map(({ point, slope }) => [
        axis.name,
        point.values.map((value, n) => axes[n]!.digits(value)).join(', '),
        number(axis, slope.perUnit),
        number(axis, slope.below),
        number(axis, slope.above),
        range(axis, slope),
      ]),
  );
  if (rows.length === 0) return { ...head, body: [] };
  return {
    ...head,
    body: [
      markup`<p>From a point’s bound, a line with the slope “below” bounds every plan at smaller values of the field, one with the slope “above” at larger values, however far. Within its range a point’s line is lower than its neighbours’; where ranges meet, the slope changes. No slope: nothing is proven beyond the point itself.</p>\n`,
      table({
        caption: 'Reward/s per unit of the field as it is named here: derivative of the bound, and proven slopes.',
        columns: [
          { head: 'Field' },
          { head: 'At', numeric: true },
          { head: 'Per unit', numeric: true },
          { head: 'Proven below', numeric: true },
          { head: 'Proven above', numeric: true },
          { head: 'Range', numeric: true },
        ],
        rows,
      }),
    ],
  };
}

function number(axis: ShownAxis, slope: number | null): string {
  return slope === null ? 'none' : significant(axis.slope(slope), 5);
}

function range(axis: ShownAxis, slope: AxisSlope): string {
  const [from, to] = shownRange(axis, slope);
  if (from === null && to === null) return '';
  const end = (value: number | null): string => (value === null ? '…' : significant(value, 6));
  return `${end(from)} to ${end(to)}`;
}

export function paretoSection({ axes: records, points, pareto }: SweepResult): SectionOptions {
  const axes = records.map(shownAxis);
  const head = { id: 'pareto', title: 'Reward against power' };
  if (pareto.length === 0) return { ...head, body: [] };
  const reward = aligned(
    pareto.map((n) => points[n]!.objective),
    8,
  );
  return {
    ...head,
    body: [
      markup`<p>Of the plans found, these are not beaten by another in both reward and total power. Better plans may lie between the gaps and the points.</p>\n`,
      table({
        caption: 'Plans that no other point beats, by rising power.',
        columns: [
          { head: 'Total power', numeric: true },
          { head: 'Reward/s', numeric: true },
          { head: 'Reward per kWh', numeric: true },
          ...axes.map(({ name }) => ({ head: name, numeric: true })),
        ],
        rows: pareto.map((n) => {
          const { power, objective, values } = points[n]!;
          const perKWh = ((objective ?? 0) * J_PER_KWH) / power!.totalW;
          return [
            quantity(watts(power!.totalW)),
            quantity(reward(objective)),
            significant(perKWh, 6),
            ...values.map((value, a) => axes[a]!.digits(value)),
          ];
        }),
      }),
    ],
  };
}
