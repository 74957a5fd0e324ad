import { basename, dirname, join, resolve } from 'node:path';
import type { RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';
import { varyWorkload } from '../../families/reward-rate/instances/generate.js';
import { jsonText } from '../../instances/json-text.js';
import { instanceWarnings } from '../../families/reward-rate/instances/warnings.js';
import { readTextFile } from '../../instances/text-file.js';
import { judgeInstance, loadRewardRateInstance } from '../../families/reward-rate/instances/load.js';
import { MAX_MATRIX_BYTES } from '../../facility/matrix-file.js';
import type { LocalProblem } from '../../instances/problem.js';
import { judgeRobustText } from '../../families/robust/instances/load.js';
import { LARGEST_SEED } from '../../families/robust/instances/schema.js';
import { withTimesOfSeed } from '../../families/robust/instances/trial.js';
import { thesisInstance, type ThesisOptions } from '../../families/reward-rate/instances/thesis/instance.js';
import { writeFileSet } from '../../runs/file-set.js';
import { OptionError } from '../options.js';
import { EXIT } from '../exit-codes.js';
import { COMMAND_LINE, printJson, printLines, refuse } from '../output.js';
import { outputProblem } from '../../workbench/places.js';

export interface GenerateOptions {
  readonly seed: number;
  readonly count: number;
  readonly out: string;
  /** Overwrite what Plenum did not write. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** `plenum generate <instance>`: seeded variants of its deadlines, rewards and arrival rates, seeds seed .. seed + count - 1. */
export function generateVariants(file: string, { seed, count, out, force, json }: GenerateOptions): number {
  const loaded = loadRewardRateInstance(file);
  if (!loaded.ok) return refuse(loaded.problems, json);
  const matrix = matrixBeside(loaded.instance, loaded.directory, out);
  if (!matrix.ok) return refuse([{ file, ...matrix.problem }], json);
  const { instance, copies } = matrix;
  const seeds = Array.from({ length: count }, (_, n) => seed + n);
  const targets = seeds.map((n) => join(out, fileName(varyWorkload(instance, n))));
  return writeGenerated(
    targets,
    seeds.map((n) => jsonText(varyWorkload(instance, n))),
    { inputs: [file], copies, force, json },
  );
}

/** The same for a robust instance with generated times: only their seed changes. */
export function generateTrials(file: string, { seed, count, out, force, json }: GenerateOptions): number {
  // Without its times: the trials draw their own.
  const read = readTextFile(file);
  const judged = read.ok ? judgeRobustText(read.text) : { ok: false as const, problems: [read.problem] };
  if (!judged.ok) {
    return refuse(
      judged.problems.map((problem) => ({ file, ...problem })),
      json,
    );
  }
  const { instance } = judged;
  const { tasks } = instance.workload;
  if (tasks.source !== 'generated') {
    const allowed = 'generated times ("source": "generated"): others have no seed';
    return refuse(
      [{ file, path: 'workload.tasks.source', value: tasks.source, allowed, remedy: 'Name another instance.' }],
      json,
    );
  }
  if (seed + count - 1 > LARGEST_SEED) {
    throw new OptionError('--seed', seed, `with --count ${count} at most ${LARGEST_SEED - count + 1}`, 'Correct it.');
  }
  const trials = Array.from({ length: count }, (_, n) => withTimesOfSeed(instance, seed + n));
  const targets = trials.map((trial) => join(out, fileName(trial)));
  return writeGenerated(targets, trials.map(jsonText), { inputs: [file], force, json });
}

/** `plenum generate --racks N`: the thesis' room at any size. */
export function generateRoom(
  options: ThesisOptions,
  { out, force, json }: Pick<GenerateOptions, 'out' | 'force' | 'json'>,
): number {
  const instance = thesisInstance(options);
  const judged = judgeInstance(instance);
  if (!judged.ok) {
    return refuse(
      judged.problems.map((problem) => ({ file: COMMAND_LINE, ...problem })),
      json,
    );
  }
  const target = join(out, fileName(instance));
  const code = writeGenerated([target], [jsonText(instance)], { inputs: [], force, json });
  if (code === EXIT.solved)
    for (const warning of instanceWarnings(instance)) process.stderr.write(`warning: ${warning}\n`);
  return code;
}

/** A name may hold anything; a file's name may not, least of all a way out of the directory. */
function fileName({ name }: { readonly name: string }): string {
  return `${name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(-80)}.json`;
}

type WithMatrix =
  | { readonly ok: true; readonly instance: RewardRateInstance; readonly copies: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: LocalProblem };

/** The instance for another directory, where a copy of its matrix file lies beside it: instances name no files outside their own. */
function matrixBeside(instance: RewardRateInstance, directory: string, out: string): WithMatrix {
  const { facility } = instance;
  if (facility.airflow.source !== 'matrix' || resolve(out) === directory) {
    return { ok: true, instance, copies: new Map() };
  }
  const read = readTextFile(resolve(directory, facility.airflow.file), MAX_MATRIX_BYTES);
  if (!read.ok) return { ok: false, problem: { ...read.problem, path: 'facility.airflow.file' } };
  const file = basename(facility.airflow.file);
  const moved = { ...instance, facility: { ...facility, airflow: { ...facility.airflow, file } } };
  return { ok: true, instance: moved, copies: new Map([[file, read.text]]) };
}

/** Writes instances, one by one the texts of files in a directory, and names them. Returns the exit code. */
export function writeGenerated(
  files: readonly string[],
  texts: readonly string[],
  { inputs, copies = new Map(), force, json }: Generated,
): number {
  const directory = dirname(files[0]!);
  const all = [...[...copies.keys()].map((name) => join(directory, name)), ...files];
  const obstacle = outputProblem('--out', all, { inputs, force });
  if (obstacle !== null) return refuse([obstacle], json);
  writeFileSet(directory, new Map([...copies, ...files.map((file, n) => [basename(file), texts[n]!] as const)]));
  if (json) printJson({ files });
  else printLines(files.join('\n'));
  return EXIT.solved;
}

interface Generated {
  /** Files that must not be written over. */
  readonly inputs: readonly string[];
  /** Texts by name of files that the instances name. */
  readonly copies?: ReadonlyMap<string, string>;
  readonly force: boolean | undefined;
  readonly json: boolean;
}
