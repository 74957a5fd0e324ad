import type { StudyRun } from '../../studies/plan/run.js';
import type { FoundInstance } from './found-instance.js';

/** Number of seeds of a source that are made from its beginning, besides the last. Our choice: as many as are shown. */
const MAX_FIRST = 5;
/** Number of changed instances up to which all are judged. Our choice: some seconds for rooms of thousands of nodes. */
const MAX_ALL = 100;
/** Maximum number of values of an axis that are judged, spread evenly from the first to the last. */
const MAX_VALUES = 10;

/** Returns the seeds whose instances are made in a sample. */
export function sampledSeeds<Seed>(seeds: readonly Seed[]): readonly Seed[] {
  return seeds.length <= MAX_FIRST + 1 ? seeds : [...seeds.slice(0, MAX_FIRST), seeds.at(-1)!];
}

/**
 * Returns the names of a source's instances as a function of their seeds: all equal, or with the seed in one place.
 * Null if the names of the instances that were made follow no such rule.
 */
export function nameBySeed(
  made: readonly (readonly [seed: number | null, name: string])[],
): ((seed: number) => string) | null {
  const [[seed, name] = [null, '']] = made;
  if (made.every((one) => one[1] === name)) return () => name;
  const digits = String(seed);
  for (let at = name.indexOf(digits); at >= 0; at = name.indexOf(digits, at + 1)) {
    const named = (other: number): string => `${name.slice(0, at)}${other}${name.slice(at + digits.length)}`;
    if (made.every((one) => one[0] !== null && one[1] === named(one[0]))) return named;
  }
  return null;
}

/** A run of a changed instance, whose file the study makes. */
export type ChangedRun = StudyRun & { readonly file: string };

/** Returns one run for each changed instance, the first that needs it. */
export function changedRuns(runs: readonly StudyRun[]): readonly ChangedRun[] {
  const seen = new Set<string>();
  return runs.filter((run): run is ChangedRun => {
    const { identity, file } = run;
    if (identity.instance.changes.length === 0 || file === null || seen.has(file)) return false;
    seen.add(file);
    return true;
  });
}

/**
 * Returns a sample of runs of changed instances, one run per instance. It contains only instances that are made; of
 * many, each that has a value of an axis that no earlier one has, and the last.
 */
export function sampledChanges(
  changed: readonly ChangedRun[],
  instances: ReadonlyMap<string, Pick<FoundInstance, 'isMade'>>,
): readonly ChangedRun[] {
  const all = changed.filter(({ cell }) => instances.get(cell['instance'] as string)!.isMade);
  if (all.length <= MAX_ALL) return all;
  const values = new Map<string, Set<unknown>>();
  for (const { identity } of all) {
    for (const { field, value } of identity.instance.changes) {
      values.set(field, (values.get(field) ?? new Set()).add(value));
    }
  }
  const wanted = new Map([...values].map(([field, own]) => [field, new Set(spread([...own], MAX_VALUES))]));
  const shown = new Set<string>();
  return all.filter(({ identity, cell }, n) => {
    const fresh = identity.instance.changes
      .filter(({ field, value }) => wanted.get(field)!.has(value))
      .map(({ field, value }) => JSON.stringify([cell['instance'], field, value]))
      .filter((one) => !shown.has(one));
    for (const one of fresh) shown.add(one);
    return fresh.length > 0 || n === all.length - 1;
  });
}

/** Returns at most `most` entries of a list, evenly spread, with its first and last. */
function spread<Entry>(list: readonly Entry[], most: number): readonly Entry[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, n) => list[Math.round((n * (list.length - 1)) / (most - 1))]!);
}

/**
 * Returns the files of the instances in the sample: those made for a source's seeds, and the sample of changed ones.
 */
export function sampledFiles(runs: readonly StudyRun[], instances: readonly FoundInstance[]): ReadonlySet<string> {
  const byLabel = new Map(instances.map((one) => [one.label, one]));
  const made = instances.filter(({ isMade }) => isMade).map(({ file }) => file);
  return new Set([...made, ...sampledChanges(changedRuns(runs), byLabel).map(({ file }) => file)]);
}
