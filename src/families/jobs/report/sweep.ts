import type { ComparedFigure } from '../../../reports/compare/report.js';
import { withoutIntervalsOfFew } from '../../../reports/few-values.js';
import { countOf, oneLine } from '../../../reports/format.js';
import { BLUE, GREEN, ORANGE, PURPLE, VERMILLION } from '../../../reports/html/palette.js';
import { sweptCsv, sweptLines } from '../../../reports/sweep.js';
import type { MonthSweep, SweepAxis } from '../studies/sweep/result.js';
import { figures } from '../figures.js';

/** Names of what is swept, with units, and their heads in sweep.csv. */
export const AXES: Readonly<Record<SweepAxis, { readonly name: string; readonly csv: string }>> = {
  checkpointIntervalS: { name: 'time between checkpoints, s', csv: 'checkpoint_interval_s' },
  nodes: { name: 'nodes', csv: 'nodes' },
  energyPricePerMJ: { name: 'price of energy, value/MJ', csv: 'energy_price_per_mj' },
};

/** Figures of a point: those of a comparison that are means of a month, with the colours of their curves. */
export const SWEPT: readonly (ComparedFigure & { readonly colour: string })[] = (
  [
    ['value', BLUE],
    ['shareOfBound', PURPLE],
    ['energyJ', VERMILLION],
    ['valuePerMJ', GREEN],
    ['moves', ORANGE],
    ['rejectedShare', VERMILLION],
  ] as const
).map(([key, colour]) => ({
  ...figures.find((one) => one.key === (key === 'value' ? 'objective' : key))!,
  key,
  colour,
}));

/** Text of a sweep for a terminal: a line for each point. Ends with a newline. */
export function monthSweepText(name: string, sweep: MonthSweep): string {
  const { axis, method, trials, points, mostValueAt, mostValuePerMJAt } = withoutIntervalsOfFew(sweep);
  const rows = points.map((point) => ({ method: String(point.at), means: point }));
  const lines = [
    `${oneLine(name)}: ${method} over ${AXES[axis].name}, ${countOf(trials, 'trial')}`,
    ...sweptLines(AXES[axis].name, rows, SWEPT),
    `most value at ${mostValueAt}${mostValuePerMJAt === null ? '' : `, most value per MJ at ${mostValuePerMJAt}`}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Text of one record per point: means with their 95 % intervals, empty where there is none. */
export function monthSweepCsv({ axis, points }: MonthSweep): string {
  const rows = points.map((point) => ({ first: [point.at, point.value.n], means: point }));
  return sweptCsv([AXES[axis].csv, 'trials'], rows, SWEPT);
}
