import { join, resolve } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import type { CompareOfFamily, JudgedContest, OpenedComparison, RunSurroundings } from '../families/compare.js';
import { type Family, isRefused, type Words } from '../families/family.js';
import { orError } from '../families/studies.js';
import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';
import { withoutIntervalsOfFew } from '../reports/few-values.js';
import { compareCsv, compareText } from '../reports/compare/text.js';
import { timeIsUp } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { RecordStore } from '../runs/store/record-store.js';
import { rankOf } from '../studies/compare/certificates.js';
import { comparisonRecord } from '../studies/compare/compare.js';
import type { Comparison } from '../studies/compare/comparison.js';
import type { ComparisonRecord } from '../studies/compare/record.js';
import { comparisonRuns } from '../studies/compare/runs.js';
import { runStudy } from '../studies/engine/run-study.js';
import type { RunRecord } from '../studies/plan/record.js';
import type { RunIdentity, RunInstance, StudyRun } from '../studies/plan/run.js';
import { runRecordsText } from '../studies/records-file.js';
import { comparisonEnvelope } from './compare-envelope.js';
import type { Envelope } from './envelope.js';
import { familyOfFile, inputsNamed, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { writingTo } from './refusal-of.js';
import { comparedRunOf } from './study/execute-compared.js';
import { canRunElsewhere, hereExecutor, processExecutor } from './study/executor.js';
import { unlessLost } from './lost-files.js';
import { addressOfFile, instanceOfFile } from './study/instance-files.js';
import { writeStudyFiles } from './study-files.js';
import { recordsIn, studyStore } from './study-store.js';
import { plenumVersion } from './this-machine.js';

export interface CompareRequest extends Omit<RunSurroundings, 'onProgress'> {
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
  /** What the instance was made from, if a study made it; if absent, it is the file. */
  readonly instance?: Omit<RunInstance, 'name'>;
  /** Family and name of an instance whose file is not read to find the runs; absent if it is read. */
  readonly unread?: { readonly family: Family; readonly name: string };
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
  const judged = await judgedRequest(asked, families);
  if (!judged.ok) return judged;
  const { request, own, contest } = judged;
  const { file, variants, limits, nowS, onNote } = request;
  const shouldStop = timeIsUp({ limits: { ...limits, workLimit: null }, nowS });
  const opened = own.open({ file, words: contest.words, variants, shouldStop });
  if (!opened.ok) return opened;
  const rated = opened.rated(contest.labels);
  if (!rated.ok) return rated;
  if (limits !== asked.limits) {
    onNote(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.`);
  }
  return writingTo('--out', () => compared(judged, opened, rated.comparison, families));
}

/** Returns the runs of a comparison without making any; they are the same on any computer. */
export async function runsOfComparison(
  asked: CompareRequest,
  families?: readonly Family[],
): Promise<{ readonly ok: true; readonly runs: readonly StudyRun[] } | Refused> {
  const judged = await judgedRequest(asked, families);
  if (!judged.ok) return judged;
  const { request, own, contest } = judged;
  // The name of an instance that a study made is known without reading it.
  if (request.unread !== undefined) return { ok: true, runs: runsOf(request.unread.name, judged) };
  const { file, variants } = request;
  const opened = own.open({ file, words: contest.words, variants, shouldStop: () => false });
  if (!opened.ok) return opened;
  const rated = opened.rated(contest.labels);
  return rated.ok ? { ok: true, runs: runsOf(rated.comparison.instance, judged) } : rated;
}

/** A comparison that was judged before its instance was read. */
interface JudgedComparison {
  readonly ok: true;
  readonly request: CompareRequest;
  readonly family: Family;
  readonly own: CompareOfFamily;
  readonly contest: JudgedContest;
  readonly reference: string;
}

/** Lets the family judge a request before the instance is read. */
async function judgedRequest(asked: CompareRequest, families?: readonly Family[]): Promise<JudgedComparison | Refused> {
  const found =
    asked.unread === undefined ? familyOfFile(asked.file, families) : ({ ok: true, ...asked.unread } as const);
  if (!found.ok) return found;
  const { family } = found;
  const own = (await family.load()).use((of) => of.compare);
  if (own === undefined || !family.verbs.includes('compare')) {
    return { ok: false, faults: [untaken(asked.file, family, 'compare', families)] };
  }
  const words = judgedWords(family, 'compare', asked.words, {}, families);
  if (isRefused(words)) return words;
  const contest = own.readWords(words, asked);
  if (!contest.ok) return contest;
  const reference = asked.reference ?? contest.labels[0]!;
  const fault = requestFault(asked, contest.labels, reference);
  if (fault !== null) return { ok: false, faults: [fault] };
  return { ok: true, request: { ...asked, limits: limitsOf(asked) }, family, own, contest, reference };
}

/** Returns the runs of a comparison on the instance with this name. */
function runsOf(name: string, { request, family, contest }: JudgedComparison): StudyRun[] {
  const { file, instance = instanceOfFile(file), trials, seed, variants, limits, words } = request;
  const paths = inputsNamed(family, 'compare', words);
  const inputs = Object.entries(contest.words).flatMap(([option, value]) =>
    typeof value === 'string' && paths.includes(value) ? [[option, resolve(value)] as const] : [],
  );
  // Keys of runs contain no paths.
  const digests = Object.fromEntries(inputs.map(([option, path]) => [option, addressOfFile(path)]));
  return comparisonRuns({
    ...contest,
    family: family.name,
    file: resolve(file),
    instance: { ...instance, name },
    version: plenumVersion(),
    trials,
    seed,
    variants,
    limits,
    options: { ...(contest.words as RunIdentity['options']), ...digests },
    boundOptions: { ...(contest.boundWords as RunIdentity['options']), ...digests },
    inputs: inputs.length === 0 ? undefined : Object.fromEntries(inputs),
  });
}

/** Time limit of a run if none was given, s. Our choice: some methods would never end, and users will wait a minute. */
const DEFAULT_TIME_LIMIT_S = 60;

function limitsOf({ limits, workers }: CompareRequest): CompareRequest['limits'] {
  const isUnlimited = limits.timeLimitS === null && limits.workLimit === null && workers === 1;
  return isUnlimited ? { ...limits, timeLimitS: DEFAULT_TIME_LIMIT_S } : limits;
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
  judged: JudgedComparison,
  { run, report, figures }: OpenedComparison,
  comparison: Comparison,
  families: readonly Family[] | undefined,
): Promise<CompareAnswer | Refused> {
  const { request, own, contest, family, reference } = judged;
  const { out, workers, limits, onNote, onProgress, interrupted, interruptedTwice, nowS } = request;
  const opened = request.store === undefined ? studyStore(out) : { store: request.store, notes: [] };
  if ('fault' in opened) return { ok: false, faults: [opened.fault] };
  const { store, notes } = opened;
  notes.forEach(onNote);
  const runs = runsOf(comparison.instance, judged);
  const done = runs.filter(({ key }) => hasAnswer(store, key)).length;
  if (done > 0 && request.store === undefined) {
    onNote(`${done} of ${runs.length} runs and bounds are taken from ${recordsIn(out!)}.`);
  }
  const places = { place: process.cwd(), plans: null, parts: null };
  const around = {
    limits,
    nowS,
    interrupted,
    interruptedTwice,
    onProgress: (point: TrajectoryPoint): void => {
      onProgress(point, own.progressUnit);
    },
  };
  const executor =
    workers > 1 && canRunElsewhere(families)
      ? processExecutor(workers, places)
      : hereExecutor(places, families, (one) => run(comparedRunOf(one, places.place), around));
  try {
    const kept = await unlessLost({ folder: out, store }, () =>
      runStudy({
        runs,
        store,
        executor,
        limits: { timeS: null, memoryMiB: null },
        retry: 'failed',
        interrupted,
        interruptedTwice,
        onRecord: () => undefined,
      }),
    );
    if (!kept.ok) return kept;
    const { records, complete, failed } = kept.made;
    const asked = { ...request, labels: contest.labels, family: family.name, reference };
    const record = comparisonRecord(comparison, asked, records, complete);
    const shown = withoutIntervalsOfFew(record);
    const texts = (await report())(shown);
    const told = { record: shown, texts, figures };
    const places = new Map([
      ['compare.csv', orError(() => compareCsv({ record, figures }))] as const,
      ...(texts.files ?? []).map(([name, make]) => [name, orError(make)] as const),
      ...(complete && failed === 0 ? [['compare.records.jsonl', runRecordsText(records)] as const] : []),
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
    if (request.store === undefined) await store.close();
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

/** Returns true if the store has an answer of the run. */
function hasAnswer(store: RecordStore, key: string): boolean {
  const text = store.get(key);
  return text !== null && (JSON.parse(text) as RunRecord).outcome.failure === null;
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
