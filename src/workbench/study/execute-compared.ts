import { resolve } from 'node:path';
import { comparisonsOfFamily, type OpenedComparison } from '../../families/compare-by-solving.js';
import type { Family } from '../../families/family.js';
import { formatFaults } from '../../instances/fault.js';
import { readBytes } from '../../instances/text-file.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { addressOfFile, sha256OfBytes } from './instance-files.js';
import { UNATTENDED } from './unattended.js';

/**
 * The instance that this process read last for a comparison. It is kept, because reading takes longer than many runs.
 */
let last: { readonly key: string; readonly opened: OpenedComparison } | null = null;

/** Executes a run of a comparison. Relative paths refer to the folder `place`. */
export async function comparedRun(run: StudyRun, family: Family, place: string): Promise<Ended> {
  if (run.file === null) return failed('refused', 'the run has no instance');
  const { identity, inputs = {} } = run;
  const file = resolve(place, run.file);
  const files = Object.entries(inputs).map(([name, path]) => [name, resolve(place, path)] as const);
  const words = { ...identity.options, ...Object.fromEntries(files) };
  const variants = identity.more['variants'] === true;
  const key = JSON.stringify([family.name, file, words, variants, identity.instance]);
  if (last?.key !== key) {
    const changed = changedFile(run, file, place);
    if (changed !== null) return failed('refused', `${changed} has changed since it was read`);
    const own = await comparisonsOfFamily(family);
    if (own === null) return failed('refused', `${family.kind} is not compared`);
    const opened = own.open({ file, words, methods: [], variants }, () => false);
    if (!opened.ok) return failed('refused', formatFaults(opened.faults));
    last = { key, opened };
  }
  return last.opened.run(identity, UNATTENDED);
}

/**
 * Returns the name of the option or of the instance whose file has changed since the run was planned; null if no file
 * has.
 */
function changedFile({ identity, inputs = {} }: StudyRun, file: string, place: string): string | null {
  const { sha256, generated, changes, name } = identity.instance;
  const input = Object.entries(inputs).find(
    ([option, path]) => addressOfFile(resolve(place, path)) !== identity.options[option],
  );
  if (input !== undefined) return input[0];
  // A file that a study made has another digest than the instance it was made from.
  if (sha256 === null || generated !== null || changes.length > 0) return null;
  const read = readBytes(file);
  return read.ok && sha256OfBytes(read.bytes) !== sha256 ? name : null;
}
