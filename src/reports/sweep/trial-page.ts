import type { TrialSweep } from '../../studies/sweep/trials.js';
import { meanColumns, meanIn } from '../html/figure-columns.js';
import { type Content, markup } from '../html/markup.js';
import { BLUE, GREEN, INK, ORANGE, seriesColour, VERMILLION } from '../html/palette.js';
import { factList } from '../html/result-section.js';
import { numeric, tableOf } from '../html/table.js';
import { unitChart, type UnitLine } from '../html/unit-chart.js';
import { overAxis } from './charts.js';
import { cards, type SweepPage } from './page.js';
import { bestCards, SETS, setsOf, type ShownTrials } from './trials.js';

/** Warnings about the best values: without, and with, held-out trials (those on which the chosen value is tested). */
const BEWARE = [
  'Of the values tried, on these trials; where the curves are flat another trial may choose another value.',
  'What a value earned on the trials it was chosen on is too good on average; the figure to quote is the held-out one. A difference of the two sets of trials in difficulty is part of the optimism shown, too.',
] as const;

/** Returns the parts of the page of a sweep over trials other than its tables. */
export function trialPageOf(sweep: TrialSweep, shown: ShownTrials): SweepPage {
  const { differences = [], trials, axes } = sweep;
  const { figures, axisOf, options, sha256 } = shown;
  const made = [
    ...(options === '' ? [] : [['Options of all runs', options] as const]),
    ['Instance file, SHA-256', sha256] as const,
  ];
  const caption =
    trials > 1 ? `Means over ${trials} trials; all settings run on the same trials.` : 'Of one trial for all settings.';
  const beware = BEWARE[setsOf(sweep).length - 1]!;
  const compared = tableOf('The chosen value less the other setting, trial by trial.', differences, [
    { head: 'Other setting', of: ({ reference }) => reference },
    ...meanColumns({ ...figures[0]!, key: 'objective' }, differences),
    numeric('More in', ({ objective }) => (objective === null ? '' : `${objective.wins} of ${objective.n}`)),
  ]);
  return {
    kind: 'sweep over trials',
    first: [
      {
        id: 'best',
        title: 'What is best, and what it is worth',
        body: [cards(bestCards(sweep, shown)), markup`<p>${beware}</p>\n`],
      },
      {
        id: 'curves',
        title: `Over ${axisOf(axes[0]).name}`,
        body: [curves(sweep, shown), markup`<p class="caption">${caption} The upright axes do not begin at 0.</p>\n`],
      },
    ],
    caption,
    rest: [
      {
        id: 'differences',
        title: 'Held out, against the other settings',
        body: differences.length === 0 ? [] : [compared],
      },
      { id: 'provenance', title: 'How this was made', body: [factList(made)], isFolded: true },
    ],
  };
}

/**
 * Returns a line chart for each figure, with a line for each set of trials. Settings without a swept value are
 * horizontal lines.
 */
function curves(sweep: TrialSweep, { figures, axisOf }: ShownTrials): Content[] {
  const axis = axisOf(sweep.axes[0]);
  const sets = setsOf(sweep);
  const others = sweep.points.filter(({ set, values }) => set === sets.at(-1) && values.length === 0);
  const onAxis = sweep.points.filter(({ values }) => values.length > 0);
  const ends = [sweep.axes[0].values[0]!, sweep.axes[0].values.at(-1)!].map(axis.value);
  return figures.map((figure, n) => {
    const lines = sets.map((set): UnitLine => {
      const points = overAxis(
        onAxis.filter((one) => one.set === set),
        axis,
        figure.key,
      );
      const colour = set === 'all' ? seriesColour(n) : set === 'tuning' ? ORANGE : BLUE;
      return { name: SETS[set][0] || figure.label, colour, dashed: set === 'tuning', points };
    });
    const level = others.map((one, k): UnitLine => {
      const mean = meanIn(one, figure.key)?.mean ?? null;
      const colour = [GREEN, INK, VERMILLION][k]!;
      return { name: one.setting, colour, dashed: true, plain: true, points: ends.map((x) => [x, mean]) };
    });
    return unitChart({
      id: `${figure.key}-chart`,
      title: `Lines over ${axis.name}: ${figure.label}${level.length === 0 ? '' : ', and level lines for the settings beside it'}.`,
      xName: axis.name,
      figure,
      lines: [...lines, ...level],
      ...(axis.marks === undefined ? {} : { marks: axis.marks }),
    });
  });
}
