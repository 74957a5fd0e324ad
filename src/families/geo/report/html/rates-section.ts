import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { aligned, oneLine, percent } from '../../../../reports/format.js';
import { clockText, startText } from '../format.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { figure, markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import { SKY, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { epochBoundsH } from './cost-section.js';
import { smallPanels } from './small-panels.js';

/** Maximum number of task types with a chart each. */
const MAX_PANELS = 12;

/** Returns the report section on served and arriving rates by task type. */
export function ratesSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const head = { id: 'rates', title: 'Rates served against arrivals' };
  if (evaluation === null) return { ...head, body: [absent('no plan was rated')] };
  const { model, series } = input;
  const { arrivalPerS, servedPerS } = evaluation;
  const meanOf = (values: readonly (readonly number[])[], i: number): number =>
    values.reduce((sum, row) => sum + row[i]!, 0) / values.length;
  const types = model.taskNames.map((name, i) => ({
    name,
    arrival: meanOf(arrivalPerS, i),
    served: meanOf(servedPerS, i),
    ...leastRoom(evaluation, i),
  }));
  const order = [...types.keys()].sort((a, b) => types[b]!.arrival - types[a]!.arrival || a - b);
  const drawn = new Set(order.slice(0, MAX_PANELS));
  const panelTypes = [...types.keys()].filter((i) => drawn.has(i));
  const write = aligned(types.flatMap(({ arrival, served }) => [arrival, served]));
  const clock = series.centres[0]!.localBeginnings;
  return {
    ...head,
    body: [
      smallPanels({
        id: 'rates',
        title:
          'One panel per task type: tasks per second served, all centres together, and tasks per second that arrive.',
        boundsH: epochBoundsH(input),
        areas: [{ name: 'served, tasks/s', colour: SKY }],
        lines: [{ name: 'arriving, tasks/s', colour: VERMILLION }],
        panels: panelTypes.map((i) => ({
          name: oneLine(types[i]!.name),
          unit: 'tasks/s',
          areas: [servedPerS.map((row) => row[i]!)],
          lines: [arrivalPerS.map((row) => row[i]!)],
          ownScale: true,
        })),
      }),
      markup`<p class="caption">Tasks per second of all centres together over hours since ${startText(model.instance)}, every panel on its own scale. Served is what the awake nodes complete under co-location if enough arrives, so it may lie above the arrivals, but in a feasible plan not below.${types.length > drawn.size ? ` The ${String(drawn.size)} types with the most arrivals have panels.` : ''}</p>\n`,
      table({
        caption: `Means over the epochs, and the epoch in which least more than the arrivals is served (clock of ${oneLine(model.instance.dataCentres[0]!.name)}).`,
        columns: [
          { head: 'Task type' },
          { head: 'Arriving, tasks/s', numeric: true },
          { head: 'Served, tasks/s', numeric: true },
          { head: 'Least over arrivals', numeric: true },
          { head: 'Epoch' },
        ],
        rows: types.map(({ name, arrival, served, share, epoch }, i) => [
          nameOf(name),
          figure(`arrivalPerS.${String(i)}`, arrival, write),
          figure(`servedPerS.${String(i)}`, served, write),
          quantity(percent(share), 'no arrivals'),
          epoch === null ? '' : clockText(clock[epoch]!),
        ]),
      }),
    ],
  };
}

/**
 * Returns the smallest value of (served - arriving) / arriving over the epochs, for one task type, and its epoch. Both
 * are null if the task type never arrives.
 */
function leastRoom(
  { servedPerS, arrivalPerS }: GeoEvaluation,
  task: number,
): { readonly share: number | null; readonly epoch: number | null } {
  let share: number | null = null;
  let epoch: number | null = null;
  for (const [t, row] of arrivalPerS.entries()) {
    const arrival = row[task]!;
    if (!(arrival > 0)) continue;
    const here = servedPerS[t]![task]! / arrival - 1;
    if (share === null || here < share) [share, epoch] = [here, t];
  }
  // What rounding leaves of a rate met exactly.
  return { share: share !== null && Math.abs(share) < 1e-9 ? 0 : share, epoch };
}
