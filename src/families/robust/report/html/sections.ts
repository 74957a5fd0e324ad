import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { NodeOutcome, RobustEvaluation } from '../../../../../models/families/robust/outcome.js';
import type { RobustRunRecord } from '../../runs/result.js';
import { significant } from '../../../../reports/format.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import { absent } from '../../../../reports/html/section.js';
import {
  type Content,
  figure,
  markup,
  type Markup,
  nameOf,
  NOTHING,
  quantity,
} from '../../../../reports/html/markup.js';
import { BLUE, GREEN, ORANGE, VERMILLION, viridis } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import { isInfiniteZ } from '../../../../reports/wording.js';
import { stackedBars } from '../../../../reports/html/stacked-bars.js';
import { energyText, excessText, robustnessText } from '../wording.js';

/** Reason shown in a section that is empty because the run found no plan. */
const NO_PLAN = 'there is no plan';
/** Half-width of a 95 % interval of a normal variable, in standard deviations. */
const SD_95 = 1.959964;

/**
 * Plans whose quantile is more than this amount below that of the last plan are not drawn, because they would compress
 * the scale.
 */
const DRAWN_Z = 6;

const seconds = (value: number): string => value.toFixed(1);
const megajoules = (joules: number): string => significant(joules / J_PER_MJ, 4);
const quantile = (z: number): string => (isInfiniteZ(z) ? (z > 0 ? 'infinite' : '-infinite') : z.toFixed(3));

/** Returns the report section on finish times. For every node it shows the core least likely to keep the deadline. */
export function finishSection(evaluation: RobustEvaluation | null, deadlineS: number): SectionOptions {
  const head = { id: 'finish', title: 'Finish times against the deadline' };
  if (evaluation === null) return { ...head, body: [absent(NO_PLAN)] };
  const rows = nodeRows(evaluation.nodes).map((row) => ({ row, least: leastRobust(row) }));
  return {
    ...head,
    body: [
      intervalChart({
        id: 'finish-times',
        title:
          'Points: expected finish of the least robust core of each node, with the interval that holds it in 95 % of cases; dashed line: the deadline.',
        axis: 'finish, s',
        mark: deadlineS,
        rows: rows.map(({ row, least: { meanS, sdS } }) => ({
          name: row.name,
          mean: meanS,
          low: meanS - SD_95 * sdS,
          high: meanS + SD_95 * sdS,
        })),
      }),
      table({
        caption: 'The least robust core of each node; cores without tasks finish at 0.',
        columns: [
          { head: 'Node' },
          { head: 'Cores', numeric: true },
          { head: 'Cores at work', numeric: true },
          { head: 'Tasks', numeric: true },
          { head: 'Expected finish, s', numeric: true },
          { head: 'Standard deviation, s', numeric: true },
          { head: 'z', numeric: true },
        ],
        rows: rows.map(({ row, least }) => {
          const tasks = row.nodes.flatMap((node) => node.tasks);
          return [
            nameOf(row.name),
            String(tasks.length),
            String(tasks.filter((count) => count > 0).length),
            String(tasks.reduce((sum, count) => sum + count, 0)),
            seconds(least.meanS),
            seconds(least.sdS),
            quantile(least.z),
          ];
        }),
      }),
    ],
  };
}

/** Returns the report section on the dynamic, static and overhead energy of every node. */
export function energySection(evaluation: RobustEvaluation | null, budgetJ: number): SectionOptions {
  const head = { id: 'energy', title: 'Expected energy by node' };
  if (evaluation === null) return { ...head, body: [absent(NO_PLAN)] };
  const rows = nodeRows(evaluation.nodes);
  const sum = (field: 'dynamicJ' | 'staticJ' | 'overheadJ'): number[] =>
    rows.map(({ nodes }) => nodes.reduce((total, node) => total + node[field], 0));
  const [dynamicJ, staticJ, overheadJ] = [sum('dynamicJ'), sum('staticJ'), sum('overheadJ')];
  const { energyByPart: part, energyMeanJ, energySdJ } = evaluation;
  return {
    ...head,
    body: [
      stackedBars({
        id: 'energy-by-node',
        title: 'Bars laid end to end for each node: dynamic, static and overhead energy.',
        axis: 'expected energy, MJ',
        names: rows.map(({ name }) => name),
        parts: [
          { name: 'dynamic', colour: BLUE, values: dynamicJ.map((joules) => joules / J_PER_MJ) },
          { name: 'static', colour: ORANGE, values: staticJ.map((joules) => joules / J_PER_MJ) },
          { name: 'overhead', colour: GREEN, values: overheadJ.map((joules) => joules / J_PER_MJ) },
        ],
      }),
      table({
        caption: `Expected energy, MJ. The budget is ${megajoules(budgetJ)} MJ; the standard deviation of the total is ${megajoules(energySdJ)} MJ.`,
        columns: [
          { head: 'Node' },
          { head: 'Dynamic', numeric: true },
          { head: 'Static', numeric: true },
          { head: 'Overhead', numeric: true },
          { head: 'Sum', numeric: true },
        ],
        rows: rows.map(({ name }, n) => [
          nameOf(name),
          megajoules(dynamicJ[n]!),
          megajoules(staticJ[n]!),
          megajoules(overheadJ[n]!),
          megajoules(dynamicJ[n]! + staticJ[n]! + overheadJ[n]!),
        ]),
        foot: [
          'All nodes',
          megajoules(part.dynamicJ),
          megajoules(part.staticJ),
          megajoules(part.overheadJ),
          figure('energyMeanJ', energyMeanJ, (joules) =>
            joules == null ? null : { digits: megajoules(joules), unit: '' },
          ),
        ],
      }),
      ...untilLastCore(evaluation, budgetJ),
    ],
  };
}

/** Returns the table of the time that cores spend in each P-state. */
export function pStates(evaluation: RobustEvaluation | null): Content[] {
  if (evaluation === null) return [absent(NO_PLAN)];
  const rows = nodeRows(evaluation.nodes);
  const most = Math.max(...evaluation.nodes.map(({ secondsInPState }) => secondsInPState.length));
  const sums = (pick: (node: RobustEvaluation['nodes'][number]) => readonly number[], pState: number): number[] =>
    rows.map(({ nodes }) => nodes.reduce((total, node) => total + (pick(node)[pState] ?? 0), 0));
  const hours = Array.from({ length: most }, (_, p) => sums((node) => node.secondsInPState, p).map((s) => s / S_PER_H));
  const tasks = Array.from({ length: most }, (_, p) => sums((node) => node.tasksInPState, p));
  const used = hours.map((values, p) => ({ p, values })).filter(({ values }) => values.some((value) => value > 0));
  return [
    stackedBars({
      id: 'p-state-mix',
      title: 'Bars laid end to end for each node: expected core hours in each P-state.',
      axis: 'expected core hours',
      names: rows.map(({ name }) => name),
      // An order, not categories: dark is fast.
      parts: used.map(({ p, values }) => ({ name: `P${p}`, colour: viridis(most > 1 ? p / (most - 1) : 0), values })),
    }),
    table({
      caption: 'Tasks by P-state.',
      columns: [{ head: 'Node' }, ...used.map(({ p }) => ({ head: `P${p}`, numeric: true }))],
      rows: rows.map(({ name }, n) => [nameOf(name), ...used.map(({ p }) => String(tasks[p]![n]!))]),
    }),
  ];
}

/** Returns the report section on the course of the run: the quantile of the best plan, and the bound, over time. */
export function convergenceSection({ result, trajectory }: RobustRunRecord): SectionOptions {
  const head = { id: 'convergence', title: 'Convergence against the bound' };
  // Where nothing varies a quantile may be infinite, which no axis can show.
  const reported = trajectory.filter(({ incumbent }) => incumbent !== null && !isInfiniteZ(incumbent));
  const lowest = (reported.at(-1)?.incumbent ?? 0) - DRAWN_Z;
  const points = reported.filter(({ incumbent }) => incumbent! >= lowest);
  if (points.length === 0) {
    return { ...head, body: [absent('no feasible plan with a finite quantile was reported on the way')] };
  }
  const endS = Math.max(points.at(-1)!.timeS, 1e-3);
  const { boundZ } = result;
  const bounded = boundZ !== null && !isInfiniteZ(boundZ);
  return {
    ...head,
    body: [
      seriesChart({
        id: 'convergence',
        title: 'Solid: quantile of the best plan over time; dashed: the proven bound.',
        xName: 'seconds since the start',
        yName: 'z',
        series: [
          {
            name: `best plan of ${result.method}`,
            colour: BLUE,
            step: true,
            points: [
              ...points.map(({ timeS, incumbent }) => [timeS, incumbent!] as const),
              [endS, points.at(-1)!.incumbent!],
            ],
          },
          ...(bounded
            ? [
                {
                  name: 'proven bound',
                  colour: VERMILLION,
                  dashed: true,
                  plain: true,
                  points: [[points[0]!.timeS, boundZ] as const, [endS, boundZ] as const],
                },
              ]
            : []),
        ],
      }),
      bounded
        ? markup`<p class="caption">The bound ${quantity({ digits: boundZ.toFixed(4), unit: '' })} was proven at the end of the run and holds throughout.</p>\n`
        : markup`<p class="caption">This run has no finite bound to draw.</p>\n`,
      points.length < reported.length
        ? markup`<p class="caption">Plans more than ${String(DRAWN_Z)} below the last one in z are left out.</p>\n`
        : NOTHING,
    ],
  };
}

/** A row of the charts, with a node or, in a large facility, all nodes of a type. */
interface NodeRow {
  readonly name: string;
  readonly nodes: readonly NodeOutcome[];
}

/** Maximum number of rows of a chart. Our choice: more rows cannot be read. */
const MAX_ROWS = 60;

export function nodeRows(nodes: readonly NodeOutcome[]): readonly NodeRow[] {
  if (nodes.length <= MAX_ROWS) return nodes.map((node) => ({ name: node.node, nodes: [node] }));
  const types = new Map<string, NodeOutcome[]>();
  for (const node of nodes) {
    const alike = types.get(node.nodeType) ?? [];
    types.set(node.nodeType, alike);
    alike.push(node);
  }
  return [...types].map(([name, alike]) => ({ name: `${name} (${alike.length})`, nodes: alike }));
}

/**
 * Returns the core least likely to be in time: mean and standard deviation of its finish time (s), and the quantile of
 * its probability to be in time. On a tie, it is the core that ends last.
 */
export function leastRobust({ nodes }: NodeRow): { readonly meanS: number; readonly sdS: number; readonly z: number } {
  let least = { meanS: 0, sdS: 0, z: Infinity };
  for (const { finishMeanS, finishSdS, z } of nodes) {
    for (const [core, quantile] of z.entries()) {
      const meanS = finishMeanS[core]!;
      if (quantile < least.z || (quantile === least.z && meanS > least.meanS)) {
        least = { meanS, sdS: finishSdS[core]!, z: quantile };
      }
    }
  }
  return least;
}

/**
 * Returns a sentence and a table that compare two energies: by Eqs. 9 and 10, and if nodes are on until their last core
 * finishes.
 */
function untilLastCore(evaluation: RobustEvaluation, budgetJ: number): readonly Markup[] {
  const { phi, energyMeanJ, energySdJ, energyByPart, energyUntilLastCore: last } = evaluation;
  return [
    markup`<p>A node is on until its last core is done in fact, which takes ${excessText(last.excessJ, last.energyMeanJ)} until the one expected to be last (Eq. 9): the budget of ${energyText(budgetJ)} is kept with probability ${robustnessText(last.energyRobustness)}, if times and energy are normal, where phi says ${robustnessText(phi)}.</p>\n`,
    table({
      caption:
        'Energy as the thesis computes it, which is what the limit is about, and until the last core of every node is done, which is what to budget for.',
      columns: [
        { head: '' },
        { head: 'As the thesis computes', numeric: true },
        { head: 'Until the last core is done', numeric: true },
      ],
      rows: [
        ['Overhead', energyText(energyByPart.overheadJ), energyText(last.overheadJ)],
        ['Expected energy', energyText(energyMeanJ), energyText(last.energyMeanJ)],
        ['Standard deviation', energyText(energySdJ), energyText(last.energySdJ)],
        ['Chance to keep the budget', robustnessText(phi), robustnessText(last.energyRobustness)],
      ],
    }),
  ];
}
