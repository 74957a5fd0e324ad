import { join, resolve } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import type { ComparisonAsked, RunSurroundings } from '../families/compare.js';
import {
  type CompareOfFamily,
  comparisonsOfFamily,
  type JudgedContest,
  type OpenedComparison,
} from '../families/compare-by-solving.js';
import { type Family, isRefused } from '../families/family.js';
import { orError } from '../families/studies.js';
import { optionFault } from '../families/words.js';
import { type Fault, type Refused, refused } from '../instances/fault.js';
import { withoutIntervalsOfFew } from '../reports/few-values.js';
import { compareCsv, compareText } from '../reports/compare/text.js';
import { timeIsUp } from '../runs/control.js';
import type { RecordStore } from '../runs/store/record-store.js';
import { rankOf } from '../studies/compare/certificates.js';
import { comparisonRecord } from '../studies/compare/compare.js';
import type { ComparisonRecord } from '../studies/compare/compare.js';
import { comparisonRuns } from '../studies/compare/runs.js';
import type { EngineOutcome } from '../studies/engine/engine.js';
import { runStudy } from '../studies/engine/run-study.js';
import type { RunRecord } from '../studies/plan/record.js';
import type { RunIdentity, RunInstance, StudyRun } from '../studies/plan/run.js';
import { runRecordsText } from '../studies/records-file.js';
import { comparisonEnvelope } from './compare-envelope.js';
import type { Envelope } from './envelope.js';
import { familyOfFile, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { unlessLost } from './lost-files.js';
import { writingTo } from './refusal-of.js';
import { canRunElsewhere, hereExecutor, processExecutor } from './study/executor.js';
import { filesNamed, instanceOfFile } from './study/instance-files.js';
import { writeStudyFiles } from './study-files.js';
import { recordsIn, studyStore } from './study-store.js';
import { plenumVersion } from './this-machine.js';

/** Request for a comparison. */
export interface CompareRequest extends ComparisonAsked, RunSurroundings {
  /** Directory to write files to; null to write none. */
  readonly out: string | null;
  /**
   * Called with notes, such as how many results of an earlier comparison are reused, or that a default limit applies.
   */
  readonly onNote: (text: string) => void;
}

export interface CompareAnswer {
  readonly ok: true;
  /**
   * How the comparison ended. 'failed': a mistake in Plenum, such as a run that failed. 'solved': at least one run has
   * a feasible plan.
   */
  readonly ended: 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';
  readonly record: Envelope;
  /** Result as text for a terminal. */
  readonly text: string;
  /** Fault in writing the files; null if there was none. */
  readonly fault: WritingFault | null;
}

/**
 * Names of the files that comparisons write, by their keys in `files` of the record, in the order of writing. Files
 * that the family does not write are deleted.
 */
const FILES: Readonly<Record<string, string>> = {
  'compare.csv': 'csv',
  'compare-epochs.csv': 'epochsCsv',
  'compare.records.jsonl': 'records',
  'compare.html': 'page',
  'compare.json': 'record',
};

/** Returns the paths of the files that a comparison writes to a directory. */
export function filesOfCompare(directory: string): readonly string[] {
  return Object.keys(FILES).map((name) => join(directory, name));
}

/** Compares methods over seeded trials, with each other and with proven bounds. Writes the results to `out`. */
export async function compare(request: CompareRequest, families?: readonly Family[]): Promise<CompareAnswer | Refused> {
  const planned = await plannedComparison(request, families, null, request);
  if (!planned.ok) return planned;
  const { out, workers, onNote, interrupted, interruptedTwice } = request;
  const { asked, runs, opened } = planned;
  if (asked.limits !== request.limits) {
    onNote(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.`);
  }
  const kept = studyStore(out);
  if ('fault' in kept) return refused(kept.fault);
  const { store, notes } = kept;
  notes.forEach(onNote);
  const done = runs.filter(({ key }) => recordIn(store, key)?.outcome.failure === null).length;
  if (done > 0) onNote(`${done} of ${runs.length} runs and bounds are taken from ${recordsIn(out!)}.`);
  const places = { place: process.cwd(), plans: null, parts: null };
  const executor =
    workers > 1 && canRunElsewhere(families)
      ? processExecutor(workers, places)
      : hereExecutor(places, families, ({ identity }) => opened!.run(identity, request));
  const limits = { timeS: null, memoryMiB: null };
  const onRecord = (): void => undefined;
  const engine = { runs, store, executor, limits, retry: 'failed', interrupted, interruptedTwice, onRecord } as const;
  try {
    return await writingTo('--out', async () => {
      const ended = await unlessLost({ folder: out, store }, () => runStudy(engine));
      return ended.ok ? writtenComparison(planned, ended.made, out) : ended;
    });
  } finally {
    await executor.close();
    await store.close();
  }
}

/** A validated comparison, with the runs to make. */
export interface PlannedComparison {
  readonly ok: true;
  /** The request for the comparison, with all defaults filled in. */
  readonly asked: ComparisonAsked & { readonly reference: string };
  readonly family: Family;
  readonly own: CompareOfFamily;
  /** The instance; null if it was not read, because the study has already stated its name. */
  readonly opened: OpenedComparison | null;
  /** All runs of the comparison, in their order. They are the same on any computer. */
  readonly runs: readonly StudyRun[];
}

/** Facts about the instance of a comparison that are known before its file is read. */
export interface KnownInstance {
  readonly family: Family;
  readonly instance: RunInstance;
  /** True if the instance file is to be read. */
  readonly isRead: boolean;
}

/** Default time limit of a run, s. Our choice: some methods never end by themselves, and users will wait a minute. */
const DEFAULT_TIME_LIMIT_S = 60;

/**
 * Validates a comparison and returns its runs. Makes none of them.
 *
 * @param known facts about the instance from a study; null to take them from the instance file
 * @param around clock with which reading the instance ends at the time limit of a run; if absent, reading has no limit
 */
export async function plannedComparison(
  request: ComparisonAsked,
  families?: readonly Family[],
  known: KnownInstance | null = null,
  around?: RunSurroundings,
): Promise<PlannedComparison | Refused> {
  const { file, methods, workers, reference = methods[0]! } = request;
  const found = known === null ? familyOfFile(file, families) : { ok: true as const, ...known };
  if (!found.ok) return found;
  const { family } = found;
  const own = family.verbs.includes('compare') ? await comparisonsOfFamily(family) : null;
  if (own === null) return refused(untaken(file, family, 'compare', families));
  const words = judgedWords(family, 'compare', request.words, {}, families);
  if (isRefused(words)) return words;
  const contest = own.readWords({ ...request, words });
  if (!contest.ok) return contest;
  const fault = requestFault(request, reference);
  if (fault !== null) return refused(fault);
  const { timeLimitS, workLimit } = request.limits;
  const isUnlimited = timeLimitS === null && workLimit === null && workers === 1;
  const limits = isUnlimited ? { timeLimitS: DEFAULT_TIME_LIMIT_S, workLimit } : request.limits;
  const asked = { ...request, reference, limits };
  const shouldStop = around === undefined ? () => false : timeIsUp({ ...around, limits });
  const opened = known?.isRead === false ? null : own.open({ ...asked, words: contest.words }, shouldStop);
  if (opened?.ok === false) return opened;
  const name = opened?.comparison.instance ?? known!.instance.name;
  const instance = { ...(known?.instance ?? instanceOfFile(file)), name };
  return { ok: true, asked, family, own, opened, runs: runsOf(asked, family, contest, instance) };
}

function requestFault({ methods, workers, limits }: ComparisonAsked, reference: string): Fault | null {
  if (!methods.includes(reference)) {
    return optionFault('--reference', reference, methods.join(', '), 'Name one of the methods compared.');
  }
  if (workers > 1 && (limits.workLimit === null || limits.timeLimitS !== null)) {
    const allowed = 'with --work-limit and without --time-limit: runs side by side slow each other down';
    return optionFault('--workers', workers, allowed, 'Leave one of them out.');
  }
  return null;
}

/** Returns the runs of a validated comparison on an instance. */
function runsOf(asked: ComparisonAsked, family: Family, contest: JudgedContest, instance: RunInstance): StudyRun[] {
  const { inputs, digests } = filesNamed(family, 'compare', contest.words);
  return comparisonRuns({
    ...asked,
    ...contest,
    labels: asked.methods,
    family: family.name,
    file: resolve(asked.file),
    instance,
    version: plenumVersion(),
    options: { ...(contest.words as RunIdentity['options']), ...digests },
    boundOptions: { ...(contest.boundWords as RunIdentity['options']), ...digests },
    inputs,
  });
}

/** Returns the record of a run in a store; null if there is none. */
export function recordIn(store: Pick<RecordStore, 'get'>, key: string): RunRecord | null {
  const text = store.get(key);
  return text === null ? null : (JSON.parse(text) as RunRecord);
}

/**
 * Returns the result of a comparison, made from the records of its runs. If `out` is not null, writes its files there.
 */
export async function writtenComparison(
  { asked, family, own: { figures, report }, opened, runs }: PlannedComparison,
  { records, complete, failed }: Pick<EngineOutcome, 'records' | 'complete' | 'failed'>,
  out: string | null,
): Promise<CompareAnswer> {
  const { comparison } = opened!;
  const compared = { ...asked, labels: asked.methods, family: family.name };
  const record = comparisonRecord(comparison, compared, records, complete);
  const shown = withoutIntervalsOfFew(record);
  const own = (await report?.())?.(shown) ?? {};
  // Comparisons of a study may differ in a changed field alone.
  const changes = runs[0]!.identity.instance.changes.map(({ field, value, factor }) => {
    return [field, `${factor ? 'x ' : ''}${String(value)}`] as const;
  });
  const texts = { ...own, head: [...changes, ...(own.head ?? [])] };
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
