import { basename, dirname } from 'node:path';
import { COMMAND_LINE, type Fault, reasonAt } from '../instances/fault.js';
import { isOwn, SUMS, sumsObstacle } from '../runs/file-set.js';
import { writeObstacle } from '../runs/files.js';
import type { WriteObstacle } from '../runs/write-failure.js';

/** Rules for files that a verb writes. */
export interface OutputRules {
  /** Files that are read. */
  readonly inputs?: readonly string[];
  /** True if files that Plenum did not write may be overwritten; false if absent. A link never is. */
  readonly force?: boolean | undefined;
  /** Folder that the user named, where some of the files are in folders below it; that of the files if absent. */
  readonly root?: string;
}

/**
 * Returns the fault that would keep a verb from writing where `option` says: an input, a link, a file that Plenum did
 * not write (unless forced), the disk. Null if there is none.
 */
export function outputFault(
  option: string,
  files: readonly string[],
  { inputs = [], force = false, root }: OutputRules,
): Fault | null {
  if (files.length === 0) return null;
  const manifest = files.find((file) => basename(file).toLowerCase() === SUMS);
  if (manifest !== undefined) {
    const allowed = `any other name: ${SUMS} lists what Plenum wrote in its directory`;
    return { file: COMMAND_LINE, path: option, value: manifest, allowed, remedy: 'Name another file.' };
  }
  const mayOverwrite = (file: string): boolean => force || isOwn(file);
  const obstacle =
    writeObstacle(files, { inputs, mayOverwrite, ...(root === undefined ? {} : { root }) }) ??
    [...new Set(files.map((file) => dirname(file)))].map(sumsObstacle).find((found) => found !== null);
  return obstacle == null ? null : unwritable(option, obstacle);
}

/** Returns a place that cannot be written to, as a fault of the option that named it. */
export function unwritable(option: string, { path, value, allowed, remedy }: WriteObstacle): Fault {
  return { file: COMMAND_LINE, path: option, value: reasonAt(value, path), allowed, remedy };
}
