import type { TrialSweep } from '../../studies/sweep/trials.js';
import { meanColumns, meanIn } from '../html/figure-columns.js';
import { type Content, markup } from '../html/markup.js';
import { BLUE, GREEN, INK, ORANGE, seriesColour, VERMILLION } from '../html/palette.js';
import { numeric, tableOf } from '../html/table.js';
import { unitChart, type UnitLine } from '../html/unit-chart.js';
import { overAxis } from './charts.js';
import { cards, type SweepPage } from './page.js';
import { bestCards, setsOf, setText, type ShownTrials } from './trials.js';

/** Returns the parts of the page of a sweep over trials other than its tables. */
export function trialPageOf(sweep: TrialSweep, shown: ShownTrials): Omit<SweepPage, 'record' | 'made'> {
  const { best, differences = [], trials } = sweep;
  const [first] = shown.figures;
  return {
    kind: 'sweep over trials',
    first: [
      {
        id: 'best',
        title: 'What is best, and what it is worth',
        body: [
          cards(best.flatMap((one) => bestCards(sweep, shown, one))),
          setsOf(sweep).length > 1
            ? markup`<p>What a value earned on the trials it was chosen on is too good on average; the figure to quote is the held-out one. A difference of the two sets of trials in difficulty is part of the optimism shown, too.</p>\n`
            : markup`<p>Of the values tried, on these trials; where the curves are flat another trial may choose another value.</p>\n`,
        ],
      },
      {
        id: 'curves',
        title: `Over ${shown.axisOf(sweep.axes[0]).name}`,
        body: [
          curves(sweep, shown),
          markup`<p class="caption">${captionOf(trials)} The upright axes do not begin at 0.</p>\n`,
        ],
      },
    ],
    caption: captionOf(trials),
    rest: [
      {
        id: 'differences',
        title: 'Held out, against the other settings',
        body:
          differences.length === 0
            ? []
            : [
                tableOf('The chosen value less the other setting, trial by trial.', differences, [
                  { head: 'Other setting', of: ({ to }) => to },
                  ...meanColumns({ ...first!, key: 'objective' }, differences),
                  numeric('More in', ({ wins, objective: { n } }) => `${wins} of ${n}`),
                ]),
              ],
      },
    ],
  };
}

function captionOf(trials: number): string {
  return trials > 1 ? `Means over ${trials} trials; all settings run on the same trials.` : 'Of one trial.';
}

/** Returns a chart for each figure: a line for each set of trials, and level lines for settings beside the axis. */
function curves(sweep: TrialSweep, { figures, axisOf }: ShownTrials): Content[] {
  const axis = axisOf(sweep.axes[0]);
  const sets = setsOf(sweep);
  const others = sweep.points.filter(({ set, values }) => set === sets.at(-1) && values.length === 0);
  const ends = sweep.axes[0].values
    .map((value) => axis.value(value))
    .filter((_, n, all) => n === 0 || n === all.length - 1);
  return figures.map((figure, n) => {
    const lines = sets.map((set): UnitLine => {
      const points = overAxis(
        sweep.points.filter((one) => one.set === set && one.values.length > 0),
        axis,
        figure.key,
      );
      if (set === 'all') return { name: figure.label, colour: seriesColour(n), points };
      const isTuning = set === 'tuning';
      return { name: setText(set), colour: isTuning ? ORANGE : BLUE, dashed: isTuning, points };
    });
    const level = others.map((one, k): UnitLine => {
      const mean = meanIn(one, figure.key);
      const colour = [GREEN, INK, VERMILLION][k]!;
      return { name: one.setting, colour, dashed: true, plain: true, points: ends.map((x) => [x, mean?.mean ?? null]) };
    });
    return unitChart({
      id: `${figure.key}-chart`,
      title: `Lines over ${axis.name}: ${figure.label}${others.length === 0 ? '' : ', and level lines for the settings beside it'}.`,
      xName: axis.name,
      figure,
      lines: [...lines, ...level],
      ...(axis.marks === undefined ? {} : { marks: axis.marks }),
    });
  });
}
