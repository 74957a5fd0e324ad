import type { MeanInterval } from '../../../../reports/compare/report.js';
import { withoutIntervalsOfFew } from '../../../../reports/few-values.js';
import { interval } from '../../../../reports/html/interval.js';
import { type Content, markup, type Markup, NOTHING, quantity } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, ORANGE, VERMILLION } from '../../../../reports/html/palette.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { sweepPage, sweptLine, sweptTable } from '../../../../reports/html/sweep.js';
import type { LeniencySweep, SettingFigures } from '../../studies/leniency/result.js';
import { isShare, rowsOf, SETS, SWEPT, worthOf, writeWorth } from '../leniency.js';

/** Page of a sweep of leniencies: one HTML file that needs nothing else. */
export function renderLeniencyPage(name: string, sha256: string, given: LeniencySweep): string {
  const sweep = withoutIntervalsOfFew(given);
  const { method, filter, trials } = sweep;
  return sweepPage(
    {
      name,
      kind: 'sweep of leniencies',
      record: given,
      lead: markup`Leniency of filter ${filter} with policy ${method}, chosen on trials 1 to ${String(trials)} and reported on trials ${String(trials + 1)} to ${String(2 * trials)}`,
      sections: [
        { id: 'choice', title: 'The leniency chosen, and what it is worth', body: choiceBody(sweep) },
        { id: 'curve', title: 'By leniency', body: curveBody(sweep) },
        {
          id: 'settings',
          title: 'All settings',
          body: SETS.map(({ set, title }) => sweptTable(`${title}.`, 'Setting', rowsOf(sweep, set), SWEPT)),
        },
        {
          id: 'differences',
          title: 'Held out, against no tuning',
          body:
            sweep.best === null
              ? []
              : [
                  sweptTable(
                    `Utility with leniency ${String(sweep.best)} less that of the other setting, trial by trial, and the number of trials in which it is more.`,
                    'Other setting',
                    sweep.differences.map(({ to, utility, wins }) => ({
                      method: `${to}, more in ${wins} of ${utility.n} trials`,
                      means: { utility },
                    })),
                    SWEPT.slice(0, 1),
                  ),
                ],
        },
      ],
    },
    sha256,
  );
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
  const cell = (label: string, value: Content, note: Content): Markup =>
    markup`<div><span class="label">${label}</span><span class="value">${value}</span><span class="note">${note}</span></div>\n`;
  const setCell = (label: string, { mean, interval: range }: MeanInterval): Markup =>
    cell(label, quantity(write(mean)), range === null ? what : markup`${what}, 95 %: ${interval(range, write)}`);
  const heldOutNote =
    best === bestHeldOut
      ? 'the best on the held-out trials as well'
      : bestHeldOut === null
        ? 'on the held-out trials all are equal'
        : `on the held-out trials ${bestHeldOut} is best`;
  return [
    markup`<div class="figures">
${cell('Best leniency on the tuning trials', String(best), heldOutNote)}${setCell('On the tuning trials', worthOf(sweep, chosen.tuning))}${setCell('On the held-out trials', worthOf(sweep, chosen.heldOut))}${cell('Optimism', quantity(write(optimism!)), 'by so much the figure on the trials it was chosen on looks better')}</div>\n`,
    ties.length < 2
      ? NOTHING
      : markup`<p>Leniencies ${ties.join(', ')} earn the same on the tuning trials; the least of them is taken.</p>\n`,
    markup`<p>What a choice earned on the trials it was chosen on is too good on average; the figure to quote is the held-out one. A difference of the two sets of trials in difficulty is part of the optimism shown, too.</p>\n`,
  ];
}

function curveBody(sweep: LeniencySweep): Content[] {
  const { points, others } = sweep;
  const scale = isShare(sweep) ? 100 : 1;
  const over = (set: 'tuning' | 'heldOut'): (readonly [number, MeanInterval])[] =>
    points.map((one: SettingFigures) => [one.leniency!, worthOf(sweep, one[set])] as const);
  const ends = [points[0]!.leniency!, points.at(-1)!.leniency!];
  const colours = [GREEN, INK, VERMILLION];
  const flat = others.map((one, k): Series => {
    const level = worthOf(sweep, one.heldOut).mean * scale;
    return {
      name: `${one.label}, held out`,
      colour: colours[k]!,
      dashed: true,
      plain: true,
      points: ends.map((x) => [x, level] as const),
    };
  });
  return [
    seriesChart({
      id: 'leniency-chart',
      title:
        'Two lines over the leniency, for tuning and held-out trials, and level lines for the settings without a fixed leniency.',
      xName: 'leniency',
      yName: isShare(sweep) ? '% of the bound' : 'utility',
      series: [
        sweptLine({ name: 'tuning trials', colour: ORANGE, dashed: true }, over('tuning'), scale),
        sweptLine({ name: 'held-out trials', colour: BLUE }, over('heldOut'), scale),
        ...flat,
      ],
    }),
    markup`<p class="caption">Means over trials; all settings run on the same trials.</p>\n`,
  ];
}
