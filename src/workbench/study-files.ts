import type { WritingFault } from '../families/commands.js';
import { writeFileSet } from '../runs/file-set.js';
import { errorObstacle } from '../runs/write-failure.js';

/**
 * Writes the files of a study as one set, in the given order. A file whose text is null or an error is removed. Returns
 * the fault in writing, or null.
 */
export function writeStudyFiles(
  directory: string,
  files: ReadonlyMap<string, string | Uint8Array | Error | null>,
): WritingFault | null {
  let fault: WritingFault | null = null;
  for (const [name, text] of files) {
    if (!(text instanceof Error)) continue;
    const message = `${name} could not be made (${text.message}). This is a mistake in the program: please report it with the instance.`;
    fault = { message, isOurs: true };
  }
  try {
    writeFileSet(directory, new Map([...files].map(([name, text]) => [name, text instanceof Error ? null : text])));
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    return { message: `The files could not be written: ${path}: ${value}. ${remedy}`, isOurs: false };
  }
  return fault;
}
