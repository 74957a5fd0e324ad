import { join, resolve } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import type { CompareOfFamily, OpenedComparison } from '../families/compare.js';
import { type Family, isRefused, type Words } from '../families/family.js';
import { orError } from '../families/studies.js';
import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';
import { withoutIntervalsOfFew } from '../reports/few-values.js';
import { compareCsv, compareText } from '../reports/compare/text.js';
import { timeIsUp } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { RecordStore } from '../runs/store/record-store.js';
import {
  compare as compareStudy,
  comparisonRuns,
  type CompareRequest as StudyRequest,
  inThisThread,
} from '../studies/compare/compare.js';
import { rankOf } from '../studies/compare/certificates.js';
import type { Settings, TrialSurroundings } from '../studies/compare/comparison.js';
import type { ComparisonRecord } from '../studies/compare/record.js';
import type { RunInstance, StudyRun } from '../studies/plan/run.js';
import { storedRuns } from '../studies/trials/run-trials.js';
import { comparisonEnvelope } from './compare-envelope.js';
import type { Envelope } from './envelope.js';
import { familyOfFile, inputsNamed, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { writingTo } from './refusal-of.js';
import { canRunElsewhere, processExecutor } from './study/executor.js';
import { unlessLost } from './lost-files.js';
import { addressOfFile, instanceOfFile } from './study/instance-files.js';
import { writeStudyFiles } from './study-files.js';
import { recordsIn, studyStore } from './study-store.js';
import { machineFrame, plenumVersion } from './this-machine.js';

export interface CompareRequest extends Omit<TrialSurroundings, 'onProgress'> {
  readonly file: string;
  /** The family's own options. */
  readonly words: Words;
  /** Labels of methods: each is a name, followed by ":" and its form if it has one. */
  readonly methods: readonly string[];
  /** Label of the method with which the others are compared; the first if absent. */
  readonly reference?: string | undefined;
  readonly trials: number;
  /** Seed of the first trial; trial t has `seed + t`. */
  readonly seed: number;
  /** True if every trial is a seeded variant of the workload. */
  readonly variants: boolean;
  /** Number of runs made at the same time. */
  readonly workers: number;
  /** Directory to write to; null for none. */
  readonly out: string | null;
  /** Called with bounds and objectives during the runs, and with their unit; '' stands for the objective's unit. */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
  /** Called with notes on what is reused from an earlier comparison, or limited by default. */
  readonly onNote: (text: string) => void;
  /** Where the instance comes from, if a study made it; if absent, it is the file. */
  readonly instance?: Omit<RunInstance, 'name'>;
  /** Store of the runs, which the caller opens and closes; if absent, that of the directory is used. */
  readonly store?: RecordStore;
}

export interface CompareAnswer {
  readonly ok: true;
  /**
   * How the comparison ended: 'failed' because of a mistake in the program, such as a run that broke down; 'solved' if
   * any run has a feasible plan.
   */
  readonly ended: 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';
  readonly record: Envelope;
  /** Text of the record, for a terminal. */
  readonly text: string;
  /** Fault in writing the files; null for none. */
  readonly fault: WritingFault | null;
}

/**
 * Names of the files that comparisons of any family write. Those that the family does not write are removed from the
 * directory.
 */
const FILES = ['compare.json', 'compare.csv', 'compare-epochs.csv', 'compare.html', 'compare.records.jsonl'] as const;

/** Files that a comparison writes to a directory. */
export function filesOfCompare(directory: string): readonly string[] {
  return FILES.map((name) => join(directory, name));
}

/** Compares methods over seeded trials, with each other and with proven bounds. Writes the results to `out`. */
export async function compare(asked: CompareRequest, families?: readonly Family[]): Promise<CompareAnswer | Refused> {
  const opened = await openedComparison(asked, families);
  if (!opened.ok) return opened;
  const { request, own, comparison, report, figures } = opened;
  if (request.limits !== asked.limits) {
    request.onNote(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.`);
  }
  return writingTo('--out', () =>
    compared({ comparison, report, figures }, own, { ...request, mayRunElsewhere: canRunElsewhere(families) }),
  );
}

interface ComparisonRuns {
  readonly ok: true;
  readonly runs: readonly StudyRun[];
}

/** Returns the runs of a comparison without making any; they are the same on any computer. */
export async function runsOfComparison(
  asked: CompareRequest,
  families?: readonly Family[],
): Promise<ComparisonRuns | Refused> {
  const opened = await openedComparison(asked, families);
  if (!opened.ok) return opened;
  return { ok: true, runs: runsOf(opened.comparison.instance, opened.request) };
}

/** Returns the runs of a comparison on an instance that has not been read: only its origin and name are known. */
export async function runsOfUnread(
  asked: CompareRequest & { readonly instance: RunInstance },
  family: Family,
): Promise<ComparisonRuns | Refused> {
  const judged = await judgedRequest(asked, family);
  return judged.ok ? { ok: true, runs: runsOf(asked.instance.name, judged.request) } : judged;
}

function runsOf(instance: string, request: Omit<Asked, 'mayRunElsewhere'>): readonly StudyRun[] {
  const surroundings = { ...request, onProgress: () => undefined };
  return comparisonRuns({ instance }, { ...request, ...addressed(request), surroundings });
}

interface JudgedComparison {
  readonly ok: true;
  /** The request, with digests of the files that its settings name. */
  readonly request: Omit<Asked, 'mayRunElsewhere'>;
  readonly own: CompareOfFamily;
  /** The family's own options, with paths of the files that they name. */
  readonly settings: Settings;
}

type Opened = Omit<JudgedComparison, 'settings'> & OpenedComparison;

async function openedComparison(
  asked: CompareRequest,
  families: readonly Family[] | undefined,
): Promise<Opened | Refused> {
  const { file, variants } = asked;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const judged = await judgedRequest(asked, found.family, families);
  if (!judged.ok) return judged;
  const { own, request, settings } = judged;
  const { labels, limits, nowS } = request;
  const shouldStop = timeIsUp({ limits: { ...limits, workLimit: null }, nowS });
  const opened = own.open({ file, labels, settings, variants, shouldStop });
  return opened.ok ? { ...opened, request, own } : opened;
}

/** Lets the family check a request before the instance is read. */
async function judgedRequest(
  asked: CompareRequest,
  family: Family,
  families?: readonly Family[],
): Promise<JudgedComparison | Refused> {
  const request = { ...asked, limits: limitsOf(asked) };
  const parts = await family.load();
  const own = parts.use((of) => of.compare);
  if (own === undefined || !family.verbs.includes('compare')) {
    return { ok: false, faults: [untaken(request.file, family, 'compare', families)] };
  }
  const judged = judgedWords(family, 'compare', request.words, {}, families);
  if (isRefused(judged)) return judged;
  const read = own.readWords(judged, request);
  if (!read.ok) return read;
  const { labels, settings } = read;
  const reference = request.reference ?? labels[0]!;
  const fault = requestFault(request, labels, reference);
  if (fault !== null) return { ok: false, faults: [fault] };
  const addressedSettings = settingsByDigest(settings, inputsNamed(family, 'compare', request.words));
  const all = { ...request, ...addressedSettings, reference, family: family.name, labels };
  return { ok: true, request: all, own, settings };
}

/**
 * Returns the settings with the digest of each file instead of its path, so that keys of runs contain no paths; and the
 * paths by setting.
 */
function settingsByDigest(settings: Settings, files: readonly string[]): Pick<Asked, 'settings' | 'inputs'> {
  const paths = Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'string' && files.includes(value) ? [[name, resolve(value)] as const] : [],
  );
  const digests = paths.map(([name, file]) => [name, addressOfFile(file)] as const);
  if (paths.length === 0) return { settings, inputs: undefined };
  return { settings: { ...settings, ...Object.fromEntries(digests) }, inputs: Object.fromEntries(paths) };
}

/** Time limit of a run if none was given, s. Our choice: some methods would never end, and users will wait a minute. */
const DEFAULT_TIME_LIMIT_S = 60;

function limitsOf({ limits, workers }: CompareRequest): CompareRequest['limits'] {
  const isUnlimited = limits.timeLimitS === null && limits.workLimit === null && workers === 1;
  return isUnlimited ? { ...limits, timeLimitS: DEFAULT_TIME_LIMIT_S } : limits;
}

interface Asked extends CompareRequest {
  /** True if other processes can make its runs. */
  readonly mayRunElsewhere: boolean;
  readonly family: string;
  readonly reference: string;
  readonly labels: readonly string[];
  readonly settings: Settings;
  /** Paths of the files whose digests are in the settings; none if absent. */
  readonly inputs: Readonly<Record<string, string>> | undefined;
}

function requestFault(
  { trials, seed, workers, limits }: CompareRequest,
  labels: readonly string[],
  reference: string,
): Fault | null {
  const of = (path: string, value: unknown, allowed: string, remedy: string): Fault => {
    return { file: COMMAND_LINE, path, value, allowed, remedy };
  };
  if (!labels.includes(reference)) {
    return of('--reference', reference, labels.join(', '), 'Name one of the methods compared.');
  }
  if (workers > 1 && (limits.workLimit === null || limits.timeLimitS !== null)) {
    const allowed = 'with --work-limit and without --time-limit: runs side by side slow each other down';
    return of('--workers', workers, allowed, 'Leave one of them out.');
  }
  // Trial t has the seed `seed + t`.
  const mostSeed = Number.MAX_SAFE_INTEGER - trials;
  if (seed <= mostSeed) return null;
  return of('--seed', seed, `at most ${mostSeed} with ${trials} trials`, 'Take a smaller seed.');
}

async function compared(
  { comparison, report, figures }: Omit<OpenedComparison, 'ok'>,
  { progressUnit }: CompareOfFamily,
  asked: Asked,
): Promise<CompareAnswer | Refused> {
  const { out, onProgress, limits, nowS, cpuS, interrupted, interruptedTwice } = asked;
  const study: StudyRequest = {
    ...asked,
    ...addressed(asked),
    machine: machineFrame,
    surroundings: {
      limits,
      nowS,
      cpuS,
      interrupted,
      interruptedTwice,
      onProgress: (point) => {
        onProgress(point, progressUnit);
      },
    },
  };
  const opened = asked.store === undefined ? studyStore(out) : { store: asked.store, notes: [] };
  if ('fault' in opened) return { ok: false, faults: [opened.fault] };
  const { store, notes } = opened;
  notes.forEach(asked.onNote);
  const runs = comparisonRuns(comparison, study);
  const done = storedRuns(store, runs).length;
  if (done > 0 && asked.store === undefined) {
    asked.onNote(`${done} of ${runs.length} runs and bounds are taken from ${recordsIn(out!)}.`);
  }
  const isElsewhere = asked.workers > 1 && asked.mayRunElsewhere;
  const places = { place: process.cwd(), plans: null, parts: null };
  const executor = isElsewhere ? processExecutor(asked.workers, places) : inThisThread(comparison, study);
  try {
    const kept = await unlessLost({ folder: out, store }, () =>
      compareStudy(comparison, { ...study, store, executor }),
    );
    if (!kept.ok) return kept;
    const { record, records } = kept.made;
    const shown = withoutIntervalsOfFew(record);
    const texts = (await report())(shown);
    const told = { record: shown, texts, figures };
    const places = new Map([
      ['compare.csv', orError(() => compareCsv({ record, figures }))] as const,
      ...(texts.files ?? []).map(([name, make]) => [name, orError(make)] as const),
      ...(records === null ? [] : [['compare.records.jsonl', records] as const]),
    ]);
    const written = FILES.filter((name) => places.has(name) || name === 'compare.json' || name === 'compare.html');
    const files = out === null ? {} : Object.fromEntries(written.map((name) => [KEYS[name], join(out, name)]));
    const answer = comparisonEnvelope(record, (run) => rankOf(run, comparison), files);
    const text = compareText(told);
    if (out === null) return { ok: true, ended: endOf(record), record: answer, text, fault: null };
    const [sections, { comparePage }] = await Promise.all([texts.sections?.(), import('../reports/compare/page.js')]);
    // What the comparison does not write, an earlier one's is removed; the record comes last.
    const fault = writeStudyFiles(
      out,
      new Map<string, string | Error | null>([
        ...FILES.filter((name) => !written.includes(name)).map((name) => [name, null] as const),
        ...places,
        ['compare.html', orError(() => comparePage(told, sections, answer))],
        ['compare.json', `${JSON.stringify(answer, null, 1)}\n`],
      ]),
    );
    const said = fault === null ? written.map((name) => `written       ${join(out, name)}\n`).join('') : '';
    return { ok: true, ended: endOf(record), record: answer, text: `${text}${said}`, fault };
  } finally {
    await executor.close();
    if (asked.store === undefined) await store.close();
  }
}

/** Keys of a comparison's files in the `files` of its answer. */
const KEYS: Readonly<Record<(typeof FILES)[number], string>> = {
  'compare.json': 'record',
  'compare.csv': 'csv',
  'compare-epochs.csv': 'epochsCsv',
  'compare.html': 'page',
  'compare.records.jsonl': 'records',
};

/**
 * Returns the facts that identify the runs of a comparison in a store: those of the instance that a study made, or of
 * its file.
 */
function addressed({
  file,
  inputs,
  instance = instanceOfFile(file),
}: CompareRequest & Pick<Asked, 'inputs'>): Pick<StudyRequest, 'address'> {
  return { address: { file: resolve(file), inputs, instance, version: plenumVersion() } };
}

function endOf({ runs, termination }: Pick<ComparisonRecord, 'runs' | 'termination'>): CompareAnswer['ended'] {
  // One that broke down is our fault whatever the others found, as for a sweep or a day.
  if (runs.some(({ failure }) => failure !== undefined)) return 'failed';
  if (runs.some(({ feasible }) => feasible)) return 'solved';
  if (runs.some((run) => run.termination === 'failed')) return 'failed';
  const stopped = ['timeLimit', 'workLimit'];
  const late = termination === 'interrupted' || runs.some((run) => stopped.includes(run.termination));
  return late ? 'stopped' : 'noFeasiblePlan';
}
