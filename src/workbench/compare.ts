import { join, resolve } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import type {
  CompareOfFamily,
  ComparisonRequest,
  JudgedContest,
  OpenedComparison,
  RunSurroundings,
} from '../families/compare.js';
import { comparisonsOfFamily } from '../families/compare-by-solving.js';
import { type Family, isRefused, type Words } from '../families/family.js';
import { orError } from '../families/studies.js';
import { optionFault } from '../families/words.js';
import type { Fault, Refused } from '../instances/fault.js';
import { withoutIntervalsOfFew } from '../reports/few-values.js';
import { compareCsv, compareText } from '../reports/compare/text.js';
import { type Limits, timeIsUp } from '../runs/control.js';
import type { RecordStore } from '../runs/store/record-store.js';
import { rankOf } from '../studies/compare/certificates.js';
import { comparisonRecord } from '../studies/compare/compare.js';
import type { ComparisonRecord } from '../studies/compare/record.js';
import { comparisonRuns } from '../studies/compare/runs.js';
import type { EngineOutcome } from '../studies/engine/engine.js';
import { runStudy } from '../studies/engine/run-study.js';
import type { RunRecord } from '../studies/plan/record.js';
import type { RunIdentity, RunInstance, StudyRun } from '../studies/plan/run.js';
import { runRecordsText } from '../studies/records-file.js';
import { comparisonEnvelope } from './compare-envelope.js';
import type { Envelope } from './envelope.js';
import { familyOfFile, inputsNamed, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { unlessLost } from './lost-files.js';
import { writingTo } from './refusal-of.js';
import { canRunElsewhere, hereExecutor, processExecutor } from './study/executor.js';
import { addressOfFile, instanceOfFile } from './study/instance-files.js';
import { writeStudyFiles } from './study-files.js';
import { recordsIn, studyStore } from './study-store.js';
import { plenumVersion } from './this-machine.js';

/** What a comparison compares: methods on the trials of one instance. */
export interface ComparisonAsked extends ComparisonRequest {
  readonly file: string;
  /** The family's own options. */
  readonly words: Words;
  /** Label of the method with which the others are compared; the first if absent. */
  readonly reference?: string | undefined;
  /** Limits of each run. */
  readonly limits: Limits;
  /** Number of runs made at the same time. */
  readonly workers: number;
  /** Family and origin of the instance, if a study found it; if absent, the file tells them. */
  readonly family?: Family;
  readonly instance?: RunInstance;
}

export interface CompareRequest extends ComparisonAsked, RunSurroundings {
  /** Directory to write to; null for none. */
  readonly out: string | null;
  /** Called with notes on what is reused from an earlier comparison, or limited by default. */
  readonly onNote: (text: string) => void;
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
 * Files that comparisons write, in the order in which they are written, and their keys in the `files` of the answer.
 * Those that the family does not write are removed from the directory.
 */
const FILES: Readonly<Record<string, string>> = {
  'compare.csv': 'csv',
  'compare-epochs.csv': 'epochsCsv',
  'compare.records.jsonl': 'records',
  'compare.html': 'page',
  'compare.json': 'record',
};

/** Files that a comparison writes to a directory. */
export function filesOfCompare(directory: string): readonly string[] {
  return Object.keys(FILES).map((name) => join(directory, name));
}

/** Compares methods over seeded trials, with each other and with proven bounds. Writes the results to `out`. */
export async function compare(request: CompareRequest, families?: readonly Family[]): Promise<CompareAnswer | Refused> {
  const judged = await judgedComparison(request, families);
  if (!judged.ok) return judged;
  const { limits } = judged.asked;
  const opened = openedComparison(judged, timeIsUp({ ...request, limits: { ...limits, workLimit: null } }));
  if (!opened.ok) return opened;
  if (limits !== request.limits) {
    request.onNote(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.`);
  }
  return writingTo('--out', () => compared(request, judged, opened, families));
}

/**
 * Returns the runs of a comparison without making any; they are the same on any computer.
 *
 * @param isRead false if the instance is not read, because a study knows its name
 */
export async function runsOfComparison(
  asked: ComparisonAsked,
  families?: readonly Family[],
  isRead = true,
): Promise<{ readonly ok: true; readonly runs: readonly StudyRun[] } | Refused> {
  const judged = await judgedComparison(asked, families);
  if (!judged.ok) return judged;
  if (!isRead) return { ok: true, runs: runsOf(judged, asked.instance!.name) };
  const opened = openedComparison(judged);
  return opened.ok ? { ok: true, runs: runsOf(judged, opened.comparison.instance) } : opened;
}

/** Writes the files of a comparison all of whose runs a study has made. */
export async function comparisonFromRecords(
  asked: ComparisonAsked,
  store: Pick<RecordStore, 'get'>,
  out: string,
  families: readonly Family[],
): Promise<CompareAnswer | Refused> {
  const judged = await judgedComparison(asked, families);
  if (!judged.ok) return judged;
  const opened = openedComparison(judged);
  if (!opened.ok) return opened;
  const records = runsOf(judged, opened.comparison.instance).map(({ key }) => recordIn(store, key)!);
  return written(judged, opened, { records, complete: true, failed: 0 }, out);
}

/** A comparison that was judged before its instance was read. */
interface JudgedComparison {
  readonly ok: true;
  /** What was asked for, with all defaults. */
  readonly asked: ComparisonAsked & { readonly family: Family; readonly reference: string };
  readonly own: CompareOfFamily;
  readonly contest: JudgedContest;
}

/** Time limit of a run if none was given, s. Our choice: some methods would never end, and users will wait a minute. */
const DEFAULT_TIME_LIMIT_S = 60;

/** Judges a request and lets the family judge it, before the instance is read. */
async function judgedComparison(
  asked: ComparisonAsked,
  families?: readonly Family[],
): Promise<JudgedComparison | Refused> {
  const { file, limits, workers, reference = asked.methods[0]! } = asked;
  const found = asked.family === undefined ? familyOfFile(file, families) : { ok: true as const, family: asked.family };
  if (!found.ok) return found;
  const { family } = found;
  const own = family.verbs.includes('compare') ? await comparisonsOfFamily(family) : null;
  if (own === null) return { ok: false, faults: [untaken(file, family, 'compare', families)] };
  const words = judgedWords(family, 'compare', asked.words, {}, families);
  if (isRefused(words)) return words;
  const contest = own.readWords(words, asked);
  if (!contest.ok) return contest;
  const fault = requestFault(asked, reference);
  if (fault !== null) return { ok: false, faults: [fault] };
  const isUnlimited = limits.timeLimitS === null && limits.workLimit === null && workers === 1;
  const ownLimits = isUnlimited ? { ...limits, timeLimitS: DEFAULT_TIME_LIMIT_S } : limits;
  return { ok: true, asked: { ...asked, family, reference, limits: ownLimits }, own, contest };
}

function requestFault({ methods, trials, seed, workers, limits }: ComparisonAsked, reference: string): Fault | null {
  if (!methods.includes(reference)) {
    return optionFault('--reference', reference, methods.join(', '), 'Name one of the methods compared.');
  }
  if (workers > 1 && (limits.workLimit === null || limits.timeLimitS !== null)) {
    const allowed = 'with --work-limit and without --time-limit: runs side by side slow each other down';
    return optionFault('--workers', workers, allowed, 'Leave one of them out.');
  }
  // Trial t has the seed `seed + t`.
  const mostSeed = Number.MAX_SAFE_INTEGER - trials;
  if (seed <= mostSeed) return null;
  return optionFault('--seed', seed, `at most ${mostSeed} with ${trials} trials`, 'Take a smaller seed.');
}

function openedComparison(
  { asked, own, contest }: JudgedComparison,
  shouldStop: () => boolean = () => false,
): OpenedComparison | Refused {
  return own.open({ ...asked, words: contest.words, shouldStop });
}

/** Returns the runs of a comparison on the instance with this name. */
function runsOf({ asked, contest }: JudgedComparison, name: string): StudyRun[] {
  const { file, family, instance = instanceOfFile(file), words } = asked;
  const paths = inputsNamed(family, 'compare', words);
  const inputs = Object.entries(contest.words).flatMap(([option, value]) =>
    typeof value === 'string' && paths.includes(value) ? [[option, resolve(value)] as const] : [],
  );
  // Keys of runs contain no paths.
  const digests = Object.fromEntries(inputs.map(([option, path]) => [option, addressOfFile(path)]));
  return comparisonRuns({
    ...asked,
    ...contest,
    labels: asked.methods,
    family: family.name,
    file: resolve(file),
    instance: { ...instance, name },
    version: plenumVersion(),
    options: { ...(contest.words as RunIdentity['options']), ...digests },
    boundOptions: { ...(contest.boundWords as RunIdentity['options']), ...digests },
    inputs: inputs.length === 0 ? undefined : Object.fromEntries(inputs),
  });
}

async function compared(
  request: CompareRequest,
  judged: JudgedComparison,
  opened: OpenedComparison,
  families: readonly Family[] | undefined,
): Promise<CompareAnswer | Refused> {
  const { out, workers, onNote, interrupted, interruptedTwice } = request;
  const kept = studyStore(out);
  if ('fault' in kept) return { ok: false, faults: [kept.fault] };
  const { store, notes } = kept;
  notes.forEach(onNote);
  const runs = runsOf(judged, opened.comparison.instance);
  const done = runs.filter(({ key }) => recordIn(store, key)?.outcome.failure === null).length;
  if (done > 0) onNote(`${done} of ${runs.length} runs and bounds are taken from ${recordsIn(out!)}.`);
  const places = { place: process.cwd(), plans: null, parts: null };
  const executor =
    workers > 1 && canRunElsewhere(families)
      ? processExecutor(workers, places)
      : hereExecutor(places, families, ({ identity }) => opened.run(identity, request));
  try {
    const ended = await unlessLost({ folder: out, store }, () =>
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
    return ended.ok ? await written(judged, opened, ended.made, out) : ended;
  } finally {
    await executor.close();
    await store.close();
  }
}

function recordIn(store: Pick<RecordStore, 'get'>, key: string): RunRecord | null {
  const text = store.get(key);
  return text === null ? null : (JSON.parse(text) as RunRecord);
}

/** Returns the answer of a comparison from the records of its runs, and writes its files to `out` if that is given. */
async function written(
  { asked, own: { figures, report } }: JudgedComparison,
  { comparison }: OpenedComparison,
  { records, complete, failed }: Pick<EngineOutcome, 'records' | 'complete' | 'failed'>,
  out: string | null,
): Promise<CompareAnswer> {
  const { family, methods: labels } = asked;
  const record = comparisonRecord(comparison, { ...asked, labels, family: family.name }, records, complete);
  const shown = withoutIntervalsOfFew(record);
  const texts = (await report?.())?.(shown) ?? {};
  const told = { record: shown, texts, figures };
  const answerWith = (files: Envelope['files']): Envelope =>
    comparisonEnvelope(record, (run) => rankOf(run, comparison), files);
  const [ended, text] = [endOf(record), compareText(told)];
  if (out === null) return { ok: true, ended, record: answerWith({}), text, fault: null };
  const [sections, { comparePage }] = await Promise.all([texts.sections?.(), import('../reports/compare/page.js')]);
  const makers = new Map<string, (answer: Envelope) => string>([
    ['compare.csv', () => compareCsv({ record, figures })],
    ...(texts.files ?? []),
    ...(complete && failed === 0 ? [['compare.records.jsonl', () => runRecordsText(records)] as const] : []),
    ['compare.html', (answer) => comparePage(told, sections, answer)],
    ['compare.json', (answer) => `${JSON.stringify(answer, null, 1)}\n`],
  ]);
  const paths = [...makers.keys()].map((name) => [FILES[name]!, join(out, name)] as const);
  const answer = answerWith(Object.fromEntries(paths));
  const contents = Object.keys(FILES).map((name) => {
    const make = makers.get(name);
    return [name, make === undefined ? null : orError(() => make(answer))] as const;
  });
  const fault = writeStudyFiles(out, new Map(contents));
  const said = fault === null ? paths.map(([, path]) => `written       ${path}\n`).join('') : '';
  return { ok: true, ended, record: answer, text: `${text}${said}`, fault };
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
