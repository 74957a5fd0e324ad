import type { RobustInstance, TaskRow } from '../../../../models/problems/robust/instance.js';
import type { TaskTimes } from '../../../../models/problems/robust/times.js';
import { columnsOf } from './columns.js';

/** The columns that rows give times of. */
export function columnsNamedIn(rows: readonly TaskRow[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { meanS } of rows) for (const column of Object.keys(meanS)) named.add(column);
  return named;
}

/** Times of rows that were judged consistent, in double precision as given. `named`: the columns there are. */
export function tableTimes(instance: RobustInstance, rows: readonly TaskRow[], named: ReadonlySet<string>): TaskTimes {
  const columns = columnsOf(instance, named);
  const count = columns.names.length;
  const meanS = new Float64Array(rows.length * count).fill(Infinity);
  const varianceS2 = new Float64Array(rows.length * count);
  const typeIndex = new Map(instance.workload.taskTypes.map(({ name }, index) => [name, index]));
  for (const [task, row] of rows.entries()) {
    for (const [column, name] of columns.names.entries()) {
      const mean = Object.hasOwn(row.meanS, name) ? row.meanS[name]! : undefined;
      if (mean === undefined) continue;
      meanS[task * count + column] = mean;
      varianceS2[task * count + column] = row.varianceS2?.[name] ?? ((row.coefficientOfVariation ?? 0) * mean) ** 2;
    }
  }
  return {
    taskCount: rows.length,
    taskName: (task) => rows[task]!.name,
    taskType: Uint8Array.from(rows, ({ taskType }) => typeIndex.get(taskType)!),
    columnNames: columns.names,
    columnOfNode: columns.ofNode,
    meanS,
    varianceS2,
  };
}
