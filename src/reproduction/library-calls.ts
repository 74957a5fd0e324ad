import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readTextFile } from '../instances/text-file.js';
import { formatFaults, open, type Refused, type Solved } from '../library/index.js';

/** Calls `work` with a temporary folder, which is removed afterwards. The library reads instances from files. */
export async function inTemporaryFolder<Made>(work: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-trial-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the result of a library call that must have succeeded.
 *
 * @throws Error with the faults if the library refused the input
 */
export function accepted<Answer extends { readonly ok: true }>(answer: Answer | Refused): Answer {
  if (!answer.ok) throw new Error(formatFaults(answer.faults));
  return answer;
}

/** How a solve ended, as trials record it. */
export type Outcome = 'plan' | 'infeasible' | 'no plan' | 'breaks limits';

export function outcomeOf({ plan, record: { termination, feasible } }: Solved): Outcome {
  if (termination === 'infeasible') return 'infeasible';
  if (plan === null) return 'no plan';
  return feasible === true ? 'plan' : 'breaks limits';
}

/**
 * Returns the parsed content of an instance file.
 *
 * @throws Error if the file cannot be read
 */
export function writtenInstance(file: string): unknown {
  const read = readTextFile(file);
  if (!read.ok) throw new Error(`${file}: ${String(read.fault.value)}`);
  return JSON.parse(read.text);
}

/** Temporary folders kept from one trial to the next, by name. */
const kept = new Map<string, string>();

/**
 * Returns a new temporary folder, which replaces the previous folder of the same name. The last one is removed when the
 * process ends.
 */
export function keptFolder(name: string): string {
  if (kept.size === 0) process.once('exit', removeKept);
  const before = kept.get(name);
  if (before !== undefined) rmSync(before, { recursive: true, force: true });
  const folder = mkdtempSync(join(tmpdir(), `plenum-${name}-`));
  kept.set(name, folder);
  return folder;
}

function removeKept(): void {
  for (const folder of kept.values()) rmSync(folder, { recursive: true, force: true });
}

export function folderOf(file: string): string {
  return dirname(file);
}

/** Cache of the paths of bundled instances, by name: finding one means opening the instance, which takes time. */
const found = new Map<string, Promise<string>>();

/** Returns the path of a bundled instance such as `utility/curie`. */
export function bundledFile(name: string): Promise<string> {
  const known = found.get(name) ?? open(name).then((answer) => accepted(answer).file);
  found.set(name, known);
  return known;
}

/** Writes an instance, changed by `change`, into a folder and returns its path. */
export function alteredInstance<Instance>(
  file: string,
  folder: string,
  change: (instance: Instance) => Instance,
): string {
  return fileIn(folder, `altered-${basename(file)}`, JSON.stringify(change(writtenInstance(file) as Instance)));
}

/** Writes a file into a folder of this process and returns its path. */
export function fileIn(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
