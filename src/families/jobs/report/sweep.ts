import { figuresIn } from '../../../reports/figures.js';
import { countOf } from '../../../reports/format.js';
import type { ShownAxis } from '../../../reports/sweep/axis.js';
import { axisHeads, type SweepTexts } from '../../../reports/sweep/table.js';
import { figures } from '../figures.js';
import type { MonthPoint, MonthSweep } from '../studies/sweep.js';
import { lengthText } from './html/page-input.js';

/** Figures that a sweep shows for each value of the swept parameter. */
export const SWEPT = figuresIn(figures, 'sweep');

/** Returns how the swept parameter is shown. Checkpoint intervals get a logarithmic scale. */
export function monthAxisShown({ axes: [{ field, values }] }: MonthSweep): ShownAxis & { readonly over: string } {
  const slope = (perRecorded: number): number => perRecorded;
  const isTime = field === 'checkpointIntervalS';
  const value = (at: number): number => (isTime ? Math.log10(at) : at);
  if (isTime) {
    const marks = values.map((at) => ({ at: value(at), text: lengthText(at) }));
    const name = 'time between checkpoints';
    return { name, over: name, value, digits: lengthText, slope, marks };
  }
  if (field === 'nodes') return { name: 'nodes', over: 'nodes', value, digits: String, slope };
  return { name: 'price of energy, value/MJ', over: 'price of energy', value, digits: String, slope };
}

/** Returns the contents of a sweep's text output, CSV file and table on its page. */
export function monthTexts(name: string, method: string, sweep: MonthSweep): SweepTexts<MonthPoint> {
  const { axes, trials, points, mostValueAt, mostValuePerMJAt } = sweep;
  const axis = monthAxisShown(sweep);
  const perMJ = mostValuePerMJAt === null ? '' : `, most value per MJ at ${axis.digits(mostValuePerMJAt)}`;
  return {
    name,
    lead: `${method} over ${axis.name}, ${countOf(trials, 'trial')}`,
    tables: [{ title: '', rows: points }],
    heads: [
      ...axisHeads<MonthPoint>(axes, [axis]),
      { csv: { name: 'trials', of: ({ objective }) => objective?.n ?? null } },
    ],
    figures: SWEPT,
    lines: [`most value at ${axis.digits(mostValueAt)}${perMJ}`],
  };
}
