import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { roomProblems } from '../../models/physics/airflow/room-problems.js';
import {
  REWARD_RATE_FORMAT,
  REWARD_RATE_FORMAT_VERSION,
  type RewardRateInstance,
} from '../../models/problems/reward-rate/instance.js';
import { consistencyProblems } from './consistency.js';
import { type FileFormat, formatProblem } from './format-problem.js';
import { readJson } from './json-reader.js';
import type { LocalProblem, Problem } from './problem.js';
import { judgeBySchema } from './schema-problems.js';
import { rewardRateJsonSchema, rewardRateSchema } from './schema.js';
import { instanceWarnings } from './warnings.js';

export { formatProblems, type Problem } from './problem.js';

export type LoadedInstance =
  | {
      readonly ok: true;
      readonly instance: RewardRateInstance;
      /** Of the file's bytes, hexadecimal. */
      readonly sha256: string;
      /** Absolute; other files the instance names are relative to it. */
      readonly directory: string;
      /** Legal, but probably not meant. */
      readonly warnings: string[];
    }
  | { readonly ok: false; readonly problems: Problem[] };

/** A 21,600-node room is below 2 MB; anything this large is something else. */
export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** Reads and judges an instance file. All problems are listed at once; nothing is thrown for a bad file. */
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

/** The same for text already in memory. */
export function judgeInstanceText(text: string): JudgedInstance {
  const json = readJson(text);
  return json.ok ? judgeInstance(json.value) : json;
}

/** The same for a value that came as JSON. */
export function judgeInstance(raw: unknown): JudgedInstance {
  const foreign = formatProblem(raw, FILE_FORMAT);
  if (foreign !== null) return { ok: false, problems: [foreign] };
  const verdict = judgeBySchema<RewardRateInstance>(rewardRateSchema, rewardRateJsonSchema, raw);
  if (!verdict.ok) return { ok: false, problems: [...verdict.problems, ...consistencyProblems(verdict.draft)] };
  const consistency = consistencyProblems(verdict.instance);
  const room = roomProblems(verdict.instance.facility)
    .filter(({ path }) => !consistency.some((problem) => problem.path === path))
    .map(({ path, value, allowed, message, remedy }) => ({ path, value, allowed, remedy: `${message}. ${remedy}` }));
  const problems = [...consistency, ...room];
  return problems.length === 0 ? { ok: true, instance: verdict.instance } : { ok: false, problems };
}

const FILE_FORMAT: FileFormat = {
  format: REWARD_RATE_FORMAT,
  version: REWARD_RATE_FORMAT_VERSION,
  kind: 'reward-rate',
  page: 'docs/instance-format.md',
};

type ReadFile =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: LocalProblem };

/** Text of a regular UTF-8 file of bearable size. */
export function readTextFile(file: string): ReadFile {
  const refuse = (value: unknown, allowed: string, remedy: string): ReadFile => ({
    ok: false,
    problem: { path: '', value, allowed, remedy },
  });
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return refuse('a directory', 'a file', 'Name a file in it.');
    if (!stat.isFile()) return refuse('a device, pipe or socket', 'a file', 'Store the data in a file first.');
    if (stat.size > LARGEST_FILE_BYTES) {
      return refuse(
        `${stat.size} bytes`,
        `at most ${LARGEST_FILE_BYTES} bytes`,
        'Check that this is the file you meant.',
      );
    }
    if (stat.size === 0) return refuse('an empty file', 'text', 'Check that the file was written completely.');
    const bytes = readFileSync(file);
    if (bytes.includes(0)) return refuse('binary data', 'text in UTF-8', 'Unpack or export the file as text.');
    return { ok: true, bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return refuse('no such file', 'an existing file', 'Check the path and the spelling.');
    if (code === 'EACCES' || code === 'EPERM')
      return refuse('no permission to read', 'a readable file', 'Change its permissions.');
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return refuse('bytes that are no UTF-8', 'text in UTF-8', 'Save the file as UTF-8.');
    }
    return refuse(`it cannot be read (${code ?? 'unknown error'})`, 'a readable file', 'Check the disk and the path.');
  }
}
