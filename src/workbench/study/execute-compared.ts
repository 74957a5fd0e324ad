import { resolve } from 'node:path';
import type { ComparedRun, OpenedComparison } from '../../families/compare.js';
import type { Family, Words } from '../../families/family.js';
import { formatFaults } from '../../instances/fault.js';
import { readBytes } from '../../instances/text-file.js';
import { monotonicS } from '../../runs/clock.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { addressOfFile, sha256OfBytes } from './instance-files.js';

/**
 * The instance that this process opened last for a comparison. It is reused, because reading an instance takes longer
 * than many runs.
 */
let last: { readonly key: string; readonly opened: OpenedComparison } | null = null;

/** Executes a run of a comparison. Relative paths refer to the folder `place`. */
export async function comparedRun(run: StudyRun, family: Family, place: string): Promise<Ended> {
  if (run.file === null) return failed('refused', 'the run has no instance');
  const file = resolve(place, run.file);
  const { label, words, seed, variants } = comparedRunOf(run, place);
  const key = JSON.stringify([family.name, file, words, variants, run.identity.instance]);
  if (last?.key !== key) {
    const changed = changedFile(run, file, place);
    if (changed !== null) return failed('refused', `${changed} has changed since it was read`);
    const own = (await family.load()).use(({ compare }) => compare);
    if (own === undefined) return failed('refused', `${family.kind} is not compared`);
    const opened = own.open({ file, words, variants, shouldStop: () => false });
    if (!opened.ok) return failed('refused', formatFaults(opened.faults));
    last = { key, opened };
  }
  return last.opened.run(
    { label, words, seed, variants },
    {
      limits: run.identity.budget,
      nowS: monotonicS,
      // The process that asked for the run ends it.
      interrupted: () => false,
      interruptedTwice: () => false,
      onProgress: () => undefined,
    },
  );
}

/**
 * Returns the family's request for a run of a comparison: method, options, seed and whether the runs are on variants of
 * the instance.
 */
export function comparedRunOf({ identity, inputs = {} }: StudyRun, place: string): ComparedRun {
  const { method, options, seed, more } = identity;
  const files = Object.entries(inputs).map(([name, file]) => [name, resolve(place, file)] as const);
  const words: Words = { ...options, ...Object.fromEntries(files) };
  return { label: method!, words, seed, variants: more['variants'] === true };
}

/** Returns the name of a file whose content has changed since the run was planned; null if none has. */
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
