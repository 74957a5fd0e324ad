import type { Family } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import { canonicalJson } from '../../studies/plan/canonical-json.js';
import type { RunInstance, StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { CompareRequest } from '../compare.js';
import { wordsOfRun } from './run-words.js';
import type { Turn } from './turns.js';

/** What a study provides if it asks a verb for its runs. */
export interface VerbSurroundings {
  /** Absolute folder to which the study's relative paths refer. */
  readonly place: string;
  readonly families: readonly Family[];
  /** Name of the study file in faults. */
  readonly file: string;
  /** Lets signals be handled; called after each question. */
  readonly turn: Turn;
  /** Returns true if the file of an instance is read to check the question; false if the sample leaves it out. */
  readonly isOpened: (file: string) => boolean;
}

/**
 * One comparison of a study: all of its methods on all of its seeds, on one instance with one set of options and
 * limits.
 */
export type PlannedComparison = Pick<
  CompareRequest,
  'file' | 'words' | 'methods' | 'reference' | 'trials' | 'seed' | 'variants' | 'limits'
> & { readonly family: Family; readonly instance: RunInstance };

/** Options of a study of comparisons besides those of `compare`. */
const WORDS = ['reference', 'vary'] as const;

/** Returns the comparisons that consist of these cells of a study. */
export function comparisonsOf(
  study: Study,
  cells: readonly StudyRun[],
  { families, file, place }: Omit<VerbSurroundings, 'turn' | 'isOpened'>,
): { readonly ok: true; readonly comparisons: readonly PlannedComparison[] } | Refused {
  const refused = (path: string, value: unknown, allowed: string, remedy: string): Refused => {
    return { ok: false, faults: [{ file, path, value, allowed, remedy }] };
  };
  const strange = Object.keys(study.words).find((word) => !WORDS.some((known) => known === word));
  if (strange !== undefined) return refused('words', strange, WORDS.join(', '), 'Correct or remove it.');
  const { reference, vary = false } = study.words;
  if (typeof vary !== 'boolean') return refused('words.vary', vary, 'true or false', 'Correct it.');
  if (reference !== undefined && typeof reference !== 'string') {
    return refused('words.reference', reference, 'a method of the comparison', 'Correct it.');
  }
  const groups = new Map<string, StudyRun[]>();
  for (const one of cells) {
    const key = canonicalJson({ ...one.identity, method: null, seed: null });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const comparisons: PlannedComparison[] = [];
  for (const own of groups.values()) {
    const [first] = own as [StudyRun];
    const { identity, file: instanceFile, cell } = first;
    const methods = [...new Set(own.map((one) => one.identity.method!))];
    const seeds = [...new Set(own.map((one) => one.identity.seed))].sort((one, other) => one - other);
    if (seeds.some((seed, t) => seed !== seeds[0]! + t) || own.length !== methods.length * seeds.length) {
      const allowed = 'consecutive seeds, each with every method: trial t has the first seed plus t';
      return refused(
        'seeds',
        `${String(cell['instance'])}: ${seeds.join(', ')}`,
        allowed,
        'Write a range, e.g. "1..10".',
      );
    }
    const family = families.find(({ name }) => name === identity.family)!;
    const words = Object.fromEntries(
      Object.entries(wordsOfRun(first, place)).filter(([name]) => name !== 'bound' && name !== 'method'),
    );
    const { instance } = identity;
    comparisons.push({
      file: instanceFile!,
      words,
      methods,
      trials: seeds.length,
      seed: seeds[0]!,
      variants: vary,
      instance,
      reference,
      limits: identity.budget,
      family,
    });
  }
  return { ok: true, comparisons };
}
