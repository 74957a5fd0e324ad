import { oneLine, significant, joules } from '../../../../reports/format.js';
import { markup, nameOf, NOTHING, quantity, raw, type Content, type Markup } from '../../../../reports/html/markup.js';
import { VERMILLION } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type { GraphFigure, ScheduleFigure } from '../../runs/page/graph-figures.js';
import { graphPicture } from './graph-picture.js';
import { type JobsReportRequest, key, shortClockFor, timeText } from './page-input.js';
import { schedulePicture } from './schedule-picture.js';

/** Number of drawings that are unfolded when the page opens. */
const OPEN = 3;

/** CSS rules of the section on task graphs. */
export const GRAPH_STYLE =
  '.twin{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:4px 24px;align-items:start}.twin>*{min-width:0}\n@media print{details:not(.folded) details{display:none}.twin{grid-template-columns:1fr 1fr}.twin>*{break-inside:avoid}}\n';

/** Returns the section with a drawing of each job type's task graph and of one of its schedules. */
export function graphsSection({ month, figures: { graphs } }: JobsReportRequest): SectionOptions {
  const head = { id: 'graphs', title: 'Job types: tasks and their schedules' };
  const { graphs: drawn, large, others, moreNames } = graphs;
  if (drawn.length + large.length === 0) return { ...head, body: [absent('no job type is known')] };
  const several = month.nodeTypes.length > 1;
  return {
    ...head,
    body: [
      markup`<p>Left: tasks and the data that they hand on, ${key(VERMILLION, 'on a longest path')} (task times at the highest level, transfers free). Right: the schedule that the type ran with most often, core by core; the number in a box is the level of the core, 0 the slowest, and lines are transfers of data from core to core.</p>\n`,
      ...drawn.slice(0, OPEN).map((graph) => one(graph, several, true)),
      ...drawn.slice(OPEN).map((graph) => one(graph, several, false)),
      ...(large.length === 0
        ? []
        : [
            markup`<p class="caption">Too large to be drawn: ${large.map(({ type, tasks, edges }, k) => markup`${k === 0 ? '' : ', '}${nameOf(oneLine(type))} (${String(tasks)} tasks, ${String(edges)} edges)`)}.</p>\n`,
          ]),
      ...(others.length === 0
        ? []
        : [
            markup`<p class="caption">Without a picture: ${others.map((name, k) => markup`${k === 0 ? '' : ', '}${nameOf(oneLine(name))}`)}${moreNames === 0 ? NOTHING : ` and ${moreNames} more`}.</p>\n`,
          ]),
    ],
  };
}

function one(graph: GraphFigure, several: boolean, isOpen: boolean): Markup {
  const { type, nodeType, tasks, edges, criticalS, schedule } = graph;
  const where = several ? markup` on ${nameOf(oneLine(nodeType))}` : NOTHING;
  const counts = `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}, ${edges.length} ${edges.length === 1 ? 'edge' : 'edges'}`;
  const longest = timeText(shortClockFor(criticalS), criticalS);
  return markup`<details${isOpen ? markup` open` : NOTHING}><summary>${nameOf(oneLine(type))}${where}: ${counts}</summary>
<div class="twin"><div><figure>${raw(graphPicture(graph))}</figure></div><div>${schedule === null ? absent('no schedule of it is known') : markup`<figure>${raw(schedulePicture(graph, schedule))}</figure>`}</div></div>
<p class="caption">Longest path: ${quantity(longest)}.${schedule === null ? NOTHING : scheduleText(schedule)}</p>
${schedule === null ? NOTHING : taskTable(graph, schedule)}</details>\n`;
}

function scheduleText({ pieces, cores, timeS, energyJ }: ScheduleFigure): Markup {
  const ran =
    pieces === 0
      ? 'No job of it ran: the schedule is the one of least time x energy'
      : `${pieces} ${pieces === 1 ? 'piece' : 'pieces'} of run had this schedule`;
  return markup` ${ran}, ${String(cores)} ${cores === 1 ? 'core' : 'cores'}, ${quantity(timeText(shortClockFor(timeS), timeS))}, ${quantity(joules(energyJ))}.`;
}

function taskTable({ tasks, type }: GraphFigure, schedule: ScheduleFigure): Markup {
  const clock = shortClockFor(schedule.timeS);
  const moment = (atS: number): Markup => quantity({ digits: significant(atS / clock.seconds), unit: clock.unit });
  return markup`<details><summary>Tasks as a table</summary>
${table({
  caption: `Tasks of ${oneLine(type)} in this schedule.`,
  columns: [
    { head: 'Task' },
    { head: 'Number', numeric: true },
    { head: 'Core', numeric: true },
    { head: 'Level', numeric: true },
    { head: 'Start', numeric: true },
    { head: 'End', numeric: true },
  ],
  rows: tasks.map(({ name }, n): Content[] => {
    const { core, level, startS, endS } = schedule.tasks[n]!;
    return [nameOf(oneLine(name)), String(n + 1), String(core + 1), String(level), moment(startS), moment(endS)];
  }),
})}</details>\n`;
}
