import type { PoolRuns } from '../../../../../models/families/utility/workload.js';
import type { UtilityPool } from '../../../../../models/families/utility/instance.js';
import type { TaskTypeRow, TaskTypeRun } from '../../../../../models/families/utility/task-types.js';
import { listedType, type TaskType } from './task-type.js';

/**
 * Returns the task types that an instance lists.
 *
 * @param classIndex returns the index of a utility class by its name
 */
export function tableTypes(
  rows: readonly TaskTypeRow[],
  pools: readonly UtilityPool[],
  classIndex: (name: string) => number,
): TaskType[] {
  const special = new Set(pools.filter((pool) => pool.special).map(({ name }) => name));
  return rows.map((row) => {
    const byPool = new Map<string, TaskTypeRun[]>();
    for (const run of row.runs) {
      const own = byPool.get(run.pool);
      if (own === undefined) byPool.set(run.pool, [run]);
      else own.push(run);
    }
    return {
      ...listedType(row, classIndex),
      special: row.runs.some(({ pool }) => special.has(pool)),
      runs: pools.map(({ name }) => {
        const own = byPool.get(name);
        return own === undefined ? null : interpolated(own);
      }),
    };
  });
}

/**
 * Returns the times and powers of a task type on a pool for every number of nodes, interpolated linearly between the
 * listed numbers.
 */
export function interpolated(listed: readonly TaskTypeRun[]): PoolRuns {
  const runs = [...listed].sort((a, b) => (a.nodes ?? 1) - (b.nodes ?? 1));
  const counts = runs.map(({ nodes = 1 }) => nodes);
  const along = (nodes: number, of: (run: TaskTypeRun) => number): number => {
    const after = counts.findIndex((count) => count >= nodes);
    const high = of(runs[after]!);
    if (counts[after] === nodes) return high;
    const low = of(runs[after - 1]!);
    return low + ((high - low) * (nodes - counts[after - 1]!)) / (counts[after]! - counts[after - 1]!);
  };
  return {
    leastNodes: counts[0]!,
    mostNodes: counts.at(-1)!,
    pStates: runs[0]!.pStates.length,
    timeS: (nodes, k) => along(nodes, ({ pStates }) => pStates[k]!.timeS),
    powerW: (nodes, k) => along(nodes, ({ pStates }) => pStates[k]!.powerW ?? 0),
  };
}
