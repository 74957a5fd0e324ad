import { resolve } from 'node:path';
import { type Family, isRefused, type Words } from '../../families/family.js';
import type { Problem } from '../../instances/problem.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { judgedWords } from '../judged-words.js';

/** Words of a run as the family's verb is given them: its options with presets, and its method. */
export function wordsOfRun(
  { identity: { options, method }, inputs = {} }: Pick<StudyRun, 'identity' | 'inputs'>,
  place: string,
): Words {
  const bound = options['bound'] !== false;
  const files = Object.entries(inputs).map(([name, word]) => [name, resolve(place, word)] as const);
  return { ...options, ...Object.fromEntries(files), ...(method === null ? {} : { method }), bound };
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
    const read = judgedWords(family, verb, wordsOfRun(run, place), own);
    if (!isRefused(read)) continue;
    for (const problem of read.problems) {
      const remedy = `${problem.remedy} (${name}, ${method ?? 'default method'}: leave the combination out with "without".)`;
      problems.push({ ...problem, file, path: `options (${problem.path})`, remedy });
    }
  }
  return problems;
}
