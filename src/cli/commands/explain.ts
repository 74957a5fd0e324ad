import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';
import { explain } from '../../workbench/explain.js';
import { answerOf } from '../answer.js';

/**
 * Runs `plenum explain` and returns the exit code: 3 if no feasible plan was found, even if it is not proven that none
 * exists.
 */
export function explainCommand(
  file: string,
  planFile: string | undefined,
  { json, timeLimit, ...words }: CommonValues<'explain'>,
  families?: readonly Family[],
): Promise<number> {
  return answerOf(json, async ({ asked: interrupted, onProgress }) => {
    const plan = planFile === undefined ? null : { planFile };
    const request = { file, plan, words, timeLimitS: timeLimit ?? null, nowS: monotonicS, interrupted, onProgress };
    const answer = await explain(request, families);
    if (!answer.ok) return answer;
    const { record, lines } = answer;
    const ended = record.infeasibility === null ? 'solved' : 'infeasible';
    return { ok: true, record, text: lines.join('\n'), notes: record.warnings, ended };
  });
}
