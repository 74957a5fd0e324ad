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

/** What a family declares of its instance files. */
export interface InstanceFormat<Written, Instance> extends FileFormat {
  readonly schema: z.ZodType<Written>;
  /** Maximum number of entries of all lists. */
  readonly mostListEntries?: number;
  /** Returns the faults between several fields, of as much of a file as is valid. */
  readonly consistency: (written: Written | Draft<Written>) => LocalFault[];
  /** Returns further faults of a file in which every field is valid, in addition to the known ones. */
  readonly whole?: (written: Written, known: readonly LocalFault[]) => LocalFault[];
  /** Returns the instance that a valid file stands for; if absent, the instance is what is written. */
  readonly instanceOf: (written: Written) => Instance;
}

export type Judged<Instance> =
  | { readonly ok: true; readonly instance: Instance }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** An instance from a file, before anything that it names is read. */
export interface ReadInstance<Instance> {
  readonly ok: true;
  readonly instance: Instance;
  readonly bytes: Uint8Array;
  /** Absolute path of the instance's folder; other files that the instance names are relative to it. */
  readonly directory: string;
}

/** Reads and checks a family's instances. A bad file throws nothing; all its faults are returned at once. */
export interface InstanceReader<Instance> {
  /** Checks a value that came as JSON. */
  readonly judge: (raw: unknown) => Judged<Instance>;
  /** Checks a text that is in memory already. */
  readonly judgeText: (text: string) => Judged<Instance>;
  readonly read: (file: string) => ReadInstance<Instance> | Refused;
}

/** Returns the reader of a family's instances. */
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

/** Returns the SHA-256 of a file's bytes followed by those of the files that it names, hexadecimal. */
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
 * Reads and parses a file that an instance names.
 *
 * @param isUsers true if the user named the file in place of the instance's; lines of it may then be shown wherever it
 * is
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
