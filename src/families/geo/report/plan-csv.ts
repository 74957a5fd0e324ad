import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoPlan, NodeLoad } from '../../../../models/families/geo/plan.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import type { GeoReportSeries } from './input.js';

/**
 * Columns of a plan as CSV. There is one row per epoch, data centre and load, each numbered from 0; sleeping nodes have
 * no row.
 */
export const GEO_PLAN_CSV_COLUMNS = [
  ...(['epoch', 'local_begin', 'data_centre', 'set_point_c', 'node_type', 'nodes', 'load', 'runs'] as const),
] as const;

/** Returns the plan as CSV for operators, with set-points and node loads (RFC 4180: CRLF, quotes doubled). */
export function geoPlanCsv(instance: GeoInstance, { centres }: GeoReportSeries, plan: GeoPlan): string {
  const runs = plan.loads.map(loadText);
  const nodesOf = nodesByRoom(instance);
  const lines = plan.epochs.flatMap((row, t) =>
    row.flatMap(({ setPointC, nodes }, d): CsvLine[] => {
      const { name, room } = instance.dataCentres[d]!;
      const head = [t, centres[d]!.localBeginnings[t]!, name, setPointC] as const;
      return instance.nodeTypes.flatMap((type): CsvLine[] => {
        const awake = nodes.filter(([load]) => plan.loads[load]?.nodeType === type.name);
        const asleep = nodesOf(room, type.name) - awake.reduce((sum, [, count]) => sum + count, 0);
        return [
          ...awake.map(([load, count]): CsvLine => [...head, type.name, count, load, runs[load]!]),
          ...(asleep > 0 ? [[...head, type.name, asleep, null, 'asleep']] : []),
        ];
      });
    }),
  );
  return csvText([GEO_PLAN_CSV_COLUMNS, ...lines]);
}

/** Returns a function that gives the number of nodes of a node type in a room. */
export function nodesByRoom({ rooms }: GeoInstance): (room: string, nodeType: string) => number {
  const counts = new Map<string, Map<string, number>>();
  for (const [room, { nodeGroups }] of Object.entries(rooms)) {
    const byType = new Map<string, number>();
    for (const { nodeType, count } of nodeGroups) byType.set(nodeType, (byType.get(nodeType) ?? 0) + count);
    counts.set(room, byType);
  }
  return (room, nodeType) => counts.get(room)?.get(nodeType) ?? 0;
}

/** Returns what the cores of a node run as text: "4 cores: dedup P0 0.75, dedup P3 0.25; 2 cores: x264 P1 1". */
export function loadText({ cores }: NodeLoad): string {
  const busy = cores.filter(({ count, slices }) => count > 0 && slices.length > 0);
  return busy.length === 0 ? 'idle' : busy.map(coresText).join('; ');
}

function coresText({ count, slices }: CoreShare): string {
  const parts = slices.map(({ taskType, pState, fraction }) => `${taskType} P${pState} ${fraction}`);
  return `${count} ${count === 1 ? 'core' : 'cores'}: ${parts.join(', ')}`;
}
