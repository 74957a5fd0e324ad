import type { Family } from '../../families/family.js';
import { explain, type ExplainRequest } from '../../workbench/explain.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { noteWarnings, printJson, printLines, unopened } from '../output.js';
import { progressLine } from '../progress.js';

export interface ExplainOptions {
  readonly hard?: string;
  readonly prices?: string;
  readonly timeLimit?: number;
  readonly json: boolean;
}

/** `plenum explain`: exit code 3 where a limit stands in the way of every plan, or seems to. */
export async function explainCommand(
  file: string,
  planFile: string | undefined,
  options: ExplainOptions,
  families?: readonly Family[],
): Promise<number> {
  const { json, timeLimit, ...words } = options;
  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const request: ExplainRequest = {
      ...{ file, words, timeLimitS: timeLimit ?? null },
      plan: planFile === undefined ? null : { planFile },
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    };
    const answer = await explain(request, families);
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { record, lines } = answer;
    if (json) printJson(record);
    else printLines(lines.join('\n'));
    noteWarnings(record.warnings);
    return record.infeasibility === null ? EXIT.solved : EXIT.noFeasiblePlan;
  } finally {
    interrupt.release();
  }
}
