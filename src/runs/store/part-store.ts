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

/** Name of the folder of parts within the folder of a study. */
export const PARTS = 'parts';

/**
 * Store for the results of the parts of a long run, from which an interrupted run continues. Keys are digests of all
 * input of a part.
 */
export interface PartStore {
  /**
   * Returns the stored result under a digest, as plain data; null if there is none.
   *
   * @param isBeside true if the part must not be counted as reused
   */
  readonly read: (digest: string, isBeside?: boolean) => unknown;
  /**
   * Stores a part and flushes it to disk.
   *
   * @throws WriteFailure
   */
  readonly keep: (digest: string, part: unknown) => void;
}

/** A store that stores nothing. */
export const NO_PARTS: PartStore = { read: () => null, keep: () => undefined };

/**
 * Returns the store in the files `parts/<2 digits>/<digest>.json` of a study's folder, read when needed. A damaged file
 * is moved to the folder "set-aside", with a warning.
 *
 * @param scope further data that all results in this store depend on, such as the version of Plenum
 * @param warn called with each warning
 * @throws WriteFailure if `parts` is a link, or a folder that Plenum did not create
 */
export function partStore(folder: string, scope: readonly unknown[], warn: (text: string) => void): PartStore {
  const place = ownFolder(folder, PARTS);
  const aside = ownFolder(folder, SET_ASIDE);
  const parts = place.path;
  const writer = recordWriter(place);
  const swept = new Set<string>();
  const keyOf = (digest: string): string => digestOf([...scope, digest]);
  /** Removes unfinished files of killed processes, once for each folder. */
  const sweepShard = (shard: string): void => {
    if (swept.has(shard)) return;
    swept.add(shard);
    removeLeftovers(join(parts, shard));
  };
  /** Moves a damaged file away. Returns the new text if another process has just put a valid one in its place. */
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

/** Returns the content of a file; null if it cannot be read, so that its part is computed again. */
function contentOf(file: string): string | null {
  const read = readBytes(file);
  return read.ok ? read.bytes.toString() : null;
}
