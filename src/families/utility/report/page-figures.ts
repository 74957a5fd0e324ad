import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityOverTime } from '../runs/earned.js';
import type { NotRun, NotRunReason, ReasonCount, TypeNotRun } from '../runs/not-run.js';
import type { UtilityRunRecord } from '../runs/result.js';
import type { RoomOverTime } from '../runs/room-over-time.js';
import { type ChargedFigures, chargedFigures } from './charged-figures.js';
import { type RoomFigures, roomFigures } from './room-figures.js';
import { REASON_WORDS } from './wording.js';
import { columnBins, lineBins, meansOf, stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** Maximum number of pools in a heat map, and of task types in the list of tasks that did not run. */
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
  /** Prices that the policy charged; null if it puts none on nodes, or without simulated events. */
  readonly charged: ChargedFigures | null;
  /**
   * Task types of which tasks did not run, by the starting utility lost with them, most first. The last row may combine
   * several types.
   */
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

export interface TypeFigures extends TypeNotRun {
  /** Number of task types that this row of the list combines. */
  readonly types: number;
}

/** Returns the time bins of the line charts, and those of the columns of heat maps. */
export function pageBins({ days, eventIntervalS }: UtilityModel): {
  readonly lines: TimeBins;
  readonly columns: TimeBins;
} {
  return { lines: lineBins(days, eventIntervalS), columns: columnBins(days, eventIntervalS) };
}

/** Values over time of a schedule, and its tasks that did not run, that page figures are made from. */
export interface PageSources {
  /** Utility and energy by bin of the line charts; null without a schedule. */
  readonly byLine: UtilityOverTime | null;
  /** Utility and energy by column of the heat maps; null without a schedule. */
  readonly byColumn: UtilityOverTime | null;
  /** Room by bin of the line charts; null without a facility or a schedule. */
  readonly room: RoomOverTime | null;
  /** Tasks that did not run, by type; empty without a schedule. */
  readonly types: readonly TypeNotRun[];
}

export function pageFigures(
  model: UtilityModel,
  { series, bound }: UtilityRunRecord,
  { byLine: overTime, byColumn, room, types }: PageSources,
): PageFigures {
  const { lines, columns } = pageBins(model);
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
    room: roomFigures(model, room, bound, columns),
    charged:
      series === null || byColumn === null
        ? null
        : chargedFigures(
            model,
            series,
            columns,
            shown,
            byColumn.drawnJ,
            bound === null ? null : stepMeansOf(columns, bound.borderS, meanPrices(model, bound)),
          ),
    types: typeFigures(types),
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

/** Returns the types of which tasks did not run, most starting utility lost first; the last row may combine several. */
function typeFigures(types: readonly TypeNotRun[]): TypeFigures[] {
  const rows = types
    .filter(({ tasks }) => tasks > 0)
    .map((row) => ({ ...row, types: 1 }))
    .sort((a, b) => b.startingUtility - a.startingUtility);
  if (rows.length <= MAX_ROWS) return rows;
  const rest = rows.slice(MAX_ROWS);
  const reasons = (Object.keys(REASON_WORDS) as NotRunReason[]).flatMap((reason) => {
    const those = rest.flatMap((row) => row.reasons.filter((one) => one.reason === reason));
    return those.length === 0 ? [] : [{ reason, ...sumsOf(those) }];
  });
  return [
    ...rows.slice(0, MAX_ROWS),
    {
      name: `${rest.length} other types`,
      types: rest.length,
      arrived: rest.reduce((total, { arrived }) => total + arrived, 0),
      ...sumsOf(rest),
      reasons,
    },
  ];
}

function sumsOf(rows: readonly (NotRun | ReasonCount)[]): Pick<NotRun, 'tasks' | 'startingUtility'> {
  const sum = (of: 'tasks' | 'startingUtility'): number => rows.reduce((total, row) => total + row[of], 0);
  return { tasks: sum('tasks'), startingUtility: sum('startingUtility') };
}
