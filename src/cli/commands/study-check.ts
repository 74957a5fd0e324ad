import { printJson, printLines, unopened } from '../output.js';
import { checkStudy } from '../../workbench/study/check.js';
import { EXIT } from '../exit-codes.js';
import type { StudyWords } from '../study-surroundings.js';

export interface StudyCheckOptions {
  readonly out?: string;
  readonly yes: boolean;
  readonly allowOutside: boolean;
  readonly allowModules: boolean;
  readonly json: boolean;
}

/** `plenum study check`: exit code 0 or 2. */
export async function studyCheckCommand(
  study: string,
  { out, yes, allowOutside, allowModules, json }: StudyCheckOptions,
  { families, packageDirectory, plenumVersion }: StudyWords,
): Promise<number> {
  const answer = await checkStudy({
    study,
    out: out ?? null,
    yes,
    allowOutside,
    allowModules,
    families,
    packageDirectory,
    plenumVersion,
  });
  if (!answer.ok) return unopened(answer, json);
  if (json) printJson(answer.record);
  else printLines(answer.text);
  return EXIT.solved;
}
