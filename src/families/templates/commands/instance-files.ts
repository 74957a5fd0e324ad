import { dirname, resolve } from 'node:path';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';

/**
 * Returns the files that the output must not overwrite: the instance and the matrix files it names.
 *
 * @param file instance file; undefined if none was given
 */
export function instanceFiles(file: string | undefined, { facility }: TemplatesInstance): readonly string[] {
  if (file === undefined) return [];
  const { airflow } = facility;
  return airflow.source === 'vent-matrices' ? [file, resolve(dirname(file), airflow.file)] : [file];
}
