import type { TaskTimes } from '../../../../models/families/robust/times.js';
import { csvText, type CsvLine } from '../../../reports/csv.js';

/**
 * Yields the task times as CSV text in pieces. There is one row per task and column (node or node type) that can run
 * the task (docs/studies/exports.md).
 */
export function* timesCsv(times: TaskTimes, typeNames: readonly string[]): Generator<string> {
  yield csvText([['task', 'task_type', 'column', 'mean_s', 'variance_s2']]);
  const columns = times.columnNames.length;
  for (let task = 0; task < times.taskCount; task++) {
    const lines: CsvLine[] = [];
    for (const [c, name] of times.columnNames.entries()) {
      const meanS = times.meanS[task * columns + c]!;
      if (meanS === Infinity) continue;
      const type = typeNames[times.taskType[task]!]!;
      lines.push([times.taskName(task), type, name, meanS, times.varianceS2[task * columns + c]!]);
    }
    yield csvText(lines);
  }
}
