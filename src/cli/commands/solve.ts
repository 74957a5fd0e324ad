import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';
import { outputFault } from '../../workbench/places.js';
import { filesOfSolve, solve } from '../../workbench/solve.js';
import { answerOf } from '../answer.js';
import { OptionError } from '../options.js';
import { refuse } from '../output.js';

export async function solveCommand(
  file: string,
  options: CommonValues<'solve'>,
  families?: readonly Family[],
): Promise<number> {
  const { seed, timeLimit, workLimit, bound, out, baseline, force, json, ...words } = options;
  if (out !== undefined) {
    if (out.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
    const { inputs, outputs } = filesOfSolve(file, words, out, families);
    const inTheWay = outputFault('--out', outputs, {
      inputs: baseline === undefined ? inputs : [...inputs, baseline],
      force,
    });
    if (inTheWay !== null) return refuse([inTheWay], json);
  }
  return answerOf(json, async ({ asked, askedTwice, onProgress }) => {
    const limits = { timeLimitS: timeLimit ?? null, workLimit: workLimit ?? null };
    const places = { out: out ?? null, baseline: baseline ?? null };
    const request = { file, words, seed, limits, withBound: bound, ...places, nowS: monotonicS, onProgress };
    const answer = await solve({ ...request, interrupted: asked, interruptedTwice: askedTwice }, families);
    return answer.ok ? { ...answer, notes: json ? [] : answer.record.warnings } : answer;
  });
}
