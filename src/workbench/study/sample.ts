import type { StudyRun } from '../../studies/plan/run.js';
import type { FoundInstance } from './found-instance.js';

/**
 * Number of seeds of an instance source that a sample contains, from the first on. The last seed is added. Our choice:
 * as many as the output shows.
 */
const MAX_FIRST = 5;
/**
 * Number of changed instances up to which all are validated, not a sample. Our choice: some seconds for rooms with
 * thousands of nodes.
 */
const MAX_ALL = 100;
/** Maximum number of values of a varied parameter in a sample, spread evenly from first to last. */
const MAX_VALUES = 10;

/** Returns the seeds whose instances are generated in a sample. */
export function sampledSeeds<Seed>(seeds: readonly Seed[]): readonly Seed[] {
  return seeds.length <= MAX_FIRST + 1 ? seeds : [...seeds.slice(0, MAX_FIRST), seeds.at(-1)!];
}

/**
 * Returns a function from seed to instance name, derived from generated instances; null unless their names are all
 * equal or differ only by the seed in them.
 *
 * @param made seeds and names of generated instances
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

/** A run of a changed instance, whose file the study generates. */
export type ChangedRun = StudyRun & { readonly file: string };

/** Returns the first run of each changed instance. */
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
 * Returns a sample of runs with changed instances, one run per instance. Instances whose original was not generated are
 * left out. If at most MAX_ALL instances remain, all are in the sample. Otherwise it has the first run with each of
 * several values of a field, and the last run.
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

/** Returns at most `most` entries of a list, spread evenly from first to last. */
function spread<Entry>(list: readonly Entry[], most: number): readonly Entry[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, n) => list[Math.round((n * (list.length - 1)) / (most - 1))]!);
}

/** Returns the files of the sample's instances: the generated ones and a sample of the changed ones. */
export function sampledFiles(runs: readonly StudyRun[], instances: readonly FoundInstance[]): ReadonlySet<string> {
  const byLabel = new Map(instances.map((one) => [one.label, one]));
  const made = instances.filter(({ isMade }) => isMade).map(({ file }) => file);
  return new Set([...made, ...sampledChanges(changedRuns(runs), byLabel).map(({ file }) => file)]);
}
