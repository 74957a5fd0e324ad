import { dirname, resolve } from 'node:path';
import { readJson } from '../instances/json-reader.js';
import { outsideReferences } from '../instances/outside.js';
import type { Fault } from '../instances/fault.js';
import { readTextFile } from '../instances/text-file.js';

/**
 * Returns a fault for each file outside the instance's own folder that the instance refers to. Returns no faults for a
 * file that cannot be read or parsed, because the command itself reports this in more detail.
 */
export function outsideOf(file: string): readonly Fault[] {
  const read = readTextFile(file);
  const json = read.ok ? readJson(read.text) : null;
  return json?.ok === true ? outsideReferences(json.value, dirname(resolve(file)), file) : [];
}
