import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Family, Words } from '../../families/family.js';
import { optionsOf } from '../../families/options.js';
import { readJson } from '../../instances/json-reader.js';
import { outsideReferences } from '../../instances/outside.js';
import { reasonAt, type Refused } from '../../instances/fault.js';
import { readBytes, readTextFile } from '../../instances/text-file.js';
import { makeFolder, writeAtomically } from '../../runs/files.js';
import { folderOfOwn } from '../../runs/own-folder.js';
import { addressOfInput } from '../../studies/plan/expand.js';
import type { RunInstance } from '../../studies/plan/run.js';
import type { InstanceSurroundings } from './found-instance.js';
import { referencesIn } from './references.js';

/** Maximum size of a file that an instance refers to, bytes, as for all input files. */
const MAX_NAMED_BYTES = 2e9;

/** Returns the origin of an instance from a file: digests of the file and of the files that it refers to. */
export function instanceOfFile(file: string): Omit<RunInstance, 'name'> {
  const facts = factsOf(file, '', { allowOutside: true, studyFile: file }, new Map());
  if (!facts.ok) return { sha256: null, generated: null, changes: [] };
  const { sha256, named } = facts;
  return { sha256, ...(Object.keys(named).length === 0 ? {} : { named }), generated: null, changes: [] };
}

/**
 * Writes a generated instance to the study's folder of instances.
 *
 * @throws WriteFailure if the file system refuses
 */
export function writeOwnInstance(file: string, text: string): void {
  makeFolder(dirname(dirname(file)));
  folderOfOwn(file);
  writeAtomically(file, text);
}

/** Returns the value that stands for a file in a run's identity, a digest of its content; null if it cannot be read. */
export function addressOfFile(file: string): string | null {
  const digest = digestOfFile(file);
  return digest === null ? null : addressOfInput(digest);
}

/** Files that the given options of a command name. */
export interface FilesNamed {
  /** Absolute paths of the files, by option; undefined if there are none. */
  readonly inputs: Readonly<Record<string, string>> | undefined;
  /**
   * Value for each file in a run's identity, by option: its digest, because keys contain no paths. Null if it cannot be
   * read.
   */
  readonly digests: Readonly<Record<string, string | null>>;
}

export function filesNamed(family: Family, verb: string, words: Words): FilesNamed {
  const named = optionsOf(family, verb).flatMap(({ name, isInput }) =>
    isInput === true && typeof words[name] === 'string' ? [[name, resolve(words[name])] as const] : [],
  );
  return {
    inputs: named.length === 0 ? undefined : Object.fromEntries(named),
    digests: Object.fromEntries(named.map(([option, path]) => [option, addressOfFile(path)])),
  };
}

/** Returns the SHA-256 of bytes, hexadecimal. */
export function sha256OfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface FileFacts {
  readonly ok: true;
  readonly sha256: string;
  /** SHA-256 of the files that the instance refers to, by name in the instance. */
  readonly named: Readonly<Record<string, string>>;
}

/**
 * Returns the digests of an instance file and of the files that it refers to, or a fault if one is outside the allowed
 * folder or cannot be read.
 */
export function factsOf(
  file: string,
  path: string,
  { allowOutside, studyFile }: Pick<InstanceSurroundings, 'allowOutside' | 'studyFile'>,
  digests: Map<string, string>,
): FileFacts | Refused {
  const read = readTextFile(file);
  if (!read.ok) {
    const { value, allowed, remedy } = read.fault;
    return { ok: false, faults: [{ file: studyFile, path, value: reasonAt(value, file), allowed, remedy }] };
  }
  const named: Record<string, string> = {};
  const sha256 = sha256OfBytes(read.bytes);
  if (!read.text.includes('"file"')) return { ok: true, sha256, named };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, faults: json.faults.map((fault) => ({ file, ...fault })) };
  const outside = allowOutside ? [] : outsideReferences(json.value, dirname(file), file);
  if (outside.length > 0) return { ok: false, faults: outside };
  for (const name of referencesIn(json.value)) {
    const target = resolve(dirname(file), name);
    const known = digests.get(target) ?? digestOfFile(target);
    // One that cannot be read is refused by the instance's family, which says more.
    if (known === null) continue;
    digests.set(target, known);
    named[name] = known;
  }
  return { ok: true, sha256, named };
}

function digestOfFile(file: string): string | null {
  const read = readBytes(file, MAX_NAMED_BYTES);
  return read.ok ? sha256OfBytes(read.bytes) : null;
}
