import type { Frontier, SweepPoint, SweepResult } from '../../studies/sweep/result.js';
import { aligned, watts } from '../../../../reports/format.js';
import { type Markup, markup, quantity } from '../../../../reports/html/markup.js';
import { BLUE, INK, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';

/** Reward against power at the meter: plans inside, the proven steps outside. Nothing where the sweep is not one over the cap. */
export function frontierSection({ frontier, points, pareto }: SweepResult): SectionOptions[] {
  if (frontier === undefined) return [];
  const head = { id: 'frontier', title: 'Frontier of reward against power' };
  const plans = pareto.map((n) => points[n]!);
  if (plans.length === 0 || frontier.steps.length === 0) {
    return [];
  }
  const reward = aligned(
    [...frontier.steps.map(({ boundRewardPerS }) => boundRewardPerS), ...plans.map(({ objective }) => objective)],
    8,
  );
  return [
    {
      ...head,
      body: [
        seriesChart({
          id: 'sweep-frontier',
          title:
            'Steps over the power at the meter: below, the reward rate of the plans found; above, what no plan of that power passes.',
          xName: 'power at the meter, kW',
          yName: 'reward/s',
          series: [
            {
              name: 'Proven steps',
              colour: VERMILLION,
              dashed: true,
              step: true,
              points: provenSteps(frontier, plans),
            },
            { name: 'Plans', colour: BLUE, step: true, points: stepsOfPlans(frontier, plans) },
            ...kneeMark(frontier),
          ],
        }),
        markup`<p class="caption">A plan that draws P keeps every cap from P on, so no plan passes the bound of the next cap solved. Between two caps nothing else is assumed, so the steps are as coarse as the caps.</p>\n`,
        ...kneeText(frontier),
        table({
          caption: 'What no plan of a power passes.',
          columns: [
            { head: 'Power above', numeric: true },
            { head: 'up to', numeric: true },
            { head: 'No plan earns more than', numeric: true },
          ],
          rows: frontier.steps.map(({ fromW, toW, boundRewardPerS }) => [
            quantity(watts(fromW)),
            quantity(watts(toW)),
            boundRewardPerS === null ? 'no plan' : quantity(reward(boundRewardPerS)),
          ]),
        }),
        table({
          caption: 'Least power for the reward of each plan that no other beats.',
          columns: [
            { head: 'Reward/s', numeric: true },
            { head: 'Power', numeric: true },
            { head: 'No plan of this reward draws less than', numeric: true },
          ],
          rows: pareto.map((n) => [
            quantity(reward(points[n]!.objective)),
            quantity(watts(points[n]!.power?.totalW)),
            quantity(watts(frontier.leastPowerW[n])),
          ]),
        }),
      ],
    },
  ];
}

/** Proven steps in kW, from the least power of a plan on. */
function provenSteps({ steps }: Frontier, plans: readonly SweepPoint[]): Series['points'] {
  const leastW = Math.min(...plans.map(({ power }) => power!.totalW));
  const drawn = steps.filter(({ toW, boundRewardPerS }) => boundRewardPerS !== null && toW >= leastW);
  const last = drawn.at(-1);
  if (last === undefined) return [];
  return [
    ...drawn.map(({ fromW, boundRewardPerS }) => [Math.max(fromW, leastW) / 1000, boundRewardPerS] as const),
    [last.toW / 1000, last.boundRewardPerS] as const,
  ];
}

/** Mark at the end of the knee's step; none where there is no knee. */
function kneeMark({ steps, knee }: Frontier): Series[] {
  const step = knee === null ? undefined : steps[knee];
  if (step === undefined) return [];
  return [{ name: 'Knee', colour: INK, points: [[step.toW / 1000, step.boundRewardPerS]] }];
}

/** Sentence on the knee; none where there is none. */
function kneeText({ steps, knee }: Frontier): Markup[] {
  const step = knee === null ? undefined : steps[knee];
  if (step === undefined) return [];
  return [
    markup`<p data-field="frontier.knee">The knee of the proven steps is at ${quantity(watts(step.toW))}: there they lie farthest above the straight line from the first to the last, so up to it power is worth more than on average, and beyond it less.</p>\n`,
  ];
}

/** Rewards of the plans, each attained at every greater power too. */
function stepsOfPlans({ steps }: Frontier, plans: readonly SweepPoint[]): Series['points'] {
  const most = plans.at(-1)!;
  const toW = Math.max(steps.at(-1)!.toW, most.power!.totalW);
  return [
    ...plans.map(({ power, objective }) => [power!.totalW / 1000, objective] as const),
    [toW / 1000, most.objective] as const,
  ];
}
