import type { MeanInterval } from '../../../../experiments/statistics.js';
import { type Measured, oneLine, type Shown, significant } from '../../../../reports/format.js';
import { interval } from '../../../../reports/html/interval.js';
import { type Content, markup, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, ORANGE, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { table } from '../../../../reports/html/table.js';
import type { LeniencySweep, SetFigures, SettingFigures } from '../../studies/leniency/result.js';

/** Page of a sweep of leniencies: one HTML file that needs nothing else. */
export function renderLeniencyPage(name: string, sha256: string, sweep: LeniencySweep): string {
  const { method, filter, trials } = sweep;
  return studyPage({
    name,
    kind: 'sweep of leniencies',
    lead: markup`Leniency of filter ${filter} with policy ${method}, chosen on trials 1 to ${String(trials)} and reported on trials ${String(trials + 1)} to ${String(2 * trials)}`,
    sections: [
      choiceSection(sweep),
      curveSection(sweep),
      settingsSection(sweep),
      ...(sweep.best === null ? [] : [differenceSection(sweep)]),
      made(sha256),
    ],
    record: sweep,
  });
}

/** Flag: figures are shares of the bound, not utilities. */
function isShare({ points }: LeniencySweep): boolean {
  return points.every(({ tuning, heldOut }) => tuning.shareOfBound !== null && heldOut.shareOfBound !== null);
}

function worthOf(sweep: LeniencySweep, figures: SetFigures): MeanInterval {
  return isShare(sweep) ? figures.shareOfBound! : figures.utility;
}

function shown(sweep: LeniencySweep): (value: Measured) => Shown | null {
  return isShare(sweep) ? percent : utilityOf;
}

function percent(value: Measured): Shown | null {
  return value === null || value === undefined ? null : { digits: (100 * value).toFixed(2), unit: '%' };
}

function utilityOf(value: Measured): Shown | null {
  return value === null || value === undefined ? null : { digits: significant(value, 6), unit: '' };
}

function choiceSection(sweep: LeniencySweep): SectionOptions {
  const { points, best, bestHeldOut, ties, optimism } = sweep;
  const [id, title] = ['choice', 'The leniency chosen, and what it is worth'];
  const chosen = points.find(({ leniency }) => leniency === best);
  if (chosen === undefined) {
    const note = markup`<p>Nothing to tune: all ${String(points.length)} leniencies earn the same on the tuning trials, so none is chosen.</p>\n`;
    return { id, title, body: [note] };
  }
  const write = shown(sweep);
  const [tuned, heldOut] = [worthOf(sweep, chosen.tuning), worthOf(sweep, chosen.heldOut)];
  const what = isShare(sweep) ? 'mean share of the bound' : 'mean utility';
  const cell = (label: string, value: Content, note: Content): Markup =>
    markup`<div><span class="label">${label}</span><span class="value">${value}</span><span class="note">${note}</span></div>\n`;
  const heldOutNote =
    bestHeldOut === null ? 'on the held-out trials all are equal' : `on the held-out trials ${bestHeldOut} is best`;
  return {
    id,
    title,
    body: [
      markup`<div class="figures">
${cell('Best leniency on the tuning trials', String(best), best === bestHeldOut ? 'the best on the held-out trials as well' : heldOutNote)}${cell('On the tuning trials', quantity(write(tuned.mean)), markup`${what}, 95 %: ${interval(tuned.interval, write)}`)}${cell('On the held-out trials', quantity(write(heldOut.mean)), markup`${what}, 95 %: ${interval(heldOut.interval, write)}`)}${cell('Optimism', quantity(write(optimism)), 'by so much the figure on the trials it was chosen on looks better')}</div>\n`,
      ties.length < 2
        ? NOTHING
        : markup`<p>Leniencies ${ties.join(', ')} earn the same on the tuning trials; the least of them is taken.</p>\n`,
      markup`<p>What a choice earned on the trials it was chosen on is too good on average; the figure to quote is the held-out one. A difference of the two sets of trials in difficulty is part of the optimism shown, too.</p>\n`,
    ],
  };
}

function curveSection(sweep: LeniencySweep): SectionOptions {
  const { points, others } = sweep;
  const scale = isShare(sweep) ? 100 : 1;
  const line = (name: string, colour: string, read: (one: SettingFigures) => SetFigures, dashed = false): Series => ({
    ...{ name, colour, dashed },
    points: points.map((one) => [one.leniency!, worthOf(sweep, read(one)).mean * scale] as const),
    whiskers: points.flatMap((one) => {
      const range = worthOf(sweep, read(one)).interval;
      return range === null ? [] : [[one.leniency!, range.low * scale, range.high * scale] as const];
    }),
  });
  const ends = [points[0]!.leniency!, points.at(-1)!.leniency!];
  const colours = [GREEN, INK, VERMILLION];
  const flat = others.map((one, k): Series => {
    const level = worthOf(sweep, one.heldOut).mean * scale;
    return {
      ...{ name: `${one.label}, held out`, colour: colours[k]!, dashed: true, plain: true },
      points: ends.map((x) => [x, level] as const),
    };
  });
  return {
    id: 'curve',
    title: 'By leniency',
    body: [
      seriesChart({
        id: 'leniency-chart',
        title:
          'Two lines over the leniency, for tuning and held-out trials, and level lines for the settings without a fixed leniency.',
        xName: 'leniency',
        yName: isShare(sweep) ? '% of the bound' : 'utility',
        series: [
          line('tuning trials', ORANGE, ({ tuning }) => tuning, true),
          line('held-out trials', BLUE, ({ heldOut }) => heldOut),
          ...flat,
        ],
      }),
      markup`<p class="caption">Means with 95 % intervals over trials; all settings run on the same trials.</p>\n`,
    ],
  };
}

function settingsSection(sweep: LeniencySweep): SectionOptions {
  const { points, others, best } = sweep;
  const ofSet = ({ utility, shareOfBound, budgetUsed }: SetFigures): Content[] => [
    quantity(utilityOf(utility.mean)),
    interval(utility.interval, utilityOf),
    quantity(percent(shareOfBound?.mean)),
    quantity(percent(budgetUsed?.mean)),
  ];
  return {
    id: 'settings',
    title: 'All settings',
    body: [false, true].map((isHeldOut) =>
      table({
        caption: isHeldOut ? 'Held-out trials.' : 'Tuning trials.',
        columns: [
          { head: 'Setting' },
          ...['Utility', '95 % interval', 'Of the bound', 'Of the budget'].map((head) => ({ head, numeric: true })),
        ],
        rows: [...points, ...others].map((one): Content[] => [
          best !== null && one.leniency === best
            ? markup`<strong>${oneLine(one.label)}, chosen</strong>`
            : oneLine(one.label),
          ...ofSet(isHeldOut ? one.heldOut : one.tuning),
        ]),
      }),
    ),
  };
}

function differenceSection({ differences, best }: LeniencySweep): SectionOptions {
  return {
    id: 'differences',
    title: 'Held out, against no tuning',
    body: [
      table({
        caption: `Utility with leniency ${String(best)} less that of the other setting, trial by trial.`,
        columns: [
          { head: 'Other setting' },
          ...['Mean difference', '95 % interval', 'More in'].map((head) => ({ head, numeric: true })),
        ],
        rows: differences.map(({ to, utility, wins }): Content[] => [
          oneLine(to),
          quantity(utilityOf(utility.mean)),
          interval(utility.interval, utilityOf),
          `${wins} of ${utility.n} trials`,
        ]),
      }),
    ],
  };
}

function made(sha256: string): SectionOptions {
  return {
    id: 'provenance',
    title: 'How this was made',
    body: [
      markup`<dl class="facts">\n<div><dt>Instance file, SHA-256</dt><dd><code>${oneLine(sha256)}</code></dd></div>\n</dl>\n`,
      NOTHING,
    ],
  };
}
