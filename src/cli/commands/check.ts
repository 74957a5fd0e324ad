import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';
import { check } from '../../workbench/check.js';
import { answerOf } from '../answer.js';

/** `plenum check`: exit code 0 feasible, 3 not. */
export function checkCommand(
  file: string,
  planFile: string,
  { json, ...words }: CommonValues<'check'>,
  families?: readonly Family[],
): Promise<number> {
  return answerOf(json, async () => {
    const answer = await check({ file, planFile, words, nowS: monotonicS }, families);
    if (!answer.ok) return answer;
    const { record, lines } = answer;
    const ended = record.feasible === true ? 'solved' : 'noFeasiblePlan';
    return { ok: true, record, text: lines.join('\n'), notes: record.warnings, ended };
  });
}
