import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readBytes } from '../../instances/text-file.js';
import { isThere, put } from '../files.js';
import { MARK, named, ownFolder } from '../own-folder.js';
import { moveAway } from '../set-aside.js';
import { removeLeftovers } from '../temporaries.js';
import { errorObstacle, PlaceTaken, takenBy, WriteFailure } from '../write-failure.js';
import { isKey, isShard, keyOfFile, recordFile, shardOf, unsealedRecord } from './record-files.js';
import type { RecordStore } from './record-store.js';
import { recordWriter } from './record-writer.js';
import { FILE_SYSTEM, type WriteSteps } from './write-steps.js';

/** Name of the folder of records in a study's folder. */
export const RECORDS = 'records';
/** Name of the folder for incomplete and foreign record files. */
export const SET_ASIDE = 'set-aside';
/** Maximum number of warnings about moved files; others are counted. */
const MAX_WARNINGS = 20;

/** Why the record store of a study cannot be opened. */
export interface StoreFault {
  readonly file: string;
  readonly path: '';
  readonly value: unknown;
  readonly allowed: string;
  readonly remedy: string;
}

export type StoreAnswer =
  | { readonly ok: true; readonly store: RecordStore }
  | { readonly ok: false; readonly fault: StoreFault };

export interface StoreOptions {
  /**
   * Returns true if `text`, whose digest is correct, is a record of this key; any other text counts as foreign. By
   * default every text is accepted.
   */
  readonly accepts?: (key: string, text: string) => boolean;
  readonly steps?: WriteSteps;
  /** Name of the folder of records within `folder`; default "records". */
  readonly name?: string;
  /**
   * When records are read. With "all" (default), all are read on opening. With "asked", each is read when it is first
   * needed, and `keys` returns only those read so far.
   */
  readonly reading?: 'all' | 'asked';
  /**
   * What happens to incomplete or foreign files that are named like records. With "moved" (default) they are moved
   * away. With "named" they are only reported, and nothing changes in the folder.
   */
  readonly damaged?: 'moved' | 'named';
}

/**
 * Opens the record store in a study's folder, which must exist before a record is written. Several processes may use
 * the store at the same time.
 *
 * The digest of a record is checked on reading. By default, incomplete record files are moved to the folder
 * "set-aside", with a warning. Files with other names are ignored. Links and folders that Plenum did not create are
 * refused.
 */
export function openRecordStore(folder: string, options: StoreOptions = {}): StoreAnswer {
  try {
    return { ok: true, store: opened(folder, options) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, fault: error.fault() };
    if (!(error instanceof WriteFailure)) throw error;
    const { path: file, value, allowed, remedy } = errorObstacle(folder, error);
    return { ok: false, fault: { file, path: '', value, allowed, remedy } };
  }
}

/**
 * Opens the store.
 *
 * @throws Unreadable, WriteFailure
 */
function opened(
  folder: string,
  { accepts = () => true, steps = FILE_SYSTEM, name: own = RECORDS, reading = 'all', damaged = 'moved' }: StoreOptions,
): RecordStore {
  const place = ownFolder(folder, own);
  const asidePlace = ownFolder(folder, SET_ASIDE);
  const records = place.path;
  const texts = new Map<string, string>();
  /** Warnings about files that are not complete records, by file. */
  const aside = new Map<string, string>();
  /** Files and folders that Plenum did not create. */
  const foreign: string[] = [];
  const writer = recordWriter(place, steps);

  /**
   * Returns the record in the file of a key; null if it is missing, damaged or foreign.
   *
   * @throws Unreadable, PlaceTaken
   */
  const recordIn = (key: string, file: string): string | null => {
    if (!isThere(file)) return null;
    const read = readBytes(file);
    if (!read.ok && read.error !== null) throw new Unreadable(file, read.error);
    const text = read.ok ? unsealedRecord(key, read.bytes.toString()) : null;
    return text !== null && accepts(key, text) ? text : null;
  };

  const setAside = (key: string, file: string): void => {
    const what = 'is not what was written, so its run counts as not made';
    if (damaged === 'named') {
      aside.set(file, `${file} ${what}. It is set aside when the study is next run.`);
      return;
    }
    const found = moveAway(file, asidePlace, [shardOf(key)], `${key}.json`);
    if (found === 'gone') return;
    if (found !== 'stuck' && isWhole(key, found)) {
      // Another process had replaced it just before it was moved.
      put(found, file);
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
    const within = join(records, shard);
    const found = lstatSync(within);
    if (!found.isDirectory()) throw new PlaceTaken(takenBy(within, found));
    if (damaged === 'moved') removeLeftovers(within);
    for (const { name } of entriesOf(within)) {
      // Hidden files are not ours to judge: file systems and editors keep theirs so, and we what is unfinished.
      if (name.startsWith('.')) continue;
      const key = keyOfFile(shard, name);
      if (key === null) foreign.push(join(shard, name));
      else readRecord(key, join(within, name));
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
    if (text === null) setAside(key, file);
    else texts.set(key, text);
  };

  for (const { name } of reading === 'all' ? entriesOf(records) : []) {
    if (name.startsWith('.') || name === MARK) continue;
    if (isShard(name)) readShard(name);
    else foreign.push(name);
  }

  const checked = (key: string): string => {
    if (!isKey(key)) throw new RangeError(`"${key}" is no key of a record: 64 hexadecimal digits`);
    return key;
  };
  return {
    get: (key) => {
      try {
        const file = recordFile(records, checked(key));
        if (!texts.has(key) && hasRealShard(file) && isThere(file)) readRecord(key, file);
      } catch (error) {
        // What cannot be read any more is made again, and then written or not.
        if (!(error instanceof Unreadable) && !(error instanceof WriteFailure)) throw error;
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
    lost: () => lostOf(texts.keys(), records),
    get warnings() {
      const more = aside.size - MAX_WARNINGS;
      const where = damaged === 'named' ? 'are no whole records' : `were moved to ${asidePlace.path}`;
      const rest = more > 0 ? [`${more} more files in ${records} ${where}.`] : [];
      const others = foreign.length === 0 ? [] : [`In ${records}, no records and left as they are: ${named(foreign)}.`];
      return [...[...aside.values()].slice(0, MAX_WARNINGS), ...rest, ...others];
    },
    close: () => writer.settled(),
  };
}

/** Returns true if the folder of a record's file is no link. */
function hasRealShard(file: string): boolean {
  return lstatSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Returns the keys whose record files no longer exist. Each folder is listed once, and only files missing from this
 * list are checked one by one.
 */
function lostOf(keys: Iterable<string>, records: string): string[] {
  const names = new Map<string, ReadonlySet<string>>();
  const namesOf = (shard: string): ReadonlySet<string> => {
    const known = names.get(shard);
    if (known !== undefined) return known;
    let found: readonly string[] = [];
    try {
      found = readdirSync(join(records, shard));
    } catch {
      // A folder that is not there has lost all of its records.
    }
    names.set(shard, new Set(found));
    return names.get(shard)!;
  };
  return [...keys].filter((key) => {
    const file = recordFile(records, key);
    if (namesOf(shardOf(key)).has(basename(file))) return false;
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true;
  });
}

/** Thrown if a file or folder cannot be read. */
class Unreadable extends Error {
  readonly file: string;

  constructor(file: string, cause: NodeJS.ErrnoException) {
    super(`${file} cannot be read`, { cause });
    this.file = file;
  }

  isMissing(): boolean {
    return (this.cause as NodeJS.ErrnoException).code === 'ENOENT';
  }

  fault(): StoreFault {
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

/**
 * Returns the entries of a folder; empty if it does not exist.
 *
 * @throws Unreadable
 */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Unreadable(folder, error as NodeJS.ErrnoException);
  }
}
