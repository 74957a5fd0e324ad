import { readJson } from './json-reader.js';
import { capped, type Problem } from './problem.js';
import { readTextFile } from './text-file.js';

export type PlanText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * The text of a plan, for the checker's parsers: JSON in which no key stands twice, so that all read the same plan. `given` where it is
 * in no file: `file` is then what problems call it.
 */
export function readPlanText(file: string, given?: string): PlanText {
  const read = given === undefined ? readTextFile(file) : { ok: true as const, text: given };
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const json = readJson(read.text);
  if (json.ok) return { ok: true, text: read.text };
  return { ok: false, problems: capped(json.problems).map((problem) => ({ file, ...problem })) };
}
