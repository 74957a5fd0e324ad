import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import type { Draft } from './draft.js';
import { type FileFormat, formatFault } from './format-fault.js';
import { readJson } from './json-reader.js';
import { faultInNamedFile } from './outside.js';
import { capped, type LocalFault, type Fault, type Refused } from './fault.js';
import { judgeBySchema } from './schema-faults.js';
import { readTextFile } from './text-file.js';

/** Format of the instance files of a problem family, with its schema and its checks between fields. */
export interface InstanceFormat<Written, Instance> extends FileFormat {
  readonly schema: z.ZodType<Written>;
  /** Maximum number of entries of all lists of a file together. */
  readonly mostListEntries?: number;
  /** Returns the faults of fields that do not agree. In a faulty file, it sees only the valid parts. */
  readonly consistency: (written: Written | Draft<Written>) => LocalFault[];
  /**
   * Returns further faults of a file in which every field is valid by itself.
   *
   * @param known faults already found
   */
  readonly whole?: (written: Written, known: readonly LocalFault[]) => LocalFault[];
  /** Converts the content of a valid file to the instance that it describes. */
  readonly instanceOf: (written: Written) => Instance;
}

export type Judged<Instance> =
  | { readonly ok: true; readonly instance: Instance }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** An instance that was read from a file. Other files that it names have not been read. */
export interface ReadInstance<Instance> {
  readonly ok: true;
  readonly instance: Instance;
  /** Content of the file, as bytes. */
  readonly bytes: Uint8Array;
  /** Absolute path of the instance file's folder, to which names of other files are relative. */
  readonly directory: string;
}

/** Functions that read and validate instances of one problem family. They return all faults and do not throw. */
export interface InstanceReader<Instance> {
  /** Validates a parsed JSON value. */
  readonly judge: (raw: unknown) => Judged<Instance>;
  /** Validates the text of an instance file. */
  readonly judgeText: (text: string) => Judged<Instance>;
  readonly read: (file: string) => ReadInstance<Instance> | Refused;
}

export function instanceReader<Written, Instance>(format: InstanceFormat<Written, Instance>): InstanceReader<Instance> {
  const judge = (raw: unknown): Judged<Instance> => {
    const foreign = formatFault(raw, format);
    if (foreign !== null) return { ok: false, faults: [foreign] };
    const verdict = judgeBySchema<Written>(format.schema, raw, format.mostListEntries);
    if (!verdict.ok) {
      return { ok: false, faults: capped([...verdict.faults, ...format.consistency(verdict.draft)]) };
    }
    const written = verdict.instance;
    const consistency = format.consistency(written);
    const faults = [...consistency, ...(format.whole?.(written, consistency) ?? [])];
    return faults.length === 0
      ? { ok: true, instance: format.instanceOf(written) }
      : { ok: false, faults: capped(faults) };
  };
  const judgeText = (text: string): Judged<Instance> => {
    const json = readJson(text);
    return json.ok ? judge(json.value) : json;
  };
  const read = (file: string): ReadInstance<Instance> | Refused => {
    const found = readTextFile(file);
    if (!found.ok) return { ok: false, faults: [{ file, ...found.fault }] };
    const judged = judgeText(found.text);
    if (!judged.ok) return { ok: false, faults: judged.faults.map((fault) => ({ file, ...fault })) };
    return { ok: true, instance: judged.instance, bytes: found.bytes, directory: dirname(resolve(file)) };
  };
  return { judge, judgeText, read };
}

/** Returns the SHA-256, hexadecimal, of a file's bytes followed by those of the files that it names. */
export function sha256Of(bytes: Uint8Array, more: readonly Uint8Array[] = []): string {
  const hash = createHash('sha256').update(bytes);
  for (const one of more) hash.update(one);
  return hash.digest('hex');
}

type Contents =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: LocalFault };
type Parsed = { readonly ok: true } | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Reads and parses a file that an instance names; returns its content or its faults.
 *
 * @param isUsers true if the user, not the instance, named the file; faults may then show its lines, wherever it lies
 */
export function readNamed<Found extends Parsed>(
  {
    directory,
    file,
    isUsers = false,
  }: { readonly directory: string; readonly file: string; readonly isUsers?: boolean },
  read: (file: string) => Contents,
  parse: (text: string) => Found,
): { readonly ok: true; readonly found: Extract<Found, { readonly ok: true }>; readonly bytes: Uint8Array } | Refused {
  const contents = read(file);
  if (!contents.ok) return { ok: false, faults: [{ file, ...contents.fault }] };
  const found: Parsed = parse(contents.text);
  if (found.ok) return { ok: true, found: found as Extract<Found, { readonly ok: true }>, bytes: contents.bytes };
  const inFile = (fault: LocalFault): Fault =>
    isUsers ? { file, ...fault } : faultInNamedFile(directory, file, fault);
  return { ok: false, faults: found.faults.map(inFile) };
}
