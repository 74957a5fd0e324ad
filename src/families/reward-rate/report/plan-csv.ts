import type { Zone } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { idleFraction, nodeRuns } from './plan-rows.js';

/**
 * Header of the plan as CSV. Kinds of record:
 * - set_point: crac, set_point_c; the other fields are empty. These rows come first.
 * - cores: for the `nodes` nodes of `node_type` in slots first_slot .. last_slot (1 = lowest) of `rack`, `cores` cores of
 *   each node spend `time_fraction` of their time on `task_type` in `p_state`, clocked at `frequency_ghz`.
 *   A row without task_type says that these cores are idle for that fraction. The fractions of one set of cores, over its
 *   consecutive rows, add up to 1; the core sets of a node add up to its cores.
 * - shared: the `nodes` nodes in these slots change as a whole from one work to the next, over and over: work number core_set,
 *   for time_fraction of the period, has `cores` cores of each node on `task_type`, those of a row without task_type idle. The works
 *   follow each other in this order and start one sharing node after the other (docs/reward-rate/sharing.md).
 * - sleep, off: the `nodes` nodes of `node_type` in slots first_slot .. last_slot of `rack` sleep or are switched off.
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

/** Returns the plan in CSV for operators (RFC 4180: CRLF, quotes doubled). Numbers are exact. */
export function planCsv(
  instance: Pick<RewardRateInstance, 'facility'>,
  zones: readonly Zone[],
  plan: RewardRatePlan,
): string {
  return csvText([PLAN_CSV_COLUMNS, ...planLines(instance, zones, plan)]);
}

/** Returns the records of a plan, without the header. */
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
