import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { roomProblems } from '../../../../models/physics/airflow/room-problems.js';
import { REWARD_RATE_FORMAT, REWARD_RATE_FORMAT_VERSION } from '../../../../models/problems/reward-rate/format.js';
import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { consistencyProblems } from './consistency.js';
import { facilityProblem } from '../../../facility/facility-problem.js';
import { type FileFormat, formatProblem } from '../../../instances/format-problem.js';
import { readJson } from '../../../instances/json-reader.js';
import { capped, type LocalProblem, type Problem } from '../../../instances/problem.js';
import { judgeBySchema } from '../../../instances/schema-problems.js';
import { rewardRateSchema } from '../../../../models/problems/reward-rate/instance.js';
import { readTextFile } from '../../../instances/text-file.js';
import { instanceWarnings } from './warnings.js';

export type LoadedInstance =
  | {
      readonly ok: true;
      readonly instance: RewardRateInstance;
      /** SHA-256 of the file's bytes, hexadecimal. */
      readonly sha256: string;
      /** Folder of the instance, absolute; other files that the instance names are relative to it. */
      readonly directory: string;
      /** Sentences on what is legal but probably not meant. */
      readonly warnings: string[];
    }
  | { readonly ok: false; readonly problems: Problem[] };

/** Instance of a file, or all problems at once; nothing is thrown for a bad file. */
export function loadRewardRateInstance(file: string): LoadedInstance {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const judged = judgeInstanceText(read.text);
  if (!judged.ok) return { ok: false, problems: judged.problems.map((problem) => ({ file, ...problem })) };
  return {
    ok: true,
    instance: judged.instance,
    sha256: createHash('sha256').update(read.bytes).digest('hex'),
    directory: dirname(resolve(file)),
    warnings: instanceWarnings(judged.instance),
  };
}

export type JudgedInstance =
  | { readonly ok: true; readonly instance: RewardRateInstance }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Instance in text already in memory, judged. */
export function judgeInstanceText(text: string): JudgedInstance {
  const json = readJson(text);
  return json.ok ? judgeInstance(json.value) : json;
}

/** Instance in a value that came as JSON, judged. */
export function judgeInstance(raw: unknown): JudgedInstance {
  const foreign = formatProblem(raw, FILE_FORMAT);
  if (foreign !== null) return { ok: false, problems: [foreign] };
  const verdict = judgeBySchema<RewardRateInstance>(rewardRateSchema, raw);
  if (!verdict.ok) {
    return { ok: false, problems: capped([...verdict.problems, ...consistencyProblems(verdict.draft)]) };
  }
  const consistency = consistencyProblems(verdict.instance);
  const known = new Set(consistency.map(({ path }) => path));
  const room = roomProblems(verdict.instance.facility)
    .map((problem) => facilityProblem(FACILITY_WITH_WORKLOAD, problem))
    .filter(({ path }) => !known.has(path));
  const problems = [...consistency, ...room];
  return problems.length === 0 ? { ok: true, instance: verdict.instance } : { ok: false, problems: capped(problems) };
}

/** Format of instance files of this family. */
const FILE_FORMAT: FileFormat = {
  format: REWARD_RATE_FORMAT,
  version: REWARD_RATE_FORMAT_VERSION,
  kind: 'reward-rate',
  page: 'docs/reward-rate/instances.md',
};
