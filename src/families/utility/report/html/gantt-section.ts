import { countOf, oneLine, percent, plain } from '../../../../reports/format.js';
import { markup, nameOf, type Content } from '../../../../reports/html/markup.js';
import { absent } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { ganttChart } from './gantt-chart.js';
import { clockOf, momentText, type UtilityReportRequest } from './page-input.js';

/** Words for the rows of the chart in each environment: their name, and a sentence on what a row is. */
const ROWS = {
  serial: ['Machines', 'A row is a machine.'],
  parallel: [
    'Side by side',
    'A row is room for one task at a time, however many nodes it takes: a number in a bar is that of its nodes.',
  ],
  preemptive: ['Cores in use', 'A row is a core; cores of a pool are alike, so that which one it was is not said.'],
} as const;

/** Returns the Gantt chart of one hour, with its caption. */
export function ganttBody({ model, gantt }: UtilityReportRequest): Content[] {
  if (gantt === null) return [absent('nothing was simulated')];
  const clock = clockOf(model);
  const span = `${momentText(clock, gantt.fromS)} to ${momentText(clock, gantt.toS)} ${clock.unit}`;
  if (gantt.bars.length === 0) return [absent(`nothing runs from ${span}`)];
  const [rows, row] = ROWS[model.environment];
  const { pieces, left, pools } = gantt;
  const omitted =
    left === 0
      ? ''
      : ` ${left} of its ${countOf(pieces, 'piece')} of execution ${left === 1 ? 'is' : 'are'} left out for want of room: plan.csv has all.`;
  const preempted =
    model.environment === 'preemptive'
      ? ' A red edge at the right of a bar: preempted there; a pink edge at the left: goes on there, after a preemption.'
      : '';
  return [
    ganttChart({
      id: 'gantt-chart',
      title: `Bars over the time from ${span}: what runs where, coloured by the share of its starting utility that it earns.`,
      gantt,
      unitS: clock.seconds,
      unit: clock.unit,
    }),
    markup`<p class="caption">From ${span} after the start; <code>--gantt-from</code> names another hour, this is the one asked for, or that of the measured time in which most tasks wait. ${row} Colours: utility at completion as a share of the starting utility; grey: of a starting utility of 0.${preempted}${omitted} Point at a bar for its task.</p>\n`,
    table({
      caption: 'Rows of the chart.',
      columns: [
        { head: 'Pool' },
        { head: rows, numeric: true },
        { head: 'Shown', numeric: true },
        { head: 'Bars', numeric: true },
        { head: 'Share earned, mean', numeric: true },
      ],
      rows: pools.map(({ name, firstRow, rows: shown, ofRows }): Content[] => {
        const own = gantt.bars.filter((bar) => bar.row >= firstRow && bar.row < firstRow + shown);
        const shares = own.flatMap(({ share }) => (share === null ? [] : [share]));
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
        return [
          nameOf(oneLine(name)),
          String(ofRows),
          String(shown),
          String(own.length),
          shares.length === 0 ? '–' : plain(percent(mean)),
        ];
      }),
    }),
  ];
}
