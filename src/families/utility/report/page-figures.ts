import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityOverTime } from '../runs/earned.js';
import type { UtilityRunRecord } from '../runs/result.js';
import type { RoomOverTime } from '../runs/room-over-time.js';
import { type RoomFigures, roomFigures } from './room-figures.js';
import { columnBins, lineBins, meansOf, stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** Maximum number of pools in a heat map, and of task types in the list of drops. */
const MAX_ROWS = 24;

export type { Values };

/** Values that the report draws and stores, mostly means over time bins. */
export interface PageFigures {
  /** Time bins of the line charts: length and borders, s. */
  readonly lines: { readonly lengthS: number; readonly borderS: readonly number[] };
  /**
   * Time bins of the columns of heat maps: length and borders, s. They are at least as long as those of the line
   * charts.
   */
  readonly columns: { readonly lengthS: number; readonly borderS: readonly number[] };
  /** Utility earned per hour, by time bin; null without a schedule. */
  readonly earnedPerH: Values | null;
  /** Starting utility of the tasks that arrive, per hour, by time bin; null without a schedule. */
  readonly arrivingPerH: Values | null;
  /**
   * Energy by time bin; null without simulated events. `consumedMJ`: drawn since the day began. `committedMJ`: also
   * what running and decided tasks will draw that day. `utilityPerMJ`: energy price that the policy uses.
   */
  readonly energy: { readonly consumedMJ: Values; readonly committedMJ: Values; readonly utilityPerMJ: Values } | null;
  readonly queues: {
    readonly waiting: Values;
    readonly postponed: Values;
    readonly fixed: Values;
    readonly running: Values;
  } | null;
  /** Pools with most nodes, at most `MAX_ROWS`, in the order of the instance. */
  readonly pools: readonly PoolFigures[];
  readonly morePools: number;
  /** Mean dual value of a node over all pools, utility per node-hour, by time bin; null without a bound. */
  readonly meanUtilityPerNodeH: Values | null;
  /** Power and inlet temperatures of the machine room; null without a facility or a schedule. */
  readonly room: RoomFigures | null;
  /** Numbers of dropped tasks by type, most drops first. The last row may combine several types. */
  readonly types: readonly TypeFigures[];
}

export interface PoolFigures {
  readonly name: string;
  readonly nodes: number;
  /** Mean share of busy nodes in each column of the heat map; null without simulated events. */
  readonly busy: Values | null;
  /** Mean dual value of a node in each column of the heat map, utility per node-hour; null without a bound. */
  readonly utilityPerNodeH: Values | null;
}

export interface TypeFigures {
  readonly name: string;
  /** Number of task types that this row of the list combines. */
  readonly types: number;
  readonly tasks: number;
  readonly dropped: number;
}

/** Returns the time bins of the line charts. */
export function pageBins({ days, eventIntervalS }: UtilityModel): TimeBins {
  return lineBins(days, eventIntervalS);
}

export function pageFigures(
  model: UtilityModel,
  { series, bound }: UtilityRunRecord,
  typeNames: readonly string[],
  overTime: UtilityOverTime | null,
  roomTime: RoomOverTime | null,
): PageFigures {
  const lines = pageBins(model);
  const columns = columnBins(model.days, model.eventIntervalS);
  const mean = (of: Float64Array | Int32Array, scale = 1): Values =>
    series === null ? [] : meansOf(lines, series.timeS, (e) => of[e]! * scale);
  const perHour = (sums: Float64Array): Values =>
    Array.from(sums, (sum, b) => (sum * S_PER_H) / (lines.borderS[b + 1]! - lines.borderS[b]!));
  const { pools } = model;
  const largest = pools.map((_, j) => j).sort((a, b) => pools[b]!.nodes - pools[a]!.nodes || a - b);
  const shown = largest.slice(0, MAX_ROWS).sort((a, b) => a - b);
  return {
    lines: { lengthS: lines.lengthS, borderS: [...lines.borderS] },
    columns: { lengthS: columns.lengthS, borderS: [...columns.borderS] },
    earnedPerH: overTime === null ? null : perHour(overTime.earned),
    arrivingPerH: overTime === null ? null : perHour(overTime.arriving),
    energy:
      series === null
        ? null
        : {
            consumedMJ: mean(series.consumedJ, 1 / J_PER_MJ),
            committedMJ: mean(series.committedJ, 1 / J_PER_MJ),
            utilityPerMJ: mean(series.price, J_PER_MJ),
          },
    queues:
      series === null
        ? null
        : {
            waiting: mean(series.waiting),
            postponed: mean(series.postponed),
            fixed: mean(series.fixed),
            running: mean(series.running),
          },
    pools: shown.map((j) => ({
      name: pools[j]!.name,
      nodes: pools[j]!.nodes,
      busy:
        series === null
          ? null
          : meansOf(columns, series.timeS, (e) => series.busyNodes[e * pools.length + j]! / pools[j]!.nodes),
      utilityPerNodeH: bound === null ? null : stepMeansOf(columns, bound.borderS, bound.utilityPerNodeH[j]!),
    })),
    morePools: pools.length - shown.length,
    meanUtilityPerNodeH: bound === null ? null : stepMeansOf(lines, bound.borderS, meanPrices(model, bound)),
    room: roomFigures(model, roomTime, bound, columns),
    types: series === null ? [] : typeFigures(model, series.droppedByType, typeNames),
  };
}

/** Returns the mean dual value of a node over all pools, by time slot of the bound. */
function meanPrices(
  { pools }: UtilityModel,
  { utilityPerNodeH }: NonNullable<UtilityRunRecord['bound']>,
): Float64Array {
  const all = pools.reduce((sum, { nodes }) => sum + nodes, 0);
  return utilityPerNodeH[0]!.map((_, s) =>
    pools.reduce((sum, { nodes }, j) => sum + (nodes / all) * utilityPerNodeH[j]![s]!, 0),
  );
}

function typeFigures({ tasks }: UtilityModel, dropped: Int32Array, names: readonly string[]): TypeFigures[] {
  const counts = new Int32Array(names.length);
  for (let n = 0; n < tasks.count; n++) counts[tasks.type[n]!]!++;
  const rows = names
    .map((name, i) => ({ name, types: 1, tasks: counts[i]!, dropped: dropped[i] ?? 0 }))
    .filter((row) => row.dropped > 0)
    .sort((a, b) => b.dropped - a.dropped);
  if (rows.length <= MAX_ROWS) return rows;
  const rest = rows.slice(MAX_ROWS);
  const sum = (field: 'tasks' | 'dropped'): number => rest.reduce((total, row) => total + row[field], 0);
  return [
    ...rows.slice(0, MAX_ROWS),
    { name: `${rest.length} other types`, types: rest.length, tasks: sum('tasks'), dropped: sum('dropped') },
  ];
}
