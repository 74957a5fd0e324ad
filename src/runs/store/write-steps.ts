import { closeSync, fsync, open, openSync, rmSync, writeSync } from 'node:fs';
import { put } from '../files.js';

/** Steps by which a record comes to the disk; a test may stop between any two. Each throws the file system's error. */
export interface WriteSteps {
  /** New file with this content, not yet durable; one that is there is an error (EEXIST). Returns its descriptor. */
  readonly write: (file: string, content: Uint8Array) => number;
  /** Flush of a file's content to disk, and the end of its descriptor. */
  readonly flush: (descriptor: number) => Promise<void>;
  /** Renaming to a place where nothing is, or a regular file. */
  readonly rename: (from: string, to: string) => void;
  /** Flush of a folder's names to disk. */
  readonly flushFolder: (folder: string) => Promise<void>;
  readonly remove: (file: string) => void;
}

/** The steps as this system's files take them. */
export const FILE_SYSTEM: WriteSteps = {
  write: (file, content) => {
    const descriptor = openSync(file, 'wx');
    try {
      for (let at = 0; at < content.length;) at += writeSync(descriptor, content, at);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      rmSync(file, { force: true });
      throw error;
    }
  },
  flush: (descriptor) =>
    new Promise((resolve, reject) => {
      fsync(descriptor, (error) => {
        try {
          // NFS tells of a full disk as late as here.
          closeSync(descriptor);
        } catch (fault) {
          error ??= fault as NodeJS.ErrnoException;
        }
        if (error) reject(error);
        else resolve();
      });
    }),
  rename: put,
  flushFolder: (folder) =>
    new Promise((resolve) => {
      // Where folders cannot be flushed, only the order of renames is lost.
      open(folder, 'r', (fault, descriptor) => {
        if (fault) {
          resolve();
          return;
        }
        fsync(descriptor, () => {
          closeSync(descriptor);
          resolve();
        });
      });
    }),
  remove: (file) => {
    rmSync(file, { force: true });
  },
};
