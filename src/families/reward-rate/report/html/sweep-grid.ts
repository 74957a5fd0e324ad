import type { SweepPoint, SweepResult } from '../../studies/sweep/result.js';
import { aligned } from '../../../../reports/format.js';
import { shownAxis } from '../sweep-axis.js';
import { markup, type Content, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, categoryColour, textOn, VERMILLION, viridis } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';

/** Greatest number of lines drawn: more cannot be told apart. Ours. */
const MAX_LINES = 7;
/** Greatest number of columns of the table: more cannot be read. Ours. */
const MAX_COLUMNS = 24;

/** Sections of a grid: two fields as lines and a heat map; more only as tables. */
export function gridSections(result: SweepResult): SectionOptions[] {
  const head = { id: 'reward', title: 'Reward over two fields' };
  if (result.axes.length > 2) {
    return [];
  }
  if (!result.points.some(({ feasible }) => feasible)) {
    return [];
  }
  const [first, second] = result.axes as [SweepResult['axes'][number], SweepResult['axes'][number]];
  return [
    {
      ...head,
      body: [
        seriesChart({
          id: 'sweep-lines',
          title: `Lines over ${shownAxis(first).name}: the reward rate of the plans, one line per value of ${shownAxis(second).name}.`,
          xName: shownAxis(first).name,
          yName: 'reward/s',
          series: linesOf(result, second.values),
        }),
        heatMap(result, first, second),
      ],
    },
  ];
}

function linesOf({ points, axes }: SweepResult, values: readonly number[]): Series[] {
  const [across, own] = [shownAxis(axes[0]!), shownAxis(axes[1]!)];
  const every = Math.ceil(values.length / MAX_LINES);
  const shown = values.filter((_, n) => n % every === 0);
  return shown.map((value, n) => ({
    name: `${own.name} ${own.digits(value)}`,
    colour: shown.length <= 2 ? [BLUE, VERMILLION][n]! : categoryColour(n),
    points: points
      .filter((point) => point.values[1] === value)
      .sort((a, b) => a.values[0]! - b.values[0]!)
      .map((point) => [across.value(point.values[0]!), point.feasible ? point.objective : null]),
  }));
}

function heatMap(
  { points }: SweepResult,
  first: SweepResult['axes'][number],
  second: SweepResult['axes'][number],
): Markup {
  const [across, down] = [shownAxis(first), shownAxis(second)];
  const objectives = points.flatMap(({ feasible, objective }) => (feasible && objective !== null ? [objective] : []));
  const [least, most] = [Math.min(...objectives), Math.max(...objectives)];
  const write = aligned(objectives, 5);
  const at = new Map(points.map((point) => [point.values.join(), point]));
  const cell = (point: SweepPoint | undefined): Content => {
    if (point === undefined) return 'not solved';
    if (!point.feasible || point.objective === null) return 'none';
    const colour = viridis(most > least ? (point.objective - least) / (most - least) : 0.5);
    const digits = write(point.objective)?.digits ?? '';
    return markup`<span class="key" style="background:${colour};color:${textOn(colour)}">${digits}</span>`;
  };
  const columns = first.values.slice(0, MAX_COLUMNS);
  const cut = columns.length < first.values.length ? ` The first ${MAX_COLUMNS} values.` : '';
  return table({
    caption: `Reward/s; ${across.name} across, ${down.name} down.${cut}`,
    columns: [
      { head: down.name, numeric: true },
      ...columns.map((value) => ({ head: across.digits(value), numeric: true })),
    ],
    rows: second.values.map((value) => [down.digits(value), ...columns.map((x) => cell(at.get([x, value].join())))]),
  });
}
