import { S_PER_H } from '../../../../../models/units.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { count, countOf, fixed, oneLine, type Shown } from '../../../../reports/format.js';
import { longitudeRows } from '../sums.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { figure, markup, nameOf, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import { categoryColour } from '../../../../reports/html/palette.js';
import { stackedBars } from '../../../../reports/html/stacked-bars.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { heatStrip } from './heat-strip.js';
import { bandName, heatRows } from './strip-section.js';

/** Maximum number of node types that get a heat map each. */
const MAX_TYPES = 4;

/** Returns the report section on the number of awake nodes by type, data centre and epoch, and on starts and stops. */
export function nodesSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const head = { id: 'nodes', title: 'Node types awake' };
  if (evaluation === null) return { ...head, body: [absent('no plan was rated')] };
  const { model } = input;
  const { nodeTypes, epochCount, instance } = model;
  const rows = longitudeRows(instance, bandName);
  const banded = rows.some(({ centres }) => centres.length > 1);
  const awake = (centres: readonly number[], j: number, t: number): number =>
    centres.reduce((sum, d) => sum + evaluation.cells[t]![d]!.awake[j]!, 0);
  const nodes = (centres: readonly number[], j: number): number =>
    centres.reduce((sum, d) => sum + model.centres[d]!.nodeCount[j]!, 0);
  const mean = (centres: readonly number[], j: number): number =>
    evaluation.cells.reduce((sum, _, t) => sum + awake(centres, j, t), 0) / epochCount;
  const drawn = nodeTypes.slice(0, MAX_TYPES);
  const maps = drawn.map(({ name }, j): Markup => {
    const shares = rows.map(({ centres }) => {
      const all = nodes(centres, j);
      return evaluation.cells.map((_, t) => (all === 0 ? null : (100 * awake(centres, j, t)) / all));
    });
    return markup`<h4>${nameOf(name)}</h4>
${heatStrip({
  id: `awake-${String(j)}`,
  title: `Heat map of the share of nodes of type ${oneLine(name)} that are awake: a row per data centre from west to east, a column per epoch.`,
  rows: heatRows(input, rows, shares),
  scale: { name: 'nodes awake, % of those of the type', min: 0, max: 100, write: (value) => `${fixed(value, 0)} %` },
  epochHours: model.epochS / S_PER_H,
})}`;
  });
  return {
    ...head,
    body: [
      stackedBars({
        id: 'awake-by-centre',
        title: 'Bars laid end to end for each data centre from west to east: nodes awake on average, by node type.',
        axis: `mean nodes awake${banded ? ' in the band' : ''}`,
        names: rows.map(({ name }) => name),
        parts: nodeTypes.map(({ name }, j) => ({
          name: oneLine(name),
          colour: categoryColour(j),
          values: rows.map(({ centres }) => mean(centres, j)),
        })),
      }),
      ...maps,
      markup`<p class="caption">Share of a type’s nodes that are awake, by centre from west to east and epoch; grey where a centre has none of the type.${nodeTypes.length > drawn.length ? ` ${countOf(nodeTypes.length - drawn.length, 'more type', ['is', 'are'])} in the table only.` : ''}</p>\n`,
      typeTable(input, evaluation, mean, nodes),
    ],
  };
}

function typeTable(
  { model }: GeoReportRequest,
  { cells }: GeoEvaluation,
  mean: (centres: readonly number[], j: number) => number,
  nodes: (centres: readonly number[], j: number) => number,
): Markup {
  const all = model.centres.map((_, d) => d);
  const sum = (pick: 'starts' | 'stops', j: number): number =>
    cells.reduce((total, row) => total + row.reduce((within, cell) => within + cell[pick][j]!, 0), 0);
  const means = model.nodeTypes.map((_, j) => mean(all, j));
  const write = (value: number): Shown => ({ digits: fixed(value, 2), unit: '' });
  const total = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
  const columns = (j: number): Content[] => {
    const awakeAt = cells.map((row) => row.reduce((within, cell) => within + cell.awake[j]!, 0));
    return [
      quantity(count(nodes(all, j))),
      quantity(write(means[j]!)),
      quantity(count(Math.min(...awakeAt))),
      quantity(count(Math.max(...awakeAt))),
      figure(`starts.${String(j)}`, sum('starts', j), count),
      figure(`stops.${String(j)}`, sum('stops', j), count),
    ];
  };
  const types = model.nodeTypes.map((_, j) => j);
  return table({
    caption: 'All centres together, by node type; starts and stops over all epochs.',
    columns: [
      { head: 'Node type' },
      ...['Nodes', 'Awake, mean', 'Awake, least', 'Awake, most', 'Starts', 'Stops'].map((head) => ({
        head,
        numeric: true,
      })),
    ],
    rows: types.map((j) => [nameOf(model.nodeTypes[j]!.name), ...columns(j)]),
    foot: [
      'All types',
      quantity(count(total(types.map((j) => nodes(all, j))))),
      quantity(write(total(means))),
      '',
      '',
      quantity(count(total(types.map((j) => sum('starts', j))))),
      quantity(count(total(types.map((j) => sum('stops', j))))),
    ],
  });
}
