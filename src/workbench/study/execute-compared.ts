import { resolve } from 'node:path';
import { comparisonsOfFamily, type OpenedComparison } from '../../families/compare-by-solving.js';
import type { Family } from '../../families/family.js';
import { formatFaults } from '../../instances/fault.js';
import type { Kept } from '../../runs/kept.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import { keyOf } from '../../studies/plan/key.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { addressOfFile, instanceOfFile } from './instance-files.js';
import { UNATTENDED } from './unattended.js';

/**
 * Executes a run of a comparison. Relative paths refer to the folder `place`. The instance read last stays in `kept`,
 * because reading takes longer than many runs.
 */
export async function comparedRun(
  { key: runKey, identity, file: path, inputs = {} }: StudyRun,
  family: Family,
  { place, kept }: { readonly place: string; readonly kept: Kept },
): Promise<Ended> {
  if (path === null) return failed('refused', 'the run has no instance');
  const { options, more, instance } = identity;
  const file = resolve(place, path);
  const files = Object.entries(inputs).map(([name, input]) => [name, resolve(place, input)] as const);
  const words = { ...options, ...Object.fromEntries(files) };
  const variants = more['variants'] === true;
  const key = JSON.stringify([family.name, file, words, variants, instance]);
  if (!kept.has(key)) {
    const own = await comparisonsOfFamily(family);
    if (own === null) return failed('refused', `${family.kind} is not compared`);
    const opened = own.open({ file, words, methods: [], variants }, () => false);
    if (!opened.ok) return failed('refused', formatFaults(opened.faults));
    // A file that a study made has another digest than the instance it was made from.
    const isMade = instance.generated !== null || instance.changes.length > 0;
    const digests = Object.fromEntries(files.map(([name, input]) => [name, addressOfFile(input)]));
    const read = isMade ? {} : instanceOfFile(file);
    if (keyOf({ ...identity, options: { ...options, ...digests }, instance: { ...instance, ...read } }) !== runKey) {
      return failed('refused', `${instance.name}, or a file that the run reads, has changed since it was read`);
    }
    kept.clear();
    kept.set(key, opened);
  }
  return (kept.get(key) as OpenedComparison).run(identity, UNATTENDED);
}
