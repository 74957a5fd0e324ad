import { join, resolve } from 'node:path';
import type { Family, Words } from '../families/family.js';
import { optionsOf } from '../families/options.js';
import { sweepOverTrials } from '../families/sweep-trials.js';
import type { PreparedStudy, SeriesRequest, StudyFound, StudyOfFamily, SweepRequest } from '../families/studies.js';
import { COMMAND_LINE, type Refused } from '../instances/fault.js';
import { NO_PARTS, PARTS, type PartStore, partStore } from '../runs/store/part-store.js';
import type { RecordStore } from '../runs/store/record-store.js';
import type { Executor } from '../studies/engine/engine.js';
import { runStudy } from '../studies/engine/run-study.js';
import { budgetText } from '../studies/plan/axes.js';
import { keyOf } from '../studies/plan/key.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION, type RunOutcome, type RunRecord } from '../studies/plan/record.js';
import type { RunIdentity, RunInstance, StudyRun } from '../studies/plan/run.js';
import type { Scalar } from '../studies/plan/study.js';
import { familyOfFile, untaken } from './find-family.js';
import { madeRuns } from './study/executor.js';
import { filesNamed, instanceOfFile } from './study/instance-files.js';
import { prepareStudy, type StudyAnswer, type StudyPlace, writtenStudy } from './study.js';
import { type KeptStudy, madeInStore } from './study-store.js';
import { machineFrame, plenumVersion } from './this-machine.js';

/**
 * Command that computes a chain: a series of plans as one run. `sweep` makes a plan for each value of the varied
 * fields, `day` for each epoch. The plans are the parts of the chain.
 */
export type ChainVerb = 'sweep' | 'day';

/** Request for a sweep or a day. */
export interface ChainRequest extends SeriesRequest, StudyPlace {
  /** Option values as given: the method and the family's own options. */
  readonly words: Words;
  /** Fields that a sweep varies; empty for a day. */
  readonly over: readonly string[];
  /** Origin of an instance from a study; by default the instance file. */
  readonly instance?: Omit<RunInstance, 'name'>;
  /** Record store and folder for the parts of the chain; if absent, those of the output directory. */
  readonly kept?: KeptStudy;
}

/** A sweep or day with valid input. */
export interface OpenedChain {
  readonly ok: true;
  readonly family: Family;
  readonly own: StudyOfFamily<SweepRequest>;
  readonly prepared: PreparedStudy;
  readonly run: StudyRun;
}

/** Options that affect only the time of a chain (sweep or day), not its result, and so not a run's key. */
const OF_THE_MACHINE: readonly string[] = ['workers'];

/** Reads and validates all input of a sweep or a day, and returns it as one run. Solves nothing yet. */
export async function openChain(
  verb: ChainVerb,
  request: ChainRequest,
  families?: readonly Family[],
): Promise<OpenedChain | Refused> {
  const { file, over } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const parts = await family.load();
  const own = parts.use((of): StudyOfFamily<SweepRequest> | undefined =>
    verb === 'sweep' ? (of.sweep ?? sweepOverTrials(family, of)) : of.day,
  );
  if (own === undefined) return { ok: false, faults: [untaken(file, family, verb, families)] };
  if (verb === 'sweep' && over.length === 0) {
    const allowed = 'field=start:end:step';
    const remedy = 'Say at least once what to vary.';
    return { ok: false, faults: [{ file: COMMAND_LINE, path: '--over', value: undefined, allowed, remedy }] };
  }
  const asked = { ...request, verb, family, inputs: [] };
  const makeRuns: SweepRequest['makeRuns'] = ({ runs, instance, ...asked }, parts) => {
    const { identity, ...run } = runOfChain(verb, family, request, instance);
    // Options of a run are in its words; here are the files that they name.
    const files = Object.keys(run.inputs ?? {}).map((name) => [name, identity.options[name]!]);
    const own = { ...identity, verb: 'compare', options: Object.fromEntries(files) as RunIdentity['options'] } as const;
    const made = runs.map((one, position): StudyRun => {
      const identityOf = { ...own, ...one };
      return { ...run, key: keyOf(identityOf), identity: identityOf, position };
    });
    const { nowS, interrupted, interruptedTwice } = request;
    const around = { nowS, interrupted, interruptedTwice, onProgress: () => undefined };
    return madeRuns({ ...asked, runs: made, store: recordsAmong(parts) }, around, families);
  };
  const prepared = prepareStudy(own, { ...asked, request: (words) => ({ ...request, words, makeRuns }) }, families);
  if (!prepared.ok) return prepared;
  return { ok: true, family, own, prepared, run: runOfChain(verb, family, request, prepared.instance) };
}

/** Returns a view of the parts of a chain as records of runs. */
function recordsAmong(parts: PartStore): Pick<RecordStore, 'get' | 'keep'> {
  return {
    get: (key) => {
      const part = parts.read(key);
      return part === null ? null : JSON.stringify(part);
    },
    keep: (key, text) => {
      const record = JSON.parse(text) as RunRecord;
      if (record.outcome.failure === null) parts.keep(key, record);
      return Promise.resolve();
    },
  };
}

/**
 * Returns a chain (sweep or day) as a run of a study. The run's key depends on digests of the input files, not on their
 * paths.
 */
export function runOfChain(verb: ChainVerb, family: Family, request: ChainRequest, name: string): StudyRun {
  const { file, words, over, seed, limits, withBound, instance = instanceOfFile(file) } = request;
  const given = givenOptions(family, verb, words);
  const { inputs, digests } = filesNamed(family, verb, given);
  const { timeLimitS, workLimit } = limits;
  const identity: RunIdentity = {
    verb,
    family: family.name,
    instance: { ...instance, name },
    method: methodOf(words, family),
    options: { ...given, ...digests, ...(withBound ? {} : { bound: false }) },
    seed,
    budget: { timeLimitS, workLimit },
    more: over.length === 0 ? {} : { over: [...over] },
    version: plenumVersion(),
  };
  const cell = { instance: name, family: family.name, method: identity.method, ...given };
  return {
    key: keyOf(identity),
    identity,
    position: 0,
    file: resolve(file),
    ...(inputs === undefined ? {} : { inputs }),
    cell: { ...cell, ...overCell(over), budget: budgetText(identity.budget), seed },
  };
}

/** Returns the fields that a sweep varies as column `over` of the study's tables; no column for a day. */
export function overCell(over: readonly string[]): Readonly<Record<string, Scalar>> {
  return over.length === 0 ? {} : { over: over.join(' ') };
}

/** Returns the options that differ from the family's defaults. */
function givenOptions(family: Family, verb: ChainVerb, words: Words): Readonly<Record<string, Scalar>> {
  const given = optionsOf(family, verb).flatMap(({ name, preset, kind }) => {
    const value = words[name] as Scalar | undefined;
    const isUsual = value == null || value === preset || (kind.is === 'flag' && value === false);
    return isUsual || OF_THE_MACHINE.includes(name) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** Returns the method that the user named, or else the default; null if that depends on the instance. */
function methodOf(words: Words, { defaultMethod, methods }: Family): string | null {
  const name = words['method'];
  if (typeof name === 'string') return name;
  return defaultMethod === undefined ? (methods[0]?.name ?? null) : null;
}

/** Makes a sweep or a day as one run, or reads its record from the store. Writes its files to `out`. */
export async function runChain(
  verb: ChainVerb,
  request: ChainRequest,
  families?: readonly Family[],
): Promise<StudyAnswer | Refused> {
  const opened = await openChain(verb, request, families);
  if (!opened.ok) return opened;
  const { out, kept: given, onNote } = request;
  const kept = await madeInStore(request, given, async (store, folder) => {
    const parts = counted(folder === null ? NO_PARTS : chainParts(opened.run, folder, onNote));
    const found = await foundBy(opened, store, parts.store);
    const { count, called } = opened.prepared.parts ?? { count: 0, called: '' };
    const taken = parts.taken();
    if (taken > 0 && given === undefined) {
      onNote(`${taken} of ${count} ${called} are taken from ${join(folder!, PARTS)}.`);
    }
    return found;
  });
  return kept.ok ? writtenStudy(kept.made, opened.own, opened.prepared, { ...opened, out }) : kept;
}

/**
 * Returns the results of a chain (sweep or day). If the chain has a record, they are read from its stored parts;
 * otherwise the run is made.
 */
async function foundBy(opened: OpenedChain, store: RecordStore, parts: PartStore): Promise<StudyFound> {
  const { run, prepared, family } = opened;
  const made: StudyFound[] = [];
  const executor: Executor = {
    workers: 1,
    execute: async () => {
      const found = await prepared.run(parts);
      made.push(found);
      const head = { format: RECORD_FORMAT, formatVersion: RECORD_FORMAT_VERSION } as const;
      const machine = { ...machineFrame(), timeS: found.record.timeS, trajectoryTimeS: [] };
      return { ...head, key: run.key, run: run.identity, outcome: outcomeOfChain(found, prepared, family), machine };
    },
    abort: () => undefined,
    close: () => Promise.resolve(),
  };
  await runStudy({
    runs: [run],
    store,
    executor,
    limits: { timeS: null, memoryMiB: null },
    retry: 'failed',
    // The chain itself hears that it is to end, and says how far it came.
    interrupted: () => false,
    interruptedTwice: () => false,
    onRecord: () => undefined,
  });
  return made[0] ?? prepared.run(parts);
}

/** Returns the store for the parts of a chain (sweep or day) in a study folder, by digests of all their inputs. */
export function chainParts(
  { identity, inputs = {} }: StudyRun,
  folder: string,
  warn: (text: string) => void,
): PartStore {
  const { verb, family, instance, version, options } = identity;
  // Neither its name nor where it lies changes what is found.
  const { sha256, named = null, generated, changes } = instance;
  const files = Object.keys(inputs).map((name) => [name, options[name]!]);
  return partStore(folder, [version, verb, family, sha256, named, generated, changes, files], warn);
}

/** Returns `store` with a count of the parts read so far (`taken`). */
function counted(store: PartStore): { readonly store: PartStore; readonly taken: () => number } {
  let taken = 0;
  const read = (digest: string, isBeside = false): unknown => {
    const part = store.read(digest);
    if (part !== null && !isBeside) taken++;
    return part;
  };
  return { store: { ...store, read }, taken: () => taken };
}

/**
 * Returns the outcome of a chain (sweep or day) in the form of all runs. If a part failed, the whole run counts as
 * failed. When the run is made again, only the missing parts are computed.
 */
export function outcomeOfChain(
  { record, failure }: StudyFound,
  { parts }: PreparedStudy,
  { better }: Pick<Family, 'better'>,
): RunOutcome {
  const { termination, feasible, objective, objectiveUnit, bound, boundScope, gap, gapReason, warnings } = record;
  return {
    termination,
    failure: termination === 'failed' ? { reason: 'crashed', message: failure ?? 'a part of it broke down' } : null,
    feasible,
    objective,
    objectiveUnit,
    better: objective === null ? null : better,
    bound,
    boundScope,
    gap,
    gapReason,
    violations: [],
    infeasibility: null,
    warnings,
    work: parts === undefined ? {} : { [parts.called]: parts.count },
    trajectory: [],
    values: {},
  };
}
