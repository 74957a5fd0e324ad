import { join } from 'node:path';
import { readBytes } from '../../instances/text-file.js';
import { digestOf } from '../digest.js';
import { isThere, put } from '../files.js';
import { ownFolder } from '../own-folder.js';
import { moveAway } from '../set-aside.js';
import { removeLeftovers } from '../temporaries.js';
import { SET_ASIDE } from './open-record-store.js';
import { recordFile, shardOf, unsealedRecord } from './record-files.js';
import { recordWriter } from './record-writer.js';

/** Name of the folder of parts in a study's folder. */
export const PARTS = 'parts';

/**
 * Store of the parts of a long run, so that an interrupted run can continue. Each part is stored under a digest of
 * everything that it depends on.
 */
export interface PartStore {
  /**
   * Returns the part stored under a digest, as plain data; null if there is none.
   *
   * @param isBeside true if it is not one of the parts that are counted
   */
  readonly read: (digest: string, isBeside?: boolean) => unknown;
  /**
   * Keeps a part; it is on disk when this returns.
   *
   * @throws WriteFailure
   */
  readonly keep: (digest: string, part: unknown) => void;
}

/** Store that keeps nothing. */
export const NO_PARTS: PartStore = { read: () => null, keep: () => undefined };

/**
 * Returns the store in the files `parts/<2 digits>/<digest>.json` of a study's folder, written like records. Files are
 * read when asked for. A file that was changed is moved to the folder "set-aside", and `warn` is called with a sentence
 * about it.
 *
 * @param scope what all digests of this store depend on in addition, such as the version of Plenum
 *
 * @throws WriteFailure if `parts` is a link, or a folder that Plenum did not make
 */
export function partStore(folder: string, scope: readonly unknown[], warn: (text: string) => void): PartStore {
  const place = ownFolder(folder, PARTS);
  const aside = ownFolder(folder, SET_ASIDE);
  const parts = place.path;
  const writer = recordWriter(place);
  const swept = new Set<string>();
  const keyOf = (digest: string): string => digestOf([...scope, digest]);
  /** Removes files that killed processes left unfinished in a folder, once for each folder. */
  const sweepShard = (shard: string): void => {
    if (swept.has(shard)) return;
    swept.add(shard);
    removeLeftovers(join(parts, shard));
  };
  /** Moves away a file that was changed. Returns its text if another process has just replaced it with a valid one. */
  const movedAway = (key: string, file: string): string | null => {
    const found = moveAway(file, aside, [PARTS, shardOf(key)], `${key}.json`);
    if (found === 'gone') return null;
    const text = found === 'stuck' ? null : unsealedRecord(key, contentOf(found) ?? '');
    if (text !== null) {
      put(found, file);
      return text;
    }
    const where = found === 'stuck' ? 'It could not be moved away' : `It is kept as ${found}`;
    warn(`${file} is not what was written: not believed and done again. ${where}.`);
    return null;
  };
  return {
    read: (digest) => {
      const key = keyOf(digest);
      const file = recordFile(parts, key);
      const content = isThere(file) ? contentOf(file) : null;
      if (content === null) return null;
      const text = unsealedRecord(key, content) ?? movedAway(key, file);
      return text === null ? null : (JSON.parse(text) as unknown);
    },
    keep: (digest, part) => {
      const key = keyOf(digest);
      sweepShard(shardOf(key));
      writer.writeNow(key, JSON.stringify(part));
    },
  };
}

/** Returns the content of a file; null if there is none or it cannot be read, so that the part is made again. */
function contentOf(file: string): string | null {
  const read = readBytes(file);
  return read.ok ? read.bytes.toString() : null;
}
