import { resolve } from 'node:path';
import { readMaybePacked, type TextFile } from '../packed-text-file.js';

/** The files that an instance names, each read only once. Contents are kept for a hash. */
export class FileShelf {
  readonly #files = new Map<string, TextFile>();

  constructor(readonly directory: string) {}

  /** Returns the absolute path of a file, given its name in the instance. */
  pathOf(name: string): string {
    return resolve(this.directory, name);
  }

  read(name: string): TextFile {
    const path = this.pathOf(name);
    const known = this.#files.get(path) ?? readMaybePacked(path);
    this.#files.set(path, known);
    return known;
  }

  /** Returns the files read successfully, in the order in which they were first read. */
  get files(): { readonly file: string; readonly bytes: Uint8Array }[] {
    return [...this.#files].flatMap(([file, read]) => (read.ok ? [{ file, bytes: read.bytes }] : []));
  }
}
