import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../instances/json-reader.js';
import { readTextFile } from '../../instances/text-file.js';
import { STUDY_FORMAT } from '../../studies/plan/study.js';

/** A bundled study as its file describes it, not validated. */
export interface ListedStudy {
  readonly file: string;
  readonly name: string;
  /** Description stated in the study file; empty if there is none. */
  readonly description: string;
}

/** Returns the studies in a folder by name, without broken files and other formats. */
export function listStudies(directory: string): readonly ListedStudy[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((fileName) => {
    const file = join(directory, fileName);
    const read = readTextFile(file);
    const json = read.ok ? readJson(read.text) : null;
    const written = json?.ok === true ? (json.value as Readonly<Record<string, unknown>> | null) : null;
    if (written?.['format'] !== STUDY_FORMAT || typeof written['name'] !== 'string') return [];
    const { name, description } = written;
    return [{ file, name, description: typeof description === 'string' ? description : '' }];
  });
}
