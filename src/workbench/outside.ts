import { dirname, resolve } from 'node:path';
import { readJson } from '../instances/json-reader.js';
import { outsideReferences } from '../instances/outside.js';
import type { Fault } from '../instances/fault.js';
import { readTextFile } from '../instances/text-file.js';

/** Files outside its own folder that an instance file names. A file that cannot be read or parsed is left to the verb, which says more. */
export function outsideOf(file: string): readonly Fault[] {
  const read = readTextFile(file);
  const json = read.ok ? readJson(read.text) : null;
  return json?.ok === true ? outsideReferences(json.value, dirname(resolve(file)), file) : [];
}
