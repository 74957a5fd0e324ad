import { basename, dirname } from 'node:path';
import { COMMAND_LINE, type Fault, reasonAt } from '../instances/fault.js';
import { isOwn, SUMS, sumsObstacle } from '../runs/file-set.js';
import { writeObstacle } from '../runs/files.js';
import type { WriteObstacle } from '../runs/write-failure.js';

/** Rules for the output files of a command. */
export interface OutputRules {
  /** Input files, which must not be overwritten. */
  readonly inputs?: readonly string[];
  /** True to also overwrite files that Plenum did not write; default false. Links are never overwritten. */
  readonly force?: boolean | undefined;
  /** Folder that the user named, if files are in folders below it; by default the folder of the files. */
  readonly root?: string;
}

/**
 * Returns a fault if a command must not, or cannot, write its files to the path of `option`; null if it can. Input
 * files and links must not be overwritten. Without `force`, files that Plenum did not write must not be overwritten
 * either.
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

/** Returns the fault that an output location, named by `option`, cannot be written to. */
export function unwritable(option: string, { path, value, allowed, remedy }: WriteObstacle): Fault {
  return { file: COMMAND_LINE, path: option, value: reasonAt(value, path), allowed, remedy };
}
