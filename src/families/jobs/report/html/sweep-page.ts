import { withoutIntervalsOfFew } from '../../../../reports/few-values.js';
import { countOf, inUnit, number, oneLine } from '../../../../reports/format.js';
import { type Content, markup, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import { sweepPage, sweptChart, sweptTable } from '../../../../reports/html/sweep.js';
import type { MonthSweep, SweepAxis, SweepPoint } from '../../studies/sweep/result.js';
import { AXES, SWEPT } from '../sweep.js';
import { lengthText } from './page-input.js';

/** Page of a sweep of a month: one HTML file that needs nothing else. */
export function renderSweepPage(name: string, sha256: string, sweep: MonthSweep): string {
  const { method, axis, trials, points } = withoutIntervalsOfFew(sweep);
  const isLog = axis === 'checkpointIntervalS';
  const xOf = (at: number): number => (isLog ? Math.log10(at) : at);
  const drawn = points.map((point) => ({ at: xOf(point.at), means: point }));
  const over = AXES[axis].name.replace(/, .*/, '');
  const look = {
    over,
    xName: isLog ? 'time between checkpoints, logarithmic' : AXES[axis].name,
    marks: isLog ? points.map(({ at }) => ({ at: xOf(at), text: lengthText(at) })) : undefined,
  };
  const rows = points.map((point) => ({ method: placeText(axis, point.at), means: point }));
  const curves = `Means over ${countOf(trials, 'trial')}${trials > 1 ? '; all values run on the same trials' : ''}. The upright axes do not begin at 0.`;
  return sweepPage(
    {
      name,
      kind: 'sweep of a month of jobs',
      record: sweep,
      lead: markup`Jobs run by <span data-field="method">${oneLine(method)}</span> over the ${AXES[axis].name}, ${countOf(trials, 'trial')}`,
      sections: [
        { id: 'best', title: 'Where the most is earned', body: bestBody(sweep) },
        {
          id: 'curves',
          title: `Over the ${over}`,
          body: [
            SWEPT.map((one) => sweptChart(one, drawn, { ...look, colour: one.colour })),
            markup`<p class="caption">${curves}</p>\n`,
          ],
        },
        {
          id: 'points',
          title: 'All values tried',
          body: [sweptTable(`Means over ${countOf(trials, 'trial')}.`, AXES[axis].name, rows, SWEPT)],
        },
      ],
    },
    sha256,
  );
}

/** Value of the axis as text. */
function placeText(axis: SweepAxis, at: number): string {
  if (axis === 'checkpointIntervalS') return lengthText(at);
  return axis === 'nodes' ? countOf(at, 'node') : `${at} value/MJ`;
}

function bestBody({ axis, points, mostValueAt, mostValuePerMJAt }: MonthSweep): Content[] {
  const at = (place: number | null): SweepPoint | null => points.find((point) => point.at === place) ?? null;
  const cell = (label: string, field: string, point: SweepPoint | null, note: Content): Markup =>
    point === null
      ? NOTHING
      : markup`<div><span class="label">${label}</span><span class="value"><data data-field="${field}" value="${String(point.at)}">${placeText(axis, point.at)}</data></span><span class="note">${note}</span></div>\n`;
  const [most, thrifty] = [at(mostValueAt)!, at(mostValuePerMJAt)];
  return [
    markup`<div class="figures">
${cell('Most value', 'mostValueAt', most, markup`${quantity(number(most.value.mean))} on average`)}${cell('Most value per energy', 'mostValuePerMJAt', thrifty, thrifty?.valuePerMJ == null ? NOTHING : markup`${quantity(inUnit(thrifty.valuePerMJ.mean, 'value/MJ'))} on average`)}</div>\n`,
    markup`<p>Of the values tried, on these trials; where the curves are flat another trial may choose another value.</p>\n`,
  ];
}
