import { basename } from 'node:path';
import { COMMAND_LINE, type Problem, reasonAt } from '../instances/problem.js';
import { isOwn, SUMS } from '../runs/file-set.js';
import { type WriteObstacle, writeObstacle } from '../runs/files.js';

/**
 * Problem that would keep a verb from writing where `option` says: an input, a file that Plenum did not write (unless forced), the disk. Null
 * if there is none.
 */
export function outputProblem(
  option: string,
  files: readonly string[],
  { inputs = [], force = false }: { readonly inputs?: readonly string[]; readonly force?: boolean | undefined },
): Problem | null {
  if (files.length === 0) return null;
  const manifest = files.find((file) => basename(file) === SUMS);
  if (manifest !== undefined) {
    const allowed = `any other name: ${SUMS} lists what Plenum wrote in its directory`;
    return { file: COMMAND_LINE, path: option, value: manifest, allowed, remedy: 'Name another file.' };
  }
  const isTakenUp = (file: string): boolean => file.endsWith('.journal.jsonl');
  const obstacle = writeObstacle(files, inputs, (file) => force || isTakenUp(file) || isOwn(file));
  return obstacle === null ? null : unwritable(option, obstacle);
}

/** A place that cannot be written to, as a problem of the option that named it. */
export function unwritable(option: string, { path, value, allowed, remedy }: WriteObstacle): Problem {
  return { file: COMMAND_LINE, path: option, value: reasonAt(value, path), allowed, remedy };
}
