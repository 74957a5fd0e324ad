import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readTextFile } from '../instances/text-file.js';
import { formatFaults, type Refused } from '../library/index.js';

/** Work in a folder for temporary files, which is removed afterwards: instances of the library are files. */
export async function inTemporaryFolder<Made>(work: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-trial-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An answer of the library. @throws Error with its problems where it was refused: what an experiment asks is to be answered */
export function accepted<Answer extends { readonly ok: true }>(answer: Answer | Refused): Answer {
  if (!answer.ok) throw new Error(formatFaults(answer.faults));
  return answer;
}

/** Returns the JSON of an instance file. @throws Error where the file cannot be read */
export function writtenInstance(file: string): unknown {
  const read = readTextFile(file);
  if (!read.ok) throw new Error(`${file}: ${String(read.fault.value)}`);
  return JSON.parse(read.text);
}

/** Writes an instance, altered as `change` says, into a folder; returns the new file's path. */
export function alteredInstance<Instance>(
  file: string,
  folder: string,
  change: (instance: Instance) => Instance,
): string {
  const altered = join(folder, `altered-${basename(file)}`);
  writeFileSync(altered, JSON.stringify(change(writtenInstance(file) as Instance)));
  return altered;
}
