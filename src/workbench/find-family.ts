import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import { valueAt } from '../instances/draft.js';
import { readJson } from '../instances/json-reader.js';
import type { Problem } from '../instances/problem.js';
import { readTextFile } from '../instances/text-file.js';

export type FoundFamily =
  { readonly ok: true; readonly family: Family } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Nearly every instance begins with its format; then the rest need not be parsed twice. */
const FIRST_KEY = /^\s*\{\s*"format"\s*:\s*"([^"\\]*)"/;

/** The family that the "format" of an instance file names. Says nothing about the rest of the file. */
export function familyOfFile(file: string): FoundFamily {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const first = familyOfFormat(FIRST_KEY.exec(read.text)?.[1]);
  if (first !== undefined) return { ok: true, family: first };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, problems: json.problems.map((problem) => ({ file, ...problem })) };
  const format = valueAt(json.value, ['format']);
  const family = familyOfFormat(format);
  if (family !== undefined) return { ok: true, family };
  const pages = FAMILIES.map(({ page }) => page);
  const problem: Problem = {
    file,
    path: 'format',
    value: format,
    allowed: FAMILIES.map((one) => JSON.stringify(one.format)).join(' or '),
    remedy: `Set "format" to the family the instance is of; see ${pages.slice(0, -1).join(', ')} and ${pages.at(-1)!}.`,
  };
  return { ok: false, problems: [problem] };
}

function familyOfFormat(format: unknown): Family | undefined {
  return FAMILIES.find((family) => family.format === format);
}
