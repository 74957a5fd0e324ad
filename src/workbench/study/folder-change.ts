import { countOf } from '../../reports/format.js';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../studies/plan/canonical-json.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { studyIn } from './source.js';

/** Difference between a study and its earlier version in the folder, in numbers of records and runs. */
export interface FolderChange {
  /** Number of records that stay valid. */
  readonly valid: number;
  /** Number of the study's runs without a record. */
  readonly fresh: number;
  /** Number of records whose runs are not in the study. */
  readonly unasked: number;
  readonly text: string;
}

/** Compares a study with the version in its folder; null if they are the same, or there is none. */
export function folderChange(folder: string, study: Study, runs: readonly StudyRun[]): FolderChange | null {
  const before = studyIn(folder);
  if (before === null || canonicalJson(before) === canonicalJson(study)) return null;
  const records = recordKeys(folder);
  const valid = runs.filter(({ key }) => records.has(key)).length;
  const fresh = runs.length - valid;
  const unasked = records.size - valid;
  const text = `The study was changed since it began: ${valid} of ${countOf(records.size, 'record')} ${valid === 1 ? 'stays' : 'stay'} valid, ${countOf(fresh, 'run', ['is', 'are'])} new, ${countOf(unasked, 'record', ['is', 'are'])} no longer asked for (kept, and in no table).`;
  return { valid, fresh, unasked, text };
}

/** Returns the keys of the records in a study folder, from file names. */
export function recordKeys(folder: string): ReadonlySet<string> {
  const root = join(folder, 'records');
  if (!existsSync(root)) return new Set();
  const names = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(root, name)));
  return new Set(names.flatMap((name) => (/^[0-9a-f]{64}\.json$/.test(name) ? [name.slice(0, 64)] : [])));
}
