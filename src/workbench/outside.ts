import { dirname, resolve } from 'node:path';
import { readJson } from '../instances/json-reader.js';
import { namedFiles, outsideReferences } from '../instances/outside.js';
import type { Fault } from '../instances/fault.js';
import { readTextFile } from '../instances/text-file.js';

/**
 * Returns a fault for each file outside the instance's own folder that the instance refers to. Returns no faults for a
 * file that cannot be read or parsed, because the command itself reports this in more detail.
 */
export function outsideOf(file: string): readonly Fault[] {
  return outsideReferences(contentOf(file), dirname(resolve(file)), file);
}

/** Returns the paths of the files that an instance refers to; none for an instance that cannot be read or parsed. */
export function filesBeside(file: string): readonly string[] {
  return namedFiles(contentOf(file)).map(({ name }) => resolve(dirname(file), name));
}

/** Returns the parsed content of an instance file; null if it cannot be read or parsed. */
function contentOf(file: string): unknown {
  const read = readTextFile(file);
  const json = read.ok ? readJson(read.text) : null;
  return json?.ok === true ? json.value : null;
}
