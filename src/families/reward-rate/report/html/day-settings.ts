import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { count } from '../../../../reports/format.js';
import {
  type Content,
  counted,
  markup,
  type Markup,
  nameOf,
  NOTHING,
  quantity,
} from '../../../../reports/html/markup.js';
import { categoryColour } from '../../../../reports/html/palette.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import type { DayResult, EpochResult } from '../../studies/day/result.js';
import { nodeRuns } from '../plan-rows.js';
import { rackTable, setPoint } from './apply-section.js';
import { stepped } from './day-charts.js';

/** Plans of the epochs of a day; null for an epoch if none was found. */
export interface DayPlans {
  readonly instance: Pick<RewardRateInstance, 'facility'>;
  readonly matrix: Pick<InfluenceMatrix, 'zones'>;
  readonly plans: readonly (RewardRatePlan | null)[];
}

/**
 * Maximum number of CRACs up to which each CRAC has its own column of set-points. With more, only the lowest and
 * highest set-points are shown.
 */
const MAX_CRAC_COLUMNS = 16;
/** Maximum number of epochs for which changes of what the racks run are shown. Ours: every hour of two days. */
const MAX_CHANGES = 48;
/** Maximum number of node types with a line each in the standby chart. */
const MAX_TYPES = 7;

/** Returns how to operate the facility: standby and set-points by epoch, and what the racks run after each change. */
export function daySettings(day: DayResult, plans: DayPlans): Content[] {
  const { epochs } = day;
  const planned = epochs.filter(({ feasible }) => feasible).length;
  const all = planned === epochs.length;
  return [
    markup`<p class="verdict${all ? ' ok' : ''}">${all ? '✓' : '✗'} ${counted(planned, 'epoch')} of ${String(epochs.length)} with a feasible plan</p>\n`,
    standbyChart(day, plans),
    settingsTable(epochs),
    rackChanges(epochs, plans),
  ];
}

/** Returns a chart of the nodes on standby by node type, or a sentence if nodes may be on standby but never are. */
function standbyChart({ epochs }: DayResult, { instance, matrix, plans }: DayPlans): Markup {
  if (epochs.every(({ onStandby }) => onStandby === null)) return NOTHING;
  if (epochs.every(({ onStandby }) => (onStandby ?? 0) === 0)) {
    return markup`<p>All nodes stay on throughout.</p>\n`;
  }
  const typeOf = new Map(matrix.zones.map(({ name, nodeType }) => [name, nodeType]));
  const asleep = (type: string, epoch: number): number | null => {
    const plan = plans[epoch] ?? null;
    if (plan === null) return null;
    return (plan.standby ?? []).reduce((sum, { zone, nodes }) => sum + (typeOf.get(zone) === type ? nodes : 0), 0);
  };
  const places = [...epochs.keys()];
  const used = instance.facility.nodeTypes
    .map(({ name }) => name)
    .filter((name) => places.some((n) => (asleep(name, n) ?? 0) > 0));
  return seriesChart({
    id: 'day-standby',
    title: 'Lines over the day: nodes on standby, asleep or switched off, by node type.',
    xName: 'hours since the start',
    yName: 'nodes on standby',
    fromZero: true,
    isWhole: true,
    series: used
      .slice(0, MAX_TYPES)
      .map((name, j) => ({
        name,
        colour: categoryColour(j),
        plain: true,
        points: stepped(epochs, (_, n) => asleep(name, n)),
      })),
  });
}

function settingsTable(epochs: readonly EpochResult[]): Markup {
  const cracs = [...new Set(epochs.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const isWide = cracs.length > MAX_CRAC_COLUMNS;
  const column = (head: Content, of: (setPointsC: Readonly<Record<string, number>>) => number | undefined) =>
    numeric<EpochResult>(head, ({ setPointsC }) => quantity(setPoint(setPointsC === null ? null : of(setPointsC))));
  const each = isWide ? ` of ${cracs.length} CRACs, each in day.csv` : ' by CRAC';
  return tableOf(`Nodes on standby (asleep or off) and set-points${each}, by epoch.`, epochs, [
    { head: 'Epoch', of: ({ epoch }) => nameOf(epoch) },
    numeric('On standby', ({ onStandby }) => quantity(count(onStandby))),
    ...(isWide
      ? [
          column('Lowest', (all) => Math.min(...Object.values(all))),
          column('Highest', (all) => Math.max(...Object.values(all))),
        ]
      : cracs.map((name) => column(nameOf(name), (all) => all[name]))),
  ]);
}

/**
 * Returns tables of what the racks run, one for each epoch in which the work of some rack changes. The tables are
 * collapsed at first, because they are long for large rooms.
 */
function rackChanges(epochs: readonly EpochResult[], { instance, matrix, plans }: DayPlans): Content {
  const changes = epochs.flatMap((epoch, n) => {
    const plan = plans[n] ?? null;
    return plan === null
      ? []
      : [{ epoch: epoch.epoch, last: epoch.epoch, runs: nodeRuns(instance, matrix.zones, plan) }];
  });
  const merged: typeof changes = [];
  for (const change of changes) {
    const before = merged.at(-1);
    if (before !== undefined && JSON.stringify(before.runs) === JSON.stringify(change.runs)) before.last = change.epoch;
    else merged.push(change);
  }
  const rest = merged.length - MAX_CHANGES;
  return [
    merged
      .slice(0, MAX_CHANGES)
      .map(
        ({ epoch, last, runs }) =>
          markup`<details><summary>Racks and their settings, ${nameOf(epoch)}${last === epoch ? NOTHING : markup` to ${nameOf(last)}`}</summary>\n${rackTable(instance, runs, 'plans.csv')}</details>\n`,
      ),
    rest > 0 ? markup`<p class="caption">${counted(rest, 'more change')} in plans.csv.</p>\n` : NOTHING,
  ];
}
