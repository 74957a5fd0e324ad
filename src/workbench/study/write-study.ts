import { countOf } from '../../reports/format.js';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Family, Words } from '../../families/family.js';
import { optionsOf } from '../../families/options.js';
import { isOutside } from '../../instances/outside.js';
import type { Refused } from '../../instances/fault.js';
import { writeAtomically } from '../../runs/files.js';
import type { Limits } from '../../runs/control.js';
import type { WrittenBudget, WrittenStudy } from '../../studies/plan/schema.js';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION, type StudyVerb } from '../../studies/plan/study.js';
import { type ChainRequest, type ChainVerb, openChain } from '../chain.js';
import { type CompareRequest, plannedComparison } from '../compare.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { inputsNamed } from '../find-family.js';
import { outputFault } from '../places.js';
import { writingTo } from '../refusal-of.js';

/** Result of a command that wrote a study file instead of making its runs. */
export interface StudyWritten {
  readonly ok: true;
  readonly record: CommandEnvelope;
  readonly text: string;
}

export interface StudyTarget {
  readonly to: string;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
}

/** Writes a comparison as a study file, after validating its options and instance. */
export async function writeComparison(
  request: CompareRequest,
  target: StudyTarget,
  families?: readonly Family[],
): Promise<StudyWritten | Refused> {
  const judged = await plannedComparison(request, families);
  if (!judged.ok) return judged;
  const { identity } = judged.runs[0]!;
  const { reference, variants, seed, trials, methods } = request;
  const last = seed + trials - 1;
  const study: WrittenStudy = {
    ...headOf('compare', `compare ${identity.instance.name}`),
    instances: [{ file: fromStudy(request.file, target.to) }],
    methods: [...methods],
    ...optionsIn(judged.family, 'compare', request.words, target.to),
    seeds: trials === 1 ? seed : `${seed}..${last}`,
    budgets: [budgetIn(judged.asked.limits)],
    ...wordsIn({ ...(reference === undefined ? {} : { reference }), ...(variants ? { vary: true } : {}) }),
  };
  return written(study, judged.runs.length, target, [request.file]);
}

/** Writes a sweep or a day as a study file, after validating its options and instance. */
export async function writeChain(
  verb: ChainVerb,
  request: ChainRequest,
  target: StudyTarget,
  families?: readonly Family[],
): Promise<StudyWritten | Refused> {
  const judged = await openChain(verb, { ...request, out: null }, families);
  if (!judged.ok) return judged;
  const { family, run } = judged;
  const { file, words, over, seed, limits, withBound } = request;
  const method = words['method'] as string | undefined;
  const study: WrittenStudy = {
    ...headOf(verb, `${verb} ${run.identity.instance.name}`),
    instances: [{ file: fromStudy(file, target.to) }],
    ...(method === undefined ? {} : { methods: [method] }),
    ...optionsIn(family, verb, words, target.to),
    seeds: seed,
    budgets: [budgetIn(limits)],
    ...(withBound ? {} : { bounds: false }),
    ...wordsIn(over.length === 0 ? {} : { over: [...over] }),
  };
  return written(study, 1, target, [file, ...inputsNamed(family, verb, words)]);
}

function headOf(verb: StudyVerb, name: string): Pick<WrittenStudy, 'format' | 'formatVersion' | 'name' | 'verb'> {
  return { format: STUDY_FORMAT, formatVersion: STUDY_FORMAT_VERSION, name, verb };
}

/** Returns a file's path relative to the folder of the study file, with "/" on every operating system. */
function fromStudy(file: string, to: string): string {
  const path = relative(dirname(resolve(to)), resolve(file));
  return isAbsolute(path) ? path : path.split(sep).join('/');
}

/** Returns the options that differ from the family's defaults, in the form of a study file. */
function optionsIn(family: Family, verb: StudyVerb, words: Words, to: string): Pick<WrittenStudy, 'options'> {
  const given = optionsOf(family, verb).flatMap(({ name, preset, isInput }) => {
    const value = words[name];
    if (value === undefined || value === preset) return [];
    const own = isInput === true ? fromStudy(value as string, to) : (value as string | number | boolean);
    return [[name, own] as const];
  });
  return given.length === 0 ? {} : { options: Object.fromEntries(given) };
}

function budgetIn({ timeLimitS, workLimit }: Limits): WrittenBudget {
  return { ...(timeLimitS === null ? {} : { time: timeLimitS }), ...(workLimit === null ? {} : { work: workLimit }) };
}

function wordsIn(words: NonNullable<WrittenStudy['words']>): Pick<WrittenStudy, 'words'> {
  return Object.keys(words).length === 0 ? {} : { words };
}

/**
 * Writes a study file with validated options.
 *
 * @param runs number of the study's runs
 * @param inputs paths of the files that the study refers to
 */
export function written(
  study: WrittenStudy,
  runs: number,
  { to, force }: StudyTarget,
  inputs: readonly string[],
): Promise<StudyWritten | Refused> {
  const inTheWay = outputFault('--write-study', [to], { inputs, force });
  if (inTheWay !== null) return Promise.resolve({ ok: false, faults: [inTheWay] });
  return writingTo('--write-study', () => {
    writeAtomically(to, `${JSON.stringify(study, null, 1)}\n`);
    // Of files that are not below the study it is told: whoever runs it must allow that.
    const allowOutside = inputs.some((file) => isOutside(dirname(resolve(to)), resolve(file)));
    const record = commandEnvelope({ files: { study: to }, details: { study: study.name, runs, allowOutside } });
    const text = `written       ${to}\n${countOf(runs, 'run')}: plenum study run ${to} --out <dir>${allowOutside ? ' --allow-outside' : ''}\n`;
    return Promise.resolve({ ok: true, record, text });
  });
}
