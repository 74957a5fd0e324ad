import { dirname, resolve } from 'node:path';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';

/**
 * Returns the files that the command reads and must not overwrite: the instance and, if there is one, the file that
 * lists its jobs.
 */
export function inputsOf(file: string, { arrivals }: JobsInstance): readonly string[] {
  const isOutside = arrivals.source === 'csv' || arrivals.source === 'swf';
  return isOutside ? [file, resolve(dirname(file), arrivals.file)] : [file];
}
