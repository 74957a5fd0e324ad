import type { Mapping } from '../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';

/**
 * Columns of a plan as CSV. It has one row per task in the order of the instance. Cores are numbered from 0 in their
 * node.
 */
export const ROBUST_PLAN_CSV_COLUMNS = [
  ...(['task', 'node', 'core', 'p_state', 'frequency_ghz', 'mean_s', 'sd_s'] as const),
  'coefficient_of_variation',
] as const;

/** Returns a plan as CSV text for operators, with one row per task (RFC 4180: CRLF, quotes doubled). */
export function robustPlanCsv(model: RobustModel, { core, pState }: Mapping): string {
  const lines = Array.from({ length: model.taskCount }, (_, task): CsvLine => {
    const node = model.nodes[model.nodeOfCore[core[task]!]!]!;
    const place = task * model.columnCount + node.column;
    const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState[task]!]!;
    const meanS = model.meanS[place]!;
    const sdS = Math.sqrt(model.varianceS2[place]!);
    return [
      model.taskName(task),
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
