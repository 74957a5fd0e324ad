import { resolve } from 'node:path';
import { comparisonsOfFamily, type OpenedComparison } from '../../families/compare-by-solving.js';
import type { Family } from '../../families/family.js';
import { formatFaults } from '../../instances/fault.js';
import { readBytes } from '../../instances/text-file.js';
import type { Kept } from '../../runs/kept.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { addressOfFile, sha256OfBytes } from './instance-files.js';
import { UNATTENDED } from './unattended.js';

/**
 * Executes a run of a comparison. Relative paths refer to the folder `place`. The instance read last stays in `kept`,
 * because reading takes longer than many runs.
 */
export async function comparedRun(
  { identity, file: path, inputs = {} }: StudyRun,
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
    // A file that a study made has another digest than the instance it was made from.
    const isOwn = instance.sha256 !== null && instance.generated === null && instance.changes.length === 0;
    const read = isOwn ? readBytes(file) : null;
    const isChanged = read?.ok === true && sha256OfBytes(read.bytes) !== instance.sha256;
    const [changed] = [
      ...files.flatMap(([name, input]) => (addressOfFile(input) === options[name] ? [] : [name])),
      ...(isChanged ? [instance.name] : []),
    ];
    if (changed !== undefined) return failed('refused', `${changed} has changed since it was read`);
    const own = await comparisonsOfFamily(family);
    if (own === null) return failed('refused', `${family.kind} is not compared`);
    const opened = own.open({ file, words, methods: [], variants }, () => false);
    if (!opened.ok) return failed('refused', formatFaults(opened.faults));
    kept.clear();
    kept.set(key, opened);
  }
  return (kept.get(key) as OpenedComparison).run(identity, UNATTENDED);
}
