import { dirname, resolve } from 'node:path';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';

/** Returns the files that must not be overwritten: the instance (`file`, if given) and the files it names. */
export function instanceFiles(file: string | undefined, { facility }: TemplatesInstance): readonly string[] {
  if (file === undefined) return [];
  const { airflow } = facility;
  return airflow.source === 'vent-matrices' ? [file, resolve(dirname(file), airflow.file)] : [file];
}
