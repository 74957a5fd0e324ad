import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { simulate } from '../../workbench/simulate.js';
import { answerOf } from '../answer.js';

/**
 * Runs `plenum simulate` and returns the exit code: 3 if a plan violates a limit, 4 if it was interrupted before each
 * plan had a sample.
 */
export async function simulateCommand(
  file: string,
  planFiles: readonly string[],
  options: CommonValues<'simulate'>,
  families?: readonly Family[],
): Promise<number> {
  const { json, seed, out, force, ...words } = options;
  return answerOf(json, ({ asked, onNote }) => {
    const place = { out: out ?? null, overwrite: force, onNote };
    return simulate({ ...place, file, planFiles, words, seed, interrupted: asked }, families);
  });
}
