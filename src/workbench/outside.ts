import { dirname, resolve } from 'node:path';
import { readJson } from '../instances/json-reader.js';
import { outsideReferences } from '../instances/outside.js';
import type { Fault } from '../instances/fault.js';
import { readTextFile } from '../instances/text-file.js';

/**
 * Returns the faults of an instance file that names files outside its own folder. A file that cannot be read or parsed
 * has none here, because the verb itself reports that in more detail.
 */
export function outsideOf(file: string): readonly Fault[] {
  const read = readTextFile(file);
  const json = read.ok ? readJson(read.text) : null;
  return json?.ok === true ? outsideReferences(json.value, dirname(resolve(file)), file) : [];
}
