import { W_PER_KW } from '../../../../models/units.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { NodeAssignment } from '../../../../models/families/reward-rate/plan.js';
import { capitalised } from '../../../reports/figures.js';
import { alignedIn, bare, oneLine, percent } from '../../../reports/format.js';
import { type Content, quantity } from '../../../reports/html/markup.js';
import { numeric, type RowColumn } from '../../../reports/html/table.js';
import type { AllOn } from '../runs/all-on.js';
import type { InletAtMixing } from '../runs/result.js';
import type { ReportRequest } from './input.js';
import { sharesTime, worksOf } from './works.js';

/**
 * Values that every report shows, computed from a run's record by simple arithmetic. A value is null if the record
 * lacks the data for it.
 */
export interface Facts {
  readonly hottestInletC: number | null;
  readonly hottestZone: string | null;
  /** Hottest inlets with half, the stated and twice the mixing of the air, C; empty if they were not computed. */
  readonly hottestByMixingC: readonly number[];
  /** Power usage effectiveness: total power divided by the power of nodes (idle and core power). */
  readonly pue: number | null;
  readonly energyKWhPerDay: number | null;
  readonly nodes: number;
  readonly cores: number;
  /** Number of nodes with at least one busy core; null if there is no plan. */
  readonly busyNodes: number | null;
  readonly busyCores: number | null;
  /** Number of nodes that alternate between mixes of tasks or have a core that does so; null without a plan. */
  readonly sharingNodes: number | null;
  readonly standbyNodes: number | null;
  /** Power saved by nodes on standby, compared with idling, W at the wall; null if there is no plan. */
  readonly standbySavedW: number | null;
  /** Proven bound on plans that keep all nodes on; null if it was not computed. */
  readonly allOn: AllOn | null;
  /** Set-points, in the order of the CRACs in the influence matrix. `setPointC` is null if there is no plan. */
  readonly setPoints: readonly { readonly crac: string; readonly setPointC: number | null }[];
}

export function factsOf({ instance, matrix, plan, record }: ReportRequest): Facts {
  const { evaluation } = record;
  const coresOf = new Map(instance.facility.nodeTypes.map((type) => [type.name, type.cores]));
  const hottest = hottestZone(evaluation);
  const power = evaluation?.power;
  const nodesW = power ? power.idleW + power.coresW : 0;
  let busyNodes = 0;
  let busyCores = 0;
  let sharingNodes = 0;
  const zones = new Set(matrix.zones.map((zone) => zone.name));
  for (const assignment of plan?.assignments ?? []) {
    if (!zones.has(assignment.zone)) continue;
    const perNode = mostBusyCores(assignment);
    if (perNode > 0) busyNodes += assignment.nodes;
    busyCores += assignment.nodes * perNode;
    if (sharesTime(assignment)) sharingNodes += assignment.nodes;
  }
  const setPointsC = new Map(Object.entries(plan?.setPointsC ?? {}));
  return {
    hottestInletC: hottest?.inletC ?? null,
    hottestZone: hottest ? (matrix.zones[hottest.zone]?.name ?? null) : null,
    hottestByMixingC: hottest ? hottestByMixingC(hottest.inletC, record.result.inletByMixing) : [],
    pue: power && nodesW > 0 ? power.totalW / nodesW : null,
    energyKWhPerDay: power ? (power.totalW * 24) / W_PER_KW : null,
    nodes: matrix.zones.reduce((sum, zone) => sum + zone.nodeCount, 0),
    cores: matrix.zones.reduce((sum, zone) => sum + zone.nodeCount * (coresOf.get(zone.nodeType) ?? 0), 0),
    busyNodes: plan ? busyNodes : null,
    busyCores: plan ? busyCores : null,
    sharingNodes: plan ? sharingNodes : null,
    standbyNodes: plan ? (record.result.standby?.nodes ?? 0) : null,
    standbySavedW: plan ? (record.result.standby?.savedW ?? 0) : null,
    allOn: record.result.standby?.allOn ?? null,
    setPoints: matrix.cracNames.map((crac) => ({ crac, setPointC: setPointsC.get(crac) ?? null })),
  };
}

function hottestByMixingC(statedC: number, others: readonly InletAtMixing[] = []): number[] {
  return others.length === 0 ? [] : [statedC, ...others.map(({ hottestInletC }) => hottestInletC)];
}

/** Returns the number of busy cores of a node; the maximum over the mixes of tasks between which it alternates. */
function mostBusyCores(assignment: NodeAssignment): number {
  const busy = worksOf(assignment).map(({ cores }) =>
    cores.reduce((sum, { count, slices }) => sum + (slices.some(({ fraction }) => fraction > 0) ? count : 0), 0),
  );
  return Math.max(0, ...busy);
}

function hottestZone(evaluation: PlanEvaluation | null): { zone: number; inletC: number } | null {
  let hottest: { zone: number; inletC: number } | null = null;
  for (const [zone, inletC] of evaluation?.zoneInletC.entries() ?? []) {
    if (Number.isFinite(inletC) && (hottest === null || inletC > hottest.inletC)) hottest = { zone, inletC };
  }
  return hottest;
}

/** Row of a task type in the reports' tables; values are null without an evaluated plan. */
export interface TaskRow {
  readonly name: string;
  readonly arrivalPerS: number;
  /** Rate at which the plan could complete tasks if enough arrived, tasks/s. */
  readonly capacityPerS: number | null;
  /** Rate of completed tasks that earn reward, tasks/s: at most the arrival rate. */
  readonly servedPerS: number | null;
  /** Served rate divided by arrival rate; null if no tasks arrive. */
  readonly servedShare: number | null;
  readonly rewardPerS: number | null;
  /** Fraction of the total reward; null if nothing is earned. */
  readonly rewardShare: number | null;
}

export function taskRows({ instance, record: { evaluation } }: ReportRequest): TaskRow[] {
  return instance.workload.taskTypes.map(({ name, arrivalRatePerS, rewardPerTask }, i) => {
    const capacityPerS = finiteOrNull(evaluation?.ratePerS[i]);
    const servedPerS = capacityPerS === null ? null : Math.min(capacityPerS, arrivalRatePerS);
    const rewardPerS = servedPerS === null ? null : rewardPerTask * servedPerS;
    const whole = evaluation?.rewardPerS ?? 0;
    return {
      name,
      arrivalPerS: arrivalRatePerS,
      capacityPerS,
      servedPerS,
      servedShare: servedPerS === null || arrivalRatePerS <= 0 ? null : servedPerS / arrivalRatePerS,
      rewardPerS,
      rewardShare: rewardPerS === null || whole <= 0 ? null : rewardPerS / whole,
    };
  });
}

function finiteOrNull(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/** Returns the columns of the table of task types. Its last row holds sums. */
export function taskColumns(rows: readonly TaskRow[]): readonly RowColumn<TaskRow>[] {
  const total = (pick: (row: TaskRow) => number | null): number | null =>
    rows.some((row) => pick(row) === null) ? null : rows.reduce((sum, row) => sum + pick(row)!, 0);
  const arrivals = total((row) => row.arrivalPerS);
  const served = total((row) => row.servedPerS);
  const rate = alignedIn(
    'tasks/s',
    rows.flatMap((row) => [row.arrivalPerS, row.capacityPerS]),
  );
  const reward = alignedIn(
    'reward/s',
    rows.map((row) => row.rewardPerS),
  );
  const share = (value: number | null, none?: string): Content => quantity(bare(percent(value)), none);
  const column = (head: string, of: (row: TaskRow) => Content, foot: Content): RowColumn<TaskRow> =>
    numeric(head, of, foot);
  return [
    { head: 'Task type', of: (row) => oneLine(row.name), foot: 'All' },
    column(`Arriving, ${rate.unit}`, (row) => quantity(rate.write(row.arrivalPerS)), quantity(rate.write(arrivals))),
    column(`Capacity, ${rate.unit}`, (row) => quantity(rate.write(row.capacityPerS)), ''),
    column(`Completed, ${rate.unit}`, (row) => quantity(rate.write(row.servedPerS)), quantity(rate.write(served))),
    column(
      'Completed, %',
      (row) => share(row.servedShare, row.servedPerS === null ? undefined : 'no arrivals'),
      share(served === null || arrivals === null || arrivals <= 0 ? null : served / arrivals),
    ),
    column(
      capitalised(reward.unit),
      (row) => quantity(reward.write(row.rewardPerS)),
      quantity(reward.write(total((row) => row.rewardPerS))),
    ),
    column('Share, %', (row) => share(row.rewardShare), ''),
  ];
}
