import { resolve } from 'node:path';
import { type Family, isRefused, type Words } from '../../families/family.js';
import type { Fault } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { judgedWords } from '../judged-words.js';

/**
 * Returns the option values with which a run's command is executed: the options in its identity, with absolute paths of
 * input files, and its method. `bound` is true by default.
 */
export function wordsOfRun(
  { identity: { options, method }, inputs = {} }: Pick<StudyRun, 'identity' | 'inputs'>,
  place: string,
): Words {
  const bound = options['bound'] !== false;
  const files = Object.entries(inputs).map(([name, word]) => [name, resolve(place, word)] as const);
  return { ...options, ...Object.fromEntries(files), ...(method === null ? {} : { method }), bound };
}

/**
 * Returns the faults of the options of runs of `plenum solve`. Each distinct set of options is validated once by the
 * family's command.
 */
export async function runWordsFaults(
  runs: readonly StudyRun[],
  families: ReadonlyMap<string, Family>,
  { file, place }: { readonly file: string; readonly place: string },
): Promise<Fault[]> {
  const faults: Fault[] = [];
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
    for (const fault of read.faults) {
      const remedy = `${fault.remedy} (${name}, ${method ?? 'default method'}: leave the combination out with "without".)`;
      faults.push({ ...fault, file, path: `options (${fault.path})`, remedy });
    }
  }
  return faults;
}
