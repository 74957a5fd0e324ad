import type { Family } from '../../families/family.js';
import { simulate } from '../../workbench/simulate.js';
import { runStudyCommand, type StudyOptions } from '../study-run.js';

/** `plenum simulate`: exit code 3 when a plan breaks a limit, 4 when interrupted before there was a sample of each. */
export async function simulateCommand(
  file: string,
  planFiles: readonly string[],
  options: StudyOptions,
  families?: readonly Family[],
): Promise<number> {
  const { json, seed, out, force = false, ...words } = options;
  return runStudyCommand(json, ({ asked, onNote }) => {
    const place = { out: out ?? null, overwrite: force, onNote };
    return simulate({ ...place, file, planFiles, words, seed, interrupted: asked }, families);
  });
}
