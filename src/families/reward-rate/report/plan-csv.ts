import type { Zone } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { idleFraction, nodeRuns } from './plan-rows.js';

/**
 * Column names of a plan as CSV. The column `record` says what a row describes:
 * - set_point: `crac` and `set_point_c`; the other fields are empty. These rows come first.
 * - cores: work of the `nodes` nodes of `node_type` in slots `first_slot` to `last_slot` (1 = lowest) of `rack`. On
 * each node `cores` cores spend `time_fraction` of their time on `task_type` in `p_state`, clocked at `frequency_ghz`.
 * Without `task_type`, these cores idle for that fraction of time. Consecutive rows of one set of cores have fractions
 * that sum to 1. The sets of a node include all of its cores.
 * - shared: work of nodes that alternate between several mixes of tasks, over and over. Mix number `core_set` lasts
 * `time_fraction` of the period. During it, `cores` cores of each node run `task_type`; without `task_type` they idle.
 * The mixes follow each other in this order. Nodes begin one after the other (docs/reward-rate/sharing.md).
 * - sleep, off: the `nodes` nodes of `node_type` in slots `first_slot` to `last_slot` of `rack` sleep or are switched
 * off.
 */
export const PLAN_CSV_COLUMNS = [
  'record',
  'crac',
  'set_point_c',
  'rack',
  'zone',
  'first_slot',
  'last_slot',
  'nodes',
  'node_type',
  'core_set',
  'cores',
  'task_type',
  'p_state',
  'frequency_ghz',
  'time_fraction',
] as const;

/** Returns a plan as CSV for operators (RFC 4180: lines end with CRLF, quotes are doubled). Numbers are not rounded. */
export function planCsv(
  instance: Pick<RewardRateInstance, 'facility'>,
  zones: readonly Zone[],
  plan: RewardRatePlan,
): string {
  return csvText([PLAN_CSV_COLUMNS, ...planLines(instance, zones, plan)]);
}

/** Returns the records of a plan as lines of CSV, without the header. */
export function planLines(
  instance: Pick<RewardRateInstance, 'facility'>,
  zones: readonly Zone[],
  plan: RewardRatePlan,
): CsvLine[] {
  const frequencies = new Map(instance.facility.nodeTypes.map((type) => [type.name, type.pStateFrequenciesGHz]));
  const lines: CsvLine[] = [];
  const blanks = PLAN_CSV_COLUMNS.slice(3).map(() => '');
  for (const [crac, setPointC] of Object.entries(plan.setPointsC)) {
    lines.push(['set_point', crac, setPointC, ...blanks]);
  }
  for (const run of nodeRuns(instance, zones, plan)) {
    const { rack, zone, firstSlot, lastSlot, nodes, nodeType } = run;
    if (run.standby !== undefined) {
      const head = [run.standby, '', '', rack, zone, firstSlot, lastSlot, nodes, nodeType];
      lines.push([...head, ...PLAN_CSV_COLUMNS.slice(head.length).map(() => '')]);
      continue;
    }
    for (const [w, { share, coreSets }] of (run.works ?? []).entries()) {
      for (const { count, slices } of coreSets) {
        const head = ['shared', '', '', rack, zone, firstSlot, lastSlot, nodes, nodeType, w + 1, count];
        const [slice] = slices;
        const clock = slice === undefined ? undefined : frequencies.get(nodeType)?.[slice.pState];
        lines.push([...head, slice?.taskType ?? '', slice?.pState ?? '', clock ?? '', share]);
      }
    }
    run.coreSets.forEach(({ count, slices }, set) => {
      const head = ['cores', '', '', rack, zone, firstSlot, lastSlot, nodes, nodeType, set + 1, count];
      for (const { taskType, pState, fraction } of slices) {
        lines.push([...head, taskType, pState, frequencies.get(nodeType)?.[pState] ?? '', fraction]);
      }
      const idle = idleFraction(slices);
      if (idle > 0) lines.push([...head, '', '', '', idle]);
    });
  }
  return lines;
}
