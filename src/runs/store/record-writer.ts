import { closeSync, fsyncSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushFolder, removeFile } from '../files.js';
import type { OwnFolder } from '../own-folder.js';
import { temporaryName } from '../temporaries.js';
import { WriteFailure } from '../write-failure.js';
import { recordFile, sealedRecord, shardOf } from './record-files.js';
import { FILE_SYSTEM, type WriteSteps } from './write-steps.js';

/** Maximum number of records flushed together, and so of files open at once. */
const MAX_BATCH = 256;

/** Writes record files and flushes them to disk. */
export interface RecordWriter {
  /**
   * Writes the file of a record. The promise resolves when the file is flushed to disk. Concurrent calls are written
   * together.
   *
   * @throws WriteFailure if the file system refuses
   */
  readonly write: (key: string, text: string) => Promise<void>;
  /**
   * Writes the file of a record and flushes it to disk before it returns.
   *
   * @throws WriteFailure if the file system refuses
   */
  readonly writeNow: (key: string, text: string) => void;
  /** Resolves when all writing begun so far has ended, successfully or not. */
  readonly settled: () => Promise<void>;
}

interface Waiting {
  readonly key: string;
  readonly file: string;
  readonly content: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (fault: Error) => void;
}

interface Staged extends Waiting {
  readonly temporary: string;
  readonly descriptor: number;
}

/**
 * Returns the writer of records for a folder of Plenum's own. While a batch is flushed to disk, further records are
 * collected for the next, so short runs do not wait for the disk one by one. The files of a batch are flushed in
 * parallel and renamed; then each folder is flushed once.
 */
export function recordWriter(records: OwnFolder, steps: WriteSteps = FILE_SYSTEM): RecordWriter {
  const folders = new Set<string>();
  let queue: Waiting[] = [];
  let flushing: Promise<void> | null = null;

  const waitingOf = (key: string, text: string, resolve: Waiting['resolve'], reject: Waiting['reject']): Waiting => {
    return { key, file: recordFile(records.path, key), content: Buffer.from(sealedRecord(key, text)), resolve, reject };
  };

  /** Writes a record to a temporary file in the folder of its final path. */
  const staged = (waiting: Waiting): Staged => {
    const temporary = join(records.folder(shardOf(waiting.key)), temporaryName());
    return { ...waiting, temporary, descriptor: steps.write(temporary, waiting.content) };
  };

  const fail = (waiting: Waiting, error: unknown): void => {
    waiting.reject(failureOf(waiting, error));
  };

  const abandon = (one: Staged, error: unknown): void => {
    try {
      steps.remove(one.temporary);
    } catch {
      // What cannot be removed is left to the next store that is opened.
    }
    fail(one, error);
  };

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const written: Staged[] = [];
    for (const waiting of batch) {
      try {
        written.push(staged(waiting));
      } catch (error) {
        fail(waiting, error);
      }
    }
    const flushed = await Promise.all(
      written.map(async (one) => {
        try {
          await steps.flush(one.descriptor);
          return one;
        } catch (error) {
          abandon(one, error);
          return null;
        }
      }),
    );
    const renamed: Staged[] = [];
    for (const one of flushed) {
      if (one === null) continue;
      try {
        steps.rename(one.temporary, one.file);
        renamed.push(one);
      } catch (error) {
        abandon(one, error);
      }
    }
    const changed = new Set(renamed.map(({ file }) => dirname(file)));
    const fresh = [...changed].filter((folder) => !folders.has(folder));
    if (fresh.length > 0) changed.add(records.path);
    await Promise.all([...changed].map((folder) => steps.flushFolder(folder)));
    for (const folder of fresh) folders.add(folder);
    for (const { resolve } of renamed) resolve();
  };

  const flushAll = async (): Promise<void> => {
    try {
      while (queue.length > 0) {
        // Whatever else ends in this turn of the event loop goes along.
        await new Promise((resolve) => setImmediate(resolve));
        const batch = queue.slice(0, MAX_BATCH);
        queue = queue.slice(MAX_BATCH);
        await writeBatch(batch);
      }
    } finally {
      flushing = null;
    }
  };

  return {
    write: (key, text) =>
      new Promise((resolve, reject) => {
        queue.push(waitingOf(key, text, resolve, reject));
        flushing ??= flushAll();
      }),
    writeNow: (key, text) => {
      const waiting = waitingOf(key, text, nobody, nobody);
      let temporary: string | null = null;
      try {
        const one = staged(waiting);
        temporary = one.temporary;
        flushNow(one.descriptor);
        steps.rename(temporary, waiting.file);
        for (const folder of [dirname(waiting.file), records.path]) flushFolder(folder);
      } catch (error) {
        if (temporary !== null) removeFile(temporary);
        throw failureOf(waiting, error);
      }
    },
    settled: async () => {
      await flushing;
    },
  };
}

function failureOf({ file }: Waiting, error: unknown): WriteFailure {
  return error instanceof WriteFailure ? error : new WriteFailure(file, error);
}

/** Handler that does nothing, for a record whose promise nobody awaits. */
function nobody(): void {
  // Nothing.
}

function flushNow(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
