import { basename, dirname, join, relative, resolve } from 'node:path';
import type { RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';
import { varyWorkload } from '../../instances/generate.js';
import { jsonText } from '../../instances/json-text.js';
import { judgeInstance, loadRewardRateInstance, readTextFile } from '../../instances/load.js';
import { judgeRobustText } from '../../instances/robust/load.js';
import { LARGEST_SEED } from '../../instances/robust/schema.js';
import { withTimesOfSeed } from '../../instances/robust/trial.js';
import { thesisInstance, type ThesisOptions } from '../../instances/thesis/instance.js';
import { writeFileSet } from '../../runs/file-set.js';
import { OptionError } from '../options.js';
import { EXIT } from '../exit-codes.js';
import { COMMAND_LINE, printJson, printLines, refuse, outputProblem } from '../output.js';

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
  const instance = withMatrixFrom(loaded.instance, loaded.directory, out);
  const seeds = Array.from({ length: count }, (_, n) => seed + n);
  const targets = seeds.map((n) => join(out, fileName(varyWorkload(instance, n))));
  return writeGenerated(
    targets,
    seeds.map((n) => jsonText(varyWorkload(instance, n))),
    { inputs: [file], force, json },
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
  return writeGenerated([target], [jsonText(instance)], { inputs: [], force, json });
}

/** A name may hold anything; a file's name may not, least of all a way out of the directory. */
function fileName({ name }: { readonly name: string }): string {
  return `${name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(-80)}.json`;
}

/** A matrix file is named relative to its instance, which now lies elsewhere. */
function withMatrixFrom(instance: RewardRateInstance, directory: string, out: string): RewardRateInstance {
  const { facility } = instance;
  if (facility.airflow.source !== 'matrix' || resolve(out) === directory) return instance;
  const file = relative(resolve(out), resolve(directory, facility.airflow.file));
  return { ...instance, facility: { ...facility, airflow: { ...facility.airflow, file } } };
}

/** Writes instances, one by one the texts of files in a directory, and names them. Returns the exit code. */
export function writeGenerated(
  files: readonly string[],
  texts: readonly string[],
  { inputs, force, json }: Generated,
): number {
  const obstacle = outputProblem('--out', files, { inputs, force });
  if (obstacle !== null) return refuse([obstacle], json);
  writeFileSet(dirname(files[0]!), new Map(files.map((file, n) => [basename(file), texts[n]!])));
  if (json) printJson({ files });
  else printLines(files.join('\n'));
  return EXIT.solved;
}

interface Generated {
  /** Files that must not be written over. */
  readonly inputs: readonly string[];
  readonly force: boolean | undefined;
  readonly json: boolean;
}
