import type { Refused } from '../../instances/fault.js';
import { groupedBy } from '../../studies/analysis/grouped-by.js';
import { canonicalJson } from '../../studies/plan/canonical-json.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { ComparisonOfStudy } from '../compare.js';
import { wordsOfRun } from './run-words.js';
import type { VerbSurroundings } from './verb-answer.js';

/** Groups cells (combinations of parameter values) of a study into comparisons. */
export function comparisonsOf(
  study: Study,
  cells: readonly StudyRun[],
  { families, file, place, isOpened }: VerbSurroundings,
): { readonly ok: true; readonly comparisons: readonly ComparisonOfStudy[] } | Refused {
  const refused = (path: string, value: unknown, allowed: string, remedy: string): Refused => {
    return { ok: false, faults: [{ file, path, value, allowed, remedy }] };
  };
  const { reference, vary = false, ...others } = study.words;
  const [strange] = Object.keys(others);
  if (strange !== undefined) return refused('words', strange, 'reference, vary', 'Correct or remove it.');
  if (typeof vary !== 'boolean') return refused('words.vary', vary, 'true or false', 'Correct it.');
  if (reference !== undefined && typeof reference !== 'string') {
    return refused('words.reference', reference, 'a method of the comparison', 'Correct it.');
  }
  const groups = groupedBy(cells, ({ identity }) => canonicalJson({ ...identity, method: null, seed: null }));
  const comparisons: ComparisonOfStudy[] = [];
  for (const own of groups.values()) {
    const { identity, file: instanceFile, cell, ...first } = own[0]!;
    const methods = [...new Set(own.map((one) => one.identity.method!))];
    const seeds = [...new Set(own.map((one) => one.identity.seed))].sort((one, other) => one - other);
    if (seeds.some((seed, t) => seed !== seeds[0]! + t) || own.length !== methods.length * seeds.length) {
      const value = `${String(cell['instance'])}: ${seeds.join(', ')}`;
      const allowed = 'consecutive seeds, each with every method: trial t has the first seed plus t';
      return refused('seeds', value, allowed, 'Write a range, e.g. "1..10".');
    }
    comparisons.push({
      family: families.find(({ name }) => name === identity.family)!,
      instance: identity.instance,
      isRead: isOpened(instanceFile!),
      file: instanceFile!,
      words: wordsOfRun({ ...first, identity: { ...identity, method: null } }, place),
      methods,
      reference,
      trials: seeds.length,
      seed: seeds[0]!,
      variants: vary,
      limits: identity.budget,
      workers: 1,
    });
  }
  return { ok: true, comparisons };
}
