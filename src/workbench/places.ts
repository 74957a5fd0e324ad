import { basename, dirname } from 'node:path';
import { COMMAND_LINE, type Fault, reasonAt } from '../instances/fault.js';
import { isOwn, SUMS, sumsObstacle } from '../runs/file-set.js';
import { writeObstacle } from '../runs/files.js';
import type { WriteObstacle } from '../runs/write-failure.js';

/** Rules for the files that a verb writes. */
export interface OutputRules {
  /** Files that are read. */
  readonly inputs?: readonly string[];
  /** True if files that Plenum did not write may be overwritten; false if absent. Links are never overwritten. */
  readonly force?: boolean | undefined;
  /** Folder that the user named, if some files are in folders below it. If absent, the folder of the files. */
  readonly root?: string;
}

/**
 * Returns the fault that keeps a verb from writing to the place that `option` names: it is an input, a link, a file
 * that Plenum did not write (unless forced), or cannot be written. Null if there is none.
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

/** Returns the fault that a place cannot be written to, with the option that named the place. */
export function unwritable(option: string, { path, value, allowed, remedy }: WriteObstacle): Fault {
  return { file: COMMAND_LINE, path: option, value: reasonAt(value, path), allowed, remedy };
}
