import { readJson } from './json-reader.js';
import { capped, type Problem } from './problem.js';
import { readTextFile } from './text-file.js';

export type PlanText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The text of a plan file, for the checker's parsers: JSON in which no key stands twice, so that all read the same plan. */
export function readPlanText(file: string): PlanText {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const json = readJson(read.text);
  if (json.ok) return { ok: true, text: read.text };
  return { ok: false, problems: capped(json.problems).map((problem) => ({ file, ...problem })) };
}
