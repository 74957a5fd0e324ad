import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { facilityProblem } from '../../../facility/facility-problem.js';
import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { roomProblems } from '../../../../models/physics/airflow/room-problems.js';
import { TEMPLATES_FORMAT, TEMPLATES_FORMAT_VERSION } from '../../../../models/problems/templates/format.js';
import type { TemplatesInstance } from '../../../../models/problems/templates/instance.js';
import { layoutFacility } from '../../../../models/problems/templates/room.js';
import { type FileFormat, formatProblem } from '../../../instances/format-problem.js';
import { readJson } from '../../../instances/json-reader.js';
import { capped, type LocalProblem, type Problem } from '../../../instances/problem.js';
import { judgeBySchema } from '../../../instances/schema-problems.js';
import { readTextFile } from '../../../instances/text-file.js';
import { templatesConsistencyProblems } from './consistency.js';
import { templatesSchema } from '../../../../models/problems/templates/instance.js';
import { templatesWarnings } from './warnings.js';

/** Format of instance files of this family. */
const FILE_FORMAT: FileFormat = {
  format: TEMPLATES_FORMAT,
  version: TEMPLATES_FORMAT_VERSION,
  kind: 'templates',
  page: 'docs/templates/instances.md',
};

export type LoadedTemplatesInstance =
  | {
      readonly ok: true;
      readonly instance: TemplatesInstance;
      /** SHA-256 of the file's bytes, hexadecimal. */
      readonly sha256: string;
      readonly bytes: Uint8Array;
      /** Folder of the instance, absolute; other files that the instance names are relative to it. */
      readonly directory: string;
      /** Sentences on what is legal but probably not meant. */
      readonly warnings: string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Instance of a file, or all problems at once; nothing is thrown for a bad file. Its air is another step. */
export function loadTemplatesInstance(file: string): LoadedTemplatesInstance {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const judged = judgeTemplatesText(read.text);
  if (!judged.ok) return { ok: false, problems: judged.problems.map((problem) => ({ file, ...problem })) };
  const { instance } = judged;
  return {
    ok: true,
    instance,
    bytes: read.bytes,
    sha256: createHash('sha256').update(read.bytes).digest('hex'),
    directory: dirname(resolve(file)),
    warnings: templatesWarnings(instance),
  };
}

export type JudgedTemplatesInstance =
  | { readonly ok: true; readonly instance: TemplatesInstance }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Instance in text already in memory, judged. */
export function judgeTemplatesText(text: string): JudgedTemplatesInstance {
  const json = readJson(text);
  return json.ok ? judgeTemplatesInstance(json.value) : json;
}

/** Instance in a value that came as JSON, judged. */
export function judgeTemplatesInstance(raw: unknown): JudgedTemplatesInstance {
  const foreign = formatProblem(raw, FILE_FORMAT);
  if (foreign !== null) return { ok: false, problems: [foreign] };
  const verdict = judgeBySchema<TemplatesInstance>(templatesSchema, raw);
  if (!verdict.ok)
    return { ok: false, problems: capped([...verdict.problems, ...templatesConsistencyProblems(verdict.draft)]) };
  const { instance } = verdict;
  const consistency = templatesConsistencyProblems(instance);
  const problems = [...consistency, ...layoutProblems(instance, consistency)];
  return problems.length === 0 ? { ok: true, instance } : { ok: false, problems: capped(problems) };
}

/** Problems of layouts through which no air can flow; places already reported are not reported again. */
function layoutProblems(instance: TemplatesInstance, known: readonly LocalProblem[]): LocalProblem[] {
  const facility = layoutFacility(instance);
  if (facility === null) return [];
  const paths = new Set(known.map(({ path }) => path));
  return roomProblems(facility)
    .map((problem) => facilityProblem(FACILITY_WITH_WORKLOAD, problem))
    .filter(({ path }) => !paths.has(path));
}
