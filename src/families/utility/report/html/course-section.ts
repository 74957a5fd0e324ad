import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import { oneLine, significant } from '../../../../reports/format.js';
import { markup } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import type { ComparisonRecord } from '../../../../studies/compare/compare.js';
import type { DayCourse } from '../../studies/compare/day-course.js';
import { type PanelLine, smallMultiples } from './small-multiples.js';

/**
 * Record of a comparison of policies. Runs and summaries hold time series of the day (see `dayCourse`), with one value
 * for each interval between the borders `courseBorderS`. The borders are in s from the beginning of the measured time.
 * A budget is null if there is none. The energy that idle nodes draw at all times is already subtracted from the
 * budgets.
 */
export type UtilityComparisonRecord = ComparisonRecord & {
  readonly environment: string;
  readonly courseBorderS: readonly number[];
  readonly energyBudgetJ: number | null;
  readonly costBudgetUsd: number | null;
};

/** Returns the section with a small chart of the day for each policy, all on the same scales. */
export function courseSection(record: UtilityComparisonRecord): SectionOptions {
  const head = { id: 'courses', title: 'The day of every policy', isFolded: true };
  const { summary, courseBorderS: borders, energyBudgetJ, variants } = record;
  const drawn = summary.flatMap(({ method, series }) =>
    series?.['earnedPerH'] == null ? [] : [{ method, course: series as unknown as DayCourse }],
  );
  if (drawn.length === 0) return { ...head, body: [] };
  // Minutes where all is over within two hours.
  const [unit, unitS] = borders.at(-1)! >= 7200 ? ['h', S_PER_H] : ['min', 60];
  const whole = borders.at(-1)! / unitS;
  const middle = borders.slice(1).map((end, b) => (end + borders[b]!) / 2 / unitS);
  /** Returns points in the middle of the time bins. Empty points at both ends make the axis cover the measured time. */
  const means = (values: readonly (number | null)[]): PanelLine['points'] => [
    [0, null],
    ...middle.map((x, b) => [x, values[b]!] as const),
    [whole, null],
  ];
  const sums = (values: readonly number[]): PanelLine['points'] => [
    [0, 0],
    ...values.map((value, b) => [borders[b + 1]! / unitS, value] as const),
  ];
  const goal: readonly PanelLine[] =
    energyBudgetJ === null
      ? []
      : [{ colour: INK, dashed: true, points: [[0, 0] as const, [whole, energyBudgetJ / J_PER_MJ] as const] }];
  const xName = `time since the beginning of the measured time, ${unit}`;
  const panels = (lines: (course: DayCourse) => readonly PanelLine[]) =>
    drawn.map(({ method, course }) => ({ name: oneLine(method), lines: lines(course) }));
  const averaged = variants ? ' Means over the trials.' : '';
  return {
    ...head,
    body: [
      markup`<h3>Utility earned per hour</h3>\n`,
      smallMultiples({
        id: 'earned-panels',
        xName,
        title: 'A panel for each policy with a line over time: utility earned per hour by what runs.',
        panels: panels(({ earnedPerH }) => [{ colour: BLUE, points: means(earnedPerH) }]),
      }),
      markup`<p class="caption">Upright: utility per hour, over ${stretchText(borders)} a point; what a task earns is spread over its execution.${averaged}</p>\n`,
      markup`<h3>Energy spent${energyBudgetJ === null ? '' : ' against the even goal'}</h3>\n`,
      smallMultiples({
        id: 'energy-panels',
        xName,
        title: `A panel for each policy with a line over time: energy drawn since the measured time began${energyBudgetJ === null ? '' : ', beside a dashed line that spends the budget evenly'}.`,
        panels: panels(({ drawnMJ }) => [...goal, { colour: VERMILLION, points: sums(drawnMJ) }]),
      }),
      markup`<p class="caption">Upright: energy drawn since the measured time began, MJ.${energyBudgetJ === null ? ' There is no budget.' : ' Dashed: the budget spent at an even rate. A line that ends flat at the top has run dry; one that ends below it has energy left.'}${averaged}</p>\n`,
      markup`<h3>Tasks that wait</h3>\n`,
      smallMultiples({
        id: 'queue-panels',
        xName,
        title: 'A panel for each policy with a line over time: number of tasks that wait.',
        panels: panels(({ waiting }) => [{ colour: GREEN, points: means(waiting) }]),
      }),
      markup`<p class="caption">Upright: tasks that have arrived, do not run and were not dropped or fixed, mean over the mapping events of ${stretchText(borders)}.${averaged}</p>\n`,
    ],
  };
}

function stretchText(borders: readonly number[]): string {
  const lengthS = borders[1]!;
  const [length, unit] = lengthS >= S_PER_H ? [lengthS / S_PER_H, 'h'] : [lengthS / 60, 'min'];
  return `${Number(significant(length, 3))} ${unit}`;
}
