import { join } from 'node:path';
import { solveOfUtility } from '../../../src/families/utility/solve.js';
import type { UtilityRunResult } from '../../../src/families/utility/runs/result.js';
import { repository } from '../repository.js';

/** Result and report of a bundled instance, solved in this process without a clock. */
export async function pageOf(
  name: string,
  method: string,
  withBound: boolean,
  workLimit: number | null = null,
): Promise<[UtilityRunResult, string]> {
  const solved = await solveOfUtility.solve({
    file: join(repository, 'instances/utility', `${name}.json`),
    words: { method },
    seed: 1,
    withBound,
    limits: { timeLimitS: null, workLimit },
    nowS: () => 0,
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
  });
  if (!solved.ok) throw new Error(JSON.stringify(solved.faults));
  const { page } = await solved.texts();
  return [solved.result as UtilityRunResult, page!({ report: 'report.html' })];
}
