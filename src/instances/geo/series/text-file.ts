import { resolve } from 'node:path';
import { readMaybePacked, type TextFile } from '../../packed-text-file.js';

/** Files that were read, each once, with their content for a hash over all of them. */
export class FileShelf {
  readonly #files = new Map<string, TextFile>();

  constructor(readonly directory: string) {}

  /** Returns the absolute path of a file that the instance names relative to `directory`. */
  pathOf(name: string): string {
    return resolve(this.directory, name);
  }

  read(name: string): TextFile {
    const path = this.pathOf(name);
    const known = this.#files.get(path) ?? readMaybePacked(path);
    this.#files.set(path, known);
    return known;
  }

  /** Returns the files that could be read, in the order in which they were first read. */
  get files(): { readonly file: string; readonly bytes: Uint8Array }[] {
    return [...this.#files].flatMap(([file, read]) => (read.ok ? [{ file, bytes: read.bytes }] : []));
  }
}
