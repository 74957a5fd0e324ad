import { S_PER_H } from '../../../../../models/units.js';
import type { DayResult, EpochResult } from '../../studies/day/result.js';
import { absent } from '../../../../reports/html/section.js';
import { categoryColour, MUTED } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import type { Series } from '../../../../reports/html/series-chart.js';
import { unitChart } from '../../../../reports/html/unit-chart.js';
import { MAX_LINES, plansAndBound } from '../../../../reports/sweep/charts.js';
import { powerAreas } from './power-areas.js';

/** Returns the report sections with charts of reward, power and lost arrivals over the day. */
export function dayCharts(result: DayResult): SectionOptions[] {
  const { epochs } = result;
  const head = { id: 'course', title: 'Course of the day' };
  if (!epochs.some(({ feasible }) => feasible)) return [{ ...head, body: [absent('no epoch has a feasible plan')] }];
  const xName = 'hours since the start';
  const over = (pick: (epoch: EpochResult) => number | null): Series['points'] => stepped(epochs, pick);
  const plain = { plain: true };
  return [
    {
      ...head,
      body: [
        unitChart({
          id: 'day-reward',
          title: 'Lines over the day: the reward rate of the plans and the proven upper bound.',
          xName,
          figure: { label: '', unit: 'reward/s' },
          fromZero: true,
          lines: plansAndBound(
            over(({ objective }) => objective),
            over(({ bound }) => bound),
            { plans: plain, bound: plain },
          ),
        }),
        unitChart({
          id: 'day-power',
          title:
            'Areas over the day: idle power, cores, cooling, UPS loss and other load, one on the other, below the cap.',
          xName,
          figure: { label: '', unit: 'W' },
          fromZero: true,
          lines: [
            ...powerAreas(epochs, over).map((area) => ({ ...area, ...plain })),
            { name: 'Power cap', colour: MUTED, dashed: true, plain: true, points: over(({ powerCapW }) => powerCapW) },
          ],
        }),
        unitChart({
          id: 'day-lost',
          title: 'Lines over the day: the share of the arrivals of each task type that is not served.',
          xName,
          figure: { label: 'not served', unit: 'share' },
          fromZero: true,
          lines: result.taskTypes.slice(0, MAX_LINES).map((name, i) => ({
            name,
            colour: categoryColour(i),
            plain: true,
            points: over(({ tasks }) => {
              const { arrived, lost } = tasks[i]!;
              return arrived > 0 ? lost / arrived : 0;
            }),
          })),
        }),
      ],
    },
  ];
}

/**
 * Returns the points of a step line, in which each epoch's value holds from its start to its end.
 *
 * @param pick returns the value of an epoch; null leaves a gap
 */
export function stepped(
  epochs: readonly EpochResult[],
  pick: (epoch: EpochResult, place: number) => number | null,
): Series['points'] {
  return epochs.flatMap((epoch, place): [number, number | null][] => [
    [epoch.startS / S_PER_H, pick(epoch, place)],
    [(epoch.startS + epoch.epochS) / S_PER_H, pick(epoch, place)],
  ]);
}
