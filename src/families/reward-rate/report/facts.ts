import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { NodeAssignment } from '../../../../models/families/reward-rate/plan.js';
import { capitalised } from '../../../reports/figures.js';
import { alignedIn, bare, oneLine, percent } from '../../../reports/format.js';
import { type Content, quantity } from '../../../reports/html/markup.js';
import { numeric, type RowColumn } from '../../../reports/html/table.js';
import type { AllOn } from '../runs/all-on.js';
import type { ReportRequest } from './input.js';
import { sharesTime, worksOf } from './works.js';

/**
 * Figures that every report shows and that follow from the record by simple arithmetic; null if the record lacks what
 * they need.
 */
export interface Facts {
  readonly hottestInletC: number | null;
  /** Zone of the hottest inlet. */
  readonly hottestZone: string | null;
  /** Total power over node power (idle + cores). */
  readonly pue: number | null;
  readonly energyKWhPerDay: number | null;
  readonly nodes: number;
  readonly cores: number;
  /** Nodes with at least one core at work; null without a plan. */
  readonly busyNodes: number | null;
  readonly busyCores: number | null;
  /**
   * Number of nodes that share time: some core divides its time, or the node as a whole changes its work; null without
   * a plan.
   */
  readonly sharingNodes: number | null;
  /** Nodes on standby; null without a plan. */
  readonly standbyNodes: number | null;
  /** Power that nodes on standby save compared with idle nodes of their types, W at the wall; null without a plan. */
  readonly standbySavedW: number | null;
  /** Proof on the plans that keep all nodes on; null if none was made. */
  readonly allOn: AllOn | null;
  /** Set-points in the order of the matrix' CRACs. */
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
    pue: power && nodesW > 0 ? power.totalW / nodesW : null,
    energyKWhPerDay: power ? (power.totalW * 24) / 1000 : null,
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

/**
 * Returns the number of cores of a node that do some work. For nodes that share time, in the share with most such
 * cores.
 */
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

/** One task type as the report's tables show it. */
export interface TaskRow {
  readonly name: string;
  readonly arrivalPerS: number;
  /** Rate that the plan could complete, whether or not it arrives, tasks/s. */
  readonly capacityPerS: number | null;
  /** Rate that earns, min(capacity, arrival), tasks/s. */
  readonly servedPerS: number | null;
  /** Rate served over arrival rate, a fraction; null without arrivals. */
  readonly servedShare: number | null;
  readonly rewardPerS: number | null;
  /** Share of the whole reward; null when nothing is earned. */
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

/** Returns the columns of the table of task types, with sums in its foot. */
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
