import { resolve } from 'node:path';
import { type Family, isRefused, type Words } from '../../families/family.js';
import type { Problem } from '../../instances/problem.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { studyOptions } from './questions.js';

/** Words of a run as the family's verb is given them: its options with presets, and its method. */
export function wordsOfRun(
  { identity: { options, method, verb }, inputs = {} }: Pick<StudyRun, 'identity' | 'inputs'>,
  family: Family,
  place: string,
): Words {
  const presets = studyOptions(family, verb).flatMap(({ name, preset }) =>
    preset === undefined ? [] : [[name, preset] as const],
  );
  const bound = options['bound'] !== false;
  const files = Object.entries(inputs).map(([name, word]) => [name, resolve(place, word)] as const);
  return {
    ...Object.fromEntries(presets),
    ...options,
    ...Object.fromEntries(files),
    ...(method === null ? {} : { method }),
    bound,
  };
}

/** Problems of the words of runs, each different set of them judged once by the family's verb. */
export async function runWordsProblems(
  runs: readonly StudyRun[],
  families: ReadonlyMap<string, Family>,
  { file, place }: { readonly file: string; readonly place: string },
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const run of runs) {
    const { family: name, verb, method, options } = run.identity;
    const key = JSON.stringify([name, verb, method, options]);
    if (verb !== 'solve' || seen.has(key)) continue;
    seen.add(key);
    const family = families.get(name)!;
    const own = (await family.load()).use((parts) => parts.solve ?? parts.studyRun);
    if (own === undefined) continue;
    const read = own.readWords(wordsOfRun(run, family, place));
    if (!isRefused(read)) continue;
    for (const problem of read.problems) {
      const remedy = `${problem.remedy} (${name}, ${method ?? 'default method'}: leave the combination out with "without".)`;
      problems.push({ ...problem, file, path: `options (${problem.path})`, remedy });
    }
  }
  return problems;
}
