import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';
import { check } from '../../workbench/check.js';
import { answerOf } from '../answer.js';

/** Runs `plenum check` and returns the exit code: 0 for a feasible plan, otherwise 3. */
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
