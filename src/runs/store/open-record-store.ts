import { type Dirent, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../instances/text-file.js';
import { isKey, keyOfFile, recordFile, shardOf, unsealedRecord } from './record-files.js';
import type { RecordStore } from './record-store.js';
import { recordWriter } from './record-writer.js';
import { removeIfLeftOver } from './temporaries.js';
import { FILE_SYSTEM, type WriteSteps } from './write-steps.js';

/** Name of the folder of records in a study's folder. */
export const RECORDS = 'records';
/** Name of the folder that files are moved to which are no whole records. */
export const SET_ASIDE = 'set-aside';
/** Pattern of the name of a folder of records. */
const SHARD = /^[0-9a-f]{2}$/;
/** Sentences on files set aside before the rest is counted. */
const MAX_WARNINGS = 20;

/** Obstacle to reading a store. */
export interface StoreProblem {
  readonly file: string;
  readonly path: '';
  readonly value: unknown;
  readonly allowed: string;
  readonly remedy: string;
}

export type StoreAnswer =
  { readonly ok: true; readonly store: RecordStore } | { readonly ok: false; readonly problem: StoreProblem };

export interface StoreOptions {
  /** Test whether a text whose digest fits is a record of this key; any is if absent. One that is none is foreign. */
  readonly accepts?: (key: string, text: string) => boolean;
  readonly steps?: WriteSteps;
  /** Name of the folder of the records in `folder`; "records" if absent. */
  readonly name?: string;
  /** Records read at once: all, or none, and each once it is asked for; `keys` has those that were read. All if absent. */
  readonly reading?: 'all' | 'asked';
  /** Treatment of files that are no whole records: moved away, or only named, and nothing in the folder is changed. "moved" if absent. */
  readonly damaged?: 'moved' | 'named';
}

/**
 * The record store in a study's folder, which need not exist yet. Each record that is read is held against its digest; files that are no
 * whole records are moved to the folder "set-aside" and named in a warning. Any number of processes may have it open at a time.
 */
export function openRecordStore(
  folder: string,
  {
    accepts = () => true,
    steps = FILE_SYSTEM,
    name: own = RECORDS,
    reading = 'all',
    damaged = 'moved',
  }: StoreOptions = {},
): StoreAnswer {
  const records = join(folder, own);
  const texts = new Map<string, string>();
  /** Sentences on files that are no whole records, by the file. */
  const aside = new Map<string, string>();
  const writer = recordWriter(records, steps);

  /** The text in a key's file, null where it is not what a store wrote. @throws Unreadable */
  const recordIn = (key: string, file: string): string | null => {
    const read = readBytes(file);
    if (!read.ok && read.error !== null) throw new Unreadable(file, read.error);
    const text = read.ok ? unsealedRecord(key, read.bytes.toString()) : null;
    return text !== null && accepts(key, text) ? text : null;
  };

  const setAside = (shard: string, name: string, key: string | null): void => {
    const file = join(records, shard, name);
    const what = key === null ? 'is no record' : 'is not what was written, so its run counts as not made';
    if (damaged === 'named') {
      aside.set(file, `${file} ${what}. It is set aside when the study is next run.`);
      return;
    }
    const found = moveAway(file, join(folder, SET_ASIDE, shard), name);
    if (found === 'gone') return;
    if (found !== 'stuck' && key !== null && isWhole(key, found)) {
      // Another process had replaced it just before it was moved.
      renameSync(found, file);
      texts.set(key, recordIn(key, file)!);
      return;
    }
    const where = found === 'stuck' ? 'It could not be moved away' : `It is kept as ${found}`;
    aside.set(file, `${file} ${what}. ${where}.`);
  };

  const isWhole = (key: string, file: string): boolean => {
    try {
      return recordIn(key, file) !== null;
    } catch {
      return false;
    }
  };

  const readShard = (shard: string): void => {
    for (const entry of entriesOf(join(records, shard))) {
      const { name } = entry;
      const key = keyOfFile(shard, name);
      // Hidden files are not ours to judge: file systems and editors keep theirs so, and we what is unfinished.
      if (name.startsWith('.')) {
        if (damaged === 'moved') removeIfLeftOver(name, join(records, shard, name));
      } else if (key === null) setAside(shard, name, null);
      else readRecord(key, join(records, shard, name));
    }
  };

  const readRecord = (key: string, file: string): void => {
    let text: string | null;
    try {
      text = recordIn(key, file);
    } catch (error) {
      if (error instanceof Unreadable && error.isMissing()) return;
      throw error;
    }
    if (text === null) setAside(shardOf(key), `${key}.json`, key);
    else texts.set(key, text);
  };

  try {
    for (const entry of reading === 'all' ? entriesOf(records) : []) {
      if (entry.name.startsWith('.')) continue;
      if (SHARD.test(entry.name) && !entry.isFile()) readShard(entry.name);
      else setAside('', entry.name, null);
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, problem: error.problem() };
  }

  const checked = (key: string): string => {
    if (!isKey(key)) throw new RangeError(`"${key}" is no key of a record: 64 hexadecimal digits`);
    return key;
  };
  const store: RecordStore = {
    get: (key) => {
      try {
        const file = recordFile(records, checked(key));
        if (!texts.has(key) && existsSync(file)) readRecord(key, file);
      } catch (error) {
        // What cannot be read any more is made again, and then written or not.
        if (!(error instanceof Unreadable)) throw error;
      }
      return texts.get(key) ?? null;
    },
    keys: () => new Set(texts.keys()),
    keep: async (key, text) => {
      await writer.write(checked(key), text);
      texts.set(key, text);
    },
    keepNow: (key, text) => {
      writer.writeNow(checked(key), text);
      texts.set(key, text);
    },
    get warnings() {
      const more = aside.size - MAX_WARNINGS;
      const where = damaged === 'named' ? 'are no whole records' : `were moved to ${join(folder, SET_ASIDE)}`;
      const rest = more > 0 ? [`${more} more files in ${records} ${where}.`] : [];
      return [...[...aside.values()].slice(0, MAX_WARNINGS), ...rest];
    },
    close: () => writer.settled(),
  };
  return { ok: true, store };
}

/** A file or folder that cannot be read. */
class Unreadable extends Error {
  readonly file: string;

  constructor(file: string, cause: NodeJS.ErrnoException) {
    super(`${file} cannot be read`, { cause });
    this.file = file;
  }

  isMissing(): boolean {
    return (this.cause as NodeJS.ErrnoException).code === 'ENOENT';
  }

  problem(): StoreProblem {
    const { code = 'unknown error' } = this.cause as NodeJS.ErrnoException;
    const words: Readonly<Record<string, string>> = {
      EACCES: 'no permission to read',
      EPERM: 'no permission to read',
      ENOTDIR: 'a file, where a folder is needed',
    };
    const value = words[code] ?? `it cannot be read (${code})`;
    const remedy = 'Change its permissions, move it away, or name another study folder.';
    return { file: this.file, path: '', value, allowed: 'a folder of records that can be read', remedy };
  }
}

/** Names in a folder; none where it does not exist. @throws Unreadable */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Unreadable(folder, error as NodeJS.ErrnoException);
  }
}

/** New path of a file moved to `folder`; "gone" if it is there no more, "stuck" if it cannot be moved, as in a read-only folder. */
export function moveAway(file: string, folder: string, name: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    const target = freeName(join(folder, name));
    renameSync(file, target);
    return target;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'stuck';
  }
}

function freeName(file: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? file : `${file}.${n}`;
    if (!existsSync(name)) return name;
  }
}
