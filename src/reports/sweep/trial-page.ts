import type { MethodDifference } from '../../studies/compare/summary.js';
import type { TrialSweep } from '../../studies/sweep/trials.js';
import { meanIn, tableSection } from '../html/figure-columns.js';
import { type Content, markup } from '../html/markup.js';
import { BLUE, GREEN, INK, ORANGE, seriesColour, VERMILLION } from '../html/palette.js';
import { card, factList } from '../html/result-section.js';
import { numeric } from '../html/table.js';
import { unitChart, type UnitLine } from '../html/unit-chart.js';
import { overAxis } from './charts.js';
import type { SweepPage } from './page.js';
import { bestCards, type ShownTrials } from './trials.js';

/** Returns the parts of the page of a sweep over trials, other than its table of points. */
export function trialPageOf(sweep: TrialSweep, shown: ShownTrials): SweepPage {
  const { differences, trials, axes } = sweep;
  const beware =
    differences === undefined
      ? 'Of the values tried, on these trials; where the curves are flat another trial may choose another value.'
      : 'What a value earned on the trials it was chosen on is too good on average; the figure to quote is the held-out one. A difference of the two sets of trials in difficulty is part of the optimism shown, too.';
  const caption =
    trials > 1 ? `Means over ${trials} trials; all settings run on the same trials.` : 'Of one trial for all settings.';
  const compared = tableSection('differences', 'Held out, against the other settings', {
    caption: 'The chosen value less the other setting, trial by trial.',
    rows: differences ?? [],
    heads: [{ head: 'Other setting', of: ({ reference }) => reference }],
    figures: shown.figures.slice(0, 1),
    more: [numeric<MethodDifference>('More in', ({ objective }) => `${objective!.wins} of ${objective!.n}`)],
  });
  const made = factList([['Instance file, SHA-256', shown.sha256]]);
  const best = [
    markup`<div class="figures">\n${bestCards(sweep, shown).map((one) => card(...one))}</div>\n`,
    markup`<p>${beware}</p>\n`,
  ];
  const over = [curves(sweep, shown), markup`<p class="caption">${caption} The upright axes do not begin at 0.</p>\n`];
  return {
    kind: 'sweep over trials',
    first: [
      { id: 'best', title: 'What is best, and what it is worth', body: best },
      { id: 'curves', title: `Over ${shown.axisOf(axes[0]).name}`, body: over },
    ],
    caption,
    rest: [compared, { id: 'provenance', title: 'How this was made', body: [made], isFolded: true }],
  };
}

/** Name in legends, colour and dashes of the line of each set of trials. */
const SETS = {
  all: {},
  tuning: { name: 'Tuning trials', colour: ORANGE, dashed: true },
  'held-out': { name: 'Held-out trials', colour: BLUE },
} as const;

/**
 * Returns a chart over the swept field for each figure. It has a line for each set of trials, and a horizontal line for
 * each setting that is no value of the field.
 */
function curves({ axes, points }: TrialSweep, { figures, axisOf }: ShownTrials): Content[] {
  const axis = axisOf(axes[0]);
  const ends = [axes[0].values[0]!, axes[0].values.at(-1)!].map(axis.value);
  const sets = [...new Set(points.map(({ set }) => set))];
  const others = points.filter(({ set, values }) => set === sets.at(-1) && values.length === 0);
  const beside = others.length === 0 ? '' : ', and level lines for the settings beside it';
  return figures.map((figure, n) =>
    unitChart({
      id: `${figure.key}-chart`,
      title: `Lines over ${axis.name}: ${figure.label}${beside}.`,
      xName: axis.name,
      figure,
      lines: [
        ...sets.map((set): UnitLine => {
          const own = points.filter((one) => one.set === set && one.values.length > 0);
          return {
            name: figure.label,
            colour: seriesColour(n),
            ...SETS[set],
            points: overAxis(own, axis, (one) => meanIn(one, figure.key)),
          };
        }),
        ...others.map((one, k): UnitLine => {
          const mean = meanIn(one, figure.key)?.mean ?? null;
          const look = { colour: [GREEN, INK, VERMILLION][k]!, dashed: true, plain: true };
          return { name: one.setting, ...look, points: ends.map((x) => [x, mean]) };
        }),
      ],
      ...(axis.marks === undefined ? {} : { marks: axis.marks }),
    }),
  );
}
