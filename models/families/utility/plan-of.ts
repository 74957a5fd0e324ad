import type { UtilityModel } from './model.js';
import type { ScheduleOutcome } from './evaluate.js';
import { type PlannedRun, UTILITY_PLAN_FORMAT, UTILITY_PLAN_FORMAT_VERSION, type UtilityPlan } from './plan.js';
import type { Schedule } from './schedule.js';

/**
 * Converts a schedule to a plan for a file. The plan has names instead of indices.
 *
 * @param made origin of the plan: instance and policy
 */
export function utilityPlanOf(
  model: UtilityModel,
  schedule: Schedule,
  { utility, energyJ, costUsd }: ScheduleOutcome,
  made: Pick<UtilityPlan, 'instance' | 'method'>,
): UtilityPlan {
  const { options, pools, tasks, environment } = model;
  const unfinished = new Set(schedule.unfinished);
  const run = (task: number, r: number): PlannedRun => {
    const option = schedule.option[r]!;
    const first = schedule.firstPiece[r]!;
    const pieces: [number, number][] = [];
    for (let q = first; q < schedule.firstPiece[r + 1]!; q++) {
      pieces.push([schedule.pieceStartS[q]!, schedule.pieceEndS[q]!]);
    }
    return {
      task: tasks.name(task),
      pool: pools[options.pool[option]!]!.name,
      nodes: options.nodes[option]!,
      pState: options.pState[option]!,
      ...(environment === 'serial' ? { machine: schedule.node[first]! } : {}),
      pieces,
      ...(unfinished.has(task) ? { finished: false as const } : {}),
    };
  };
  return {
    format: UTILITY_PLAN_FORMAT,
    formatVersion: UTILITY_PLAN_FORMAT_VERSION,
    ...made,
    claimed: { utility, energyJ: [...energyJ], ...(costUsd === null ? {} : { costUsd: [...costUsd] }) },
    runs: Array.from(schedule.task, run),
    dropped: Array.from(schedule.dropped, (task, k) => ({ task: tasks.name(task), atS: schedule.droppedS[k]! })),
  };
}
