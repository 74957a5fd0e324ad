import { closeSync, fsync, open, openSync, rmSync, writeSync } from 'node:fs';
import { put } from '../files.js';

/**
 * File-system operations that write a record. Tests replace the operations to simulate a crash in between. The
 * operations throw the errors of the file system.
 */
export interface WriteSteps {
  /** Writes a new file without flushing it, and returns its descriptor. An existing file is an error (EEXIST). */
  readonly write: (file: string, content: Uint8Array) => number;
  /** Flushes a file to disk and closes its descriptor. */
  readonly flush: (descriptor: number) => Promise<void>;
  /** Renames a file. The new path must be free or that of a regular file. */
  readonly rename: (from: string, to: string) => void;
  /** Flushes the names in a folder to disk. */
  readonly flushFolder: (folder: string) => Promise<void>;
  readonly remove: (file: string) => void;
}

/** Operations on the real file system. */
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
