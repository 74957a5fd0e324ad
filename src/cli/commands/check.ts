import type { Family } from '../../families/family.js';
import { check } from '../../workbench/check.js';
import { EXIT } from '../exit-codes.js';
import { noteWarnings, printJson, printLines, refuse } from '../output.js';

export interface CheckOptions {
  readonly constraints?: string;
  readonly problem?: string;
  readonly json: boolean;
}

/** `plenum check`: exit code 0 feasible, 3 not. */
export async function checkCommand(
  file: string,
  planFile: string,
  options: CheckOptions,
  families?: readonly Family[],
): Promise<number> {
  const { json, ...words } = options;
  const answer = await check({ file, planFile, words, nowS: () => performance.now() / 1000 }, families);
  if (!answer.ok) return refuse(answer.problems, json);
  const { record, lines } = answer;
  if (json) printJson(record);
  else printLines(lines.join('\n'));
  noteWarnings(record.warnings);
  return record.feasible === true ? EXIT.solved : EXIT.noFeasiblePlan;
}
