import type { Mapping } from '../../../../models/problems/robust/mapping.js';
import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';

/** Header of a robust plan as CSV: one row per task, in the instance's order. Cores are numbered from 0 within their node. */
export const ROBUST_PLAN_CSV_COLUMNS = [
  ...(['task', 'node', 'core', 'p_state', 'frequency_ghz', 'mean_s', 'sd_s'] as const),
  'coefficient_of_variation',
] as const;

/** Plan as an operator applies it, in CSV (RFC 4180: CRLF, quotes doubled). */
export function robustPlanCsv(problem: RobustProblem, { core, pState }: Mapping): string {
  const lines = Array.from({ length: problem.taskCount }, (_, task): CsvLine => {
    const node = problem.nodes[problem.nodeOfCore[core[task]!]!]!;
    const place = task * problem.columnCount + node.column;
    const scale = node.timeScale[problem.taskType[task]! * node.pStateCount + pState[task]!]!;
    const meanS = problem.meanS[place]!;
    const sdS = Math.sqrt(problem.varianceS2[place]!);
    return [
      problem.taskName(task),
      node.name,
      core[task]! - node.firstCore,
      pState[task]!,
      node.frequencyGHz[pState[task]!]!,
      meanS * scale,
      sdS * scale,
      sdS / meanS,
    ];
  });
  return csvText([ROBUST_PLAN_CSV_COLUMNS, ...lines]);
}
