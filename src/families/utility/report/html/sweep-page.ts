import { interval } from '../../../../reports/html/interval.js';
import { type Content, markup, NOTHING, quantity } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, ORANGE, VERMILLION } from '../../../../reports/html/palette.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import { sweptChart, type SweptLine } from '../../../../reports/sweep/charts.js';
import { cards, type SweepPage } from '../../../../reports/sweep/page.js';
import { figureColumns, type SweptValue, unlessFew } from '../../../../reports/sweep/table.js';
import { figures } from '../../figures.js';
import type { LeniencySweep } from '../../studies/leniency.js';
import { isShare, worthOf, writeWorth } from '../sweep.js';

/** The declared figure of the utility. */
const UTILITY = figures.find(({ key }) => key === 'objective')!;

/** Returns the parts of a leniency sweep's page other than its tables of settings. */
export function leniencyPageOf(sweep: LeniencySweep): Omit<SweepPage, 'record' | 'made'> {
  const { best, differences } = sweep;
  return {
    kind: 'sweep of leniencies',
    first: [
      { id: 'choice', title: 'The leniency chosen, and what it is worth', body: choiceBody(sweep) },
      { id: 'curve', title: 'By leniency', body: curveBody(sweep) },
    ],
    caption: 'Means over the trials; all settings run on the same trials.',
    rest: [
      {
        id: 'differences',
        title: 'Held out, against no tuning',
        body:
          best === null
            ? []
            : [
                tableOf(
                  `Utility with leniency ${String(best)} less that of the other setting, trial by trial, and the number of trials in which it is more.`,
                  differences,
                  [
                    { head: 'Other setting', of: ({ to }) => to },
                    ...figureColumns(UTILITY, differences),
                    numeric('More in', ({ wins, objective: { n } }) => `${wins} of ${n}`),
                  ],
                ),
              ],
      },
    ],
  };
}

function choiceBody(sweep: LeniencySweep): Content[] {
  const { points, best, bestHeldOut, ties, optimism } = sweep;
  const chosen = points.find(({ leniency }) => leniency === best);
  if (chosen === undefined) {
    return [
      markup`<p>Nothing to tune: all ${String(points.length)} leniencies earn the same on the tuning trials, so none is chosen.</p>\n`,
    ];
  }
  const write = writeWorth(sweep);
  const what = isShare(sweep) ? 'mean share of the bound' : 'mean utility';
  const setCard = (label: string, value: SweptValue): Parameters<typeof cards>[0][number] => {
    const range = unlessFew(value)?.interval ?? null;
    const note = range === null ? what : markup`${what}, 95 %: ${interval(range, write)}`;
    return [label, quantity(write(value.mean)), note];
  };
  const heldOutNote =
    best === bestHeldOut
      ? 'the best on the held-out trials as well'
      : bestHeldOut === null
        ? 'on the held-out trials all are equal'
        : `on the held-out trials ${bestHeldOut} is best`;
  return [
    cards([
      ['Best leniency on the tuning trials', String(best), heldOutNote],
      setCard('On the held-out trials', worthOf(sweep, chosen.heldOut)),
      setCard('On the tuning trials', worthOf(sweep, chosen.tuning)),
      ['Optimism', quantity(write(optimism!)), 'by so much the figure on the trials it was chosen on looks better'],
    ]),
    ties.length < 2
      ? NOTHING
      : markup`<p>Leniencies ${ties.join(', ')} earn the same on the tuning trials; the least of them is taken.</p>\n`,
    markup`<p>What a choice earned on the trials it was chosen on is too good on average; the figure to quote is the held-out one. A difference of the two sets of trials in difficulty is part of the optimism shown, too.</p>\n`,
  ];
}

function curveBody(sweep: LeniencySweep): Content[] {
  const { points, others } = sweep;
  const over = (set: 'tuning' | 'heldOut'): SweptLine['points'] =>
    points.map((one) => [one.leniency!, worthOf(sweep, one[set])] as const);
  const ends = [points[0]!.leniency!, points.at(-1)!.leniency!];
  const colours = [GREEN, INK, VERMILLION];
  return [
    sweptChart({
      id: 'leniency-chart',
      title:
        'Two lines over the leniency, for tuning and held-out trials, and level lines for the settings without a fixed leniency.',
      xName: 'leniency',
      figure: isShare(sweep) ? { label: 'of the bound', unit: 'share' } : UTILITY,
      lines: [
        { name: 'tuning trials', colour: ORANGE, dashed: true, points: over('tuning') },
        { name: 'held-out trials', colour: BLUE, points: over('heldOut') },
        ...others.map(({ label, heldOut }, k): SweptLine => {
          const level = worthOf(sweep, heldOut).mean;
          const name = `${label}, held out`;
          return { name, colour: colours[k]!, dashed: true, plain: true, points: ends.map((x) => [x, level] as const) };
        }),
      ],
    }),
  ];
}
