import { formatFault } from '../../instances/format-fault.js';
import { readJson } from '../../instances/json-reader.js';
import type { LocalFault } from '../../instances/fault.js';
import { judgeBySchema } from '../../instances/schema-faults.js';
import { judgeStudy, type JudgedStudy, type NamedMethods } from './judge.js';
import { STUDY_SCHEMA, type WrittenStudy } from './schema.js';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION } from './study.js';

/** Maximum number of entries in a list of a study file. Our choice: lists of seeds are the longest. */
const MAX_ENTRIES = 200_000;

/** Parses and validates a study file (JSON or YAML). Returns the study, or all faults. */
export async function readStudy(
  text: string,
  isYaml: boolean,
  families: readonly NamedMethods[],
): Promise<JudgedStudy> {
  const read = isYaml ? (await import('./yaml.js')).readYaml(text) : readJson(text);
  if (!read.ok) return read;
  const written = writtenStudy(read.value);
  return 'faults' in written ? { ok: false, faults: written.faults } : judgeStudy(written.study, families);
}

function writtenStudy(raw: unknown): { readonly study: WrittenStudy } | { readonly faults: readonly LocalFault[] } {
  const page = 'docs/studies/file.md';
  const wrong = formatFault(raw, { format: STUDY_FORMAT, version: STUDY_FORMAT_VERSION, kind: 'study', page });
  if (wrong !== null) return { faults: [{ ...wrong, remedy: wrong.remedy.replace('no study instance', 'no study') }] };
  const judged = judgeBySchema<WrittenStudy>(STUDY_SCHEMA, raw, MAX_ENTRIES);
  return judged.ok ? { study: judged.instance } : { faults: judged.faults };
}
