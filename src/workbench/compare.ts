import { join, resolve } from 'node:path';
import type { RunSurroundings } from '../families/compare.js';
import { comparisonsOfFamily } from '../families/compare-by-solving.js';
import { type Family, isRefused } from '../families/family.js';
import { endOfRuns, type FileNames, type StudyRecord } from '../families/studies.js';
import { optionFault } from '../families/words.js';
import { type Refused, refused } from '../instances/fault.js';
import { compareCsv, compareText } from '../reports/compare/report.js';
import { timeIsUp } from '../runs/control.js';
import { rankOf, type RunFrame } from '../studies/compare/certificates.js';
import { comparisonRecord, type ComparisonRecord } from '../studies/compare/compare.js';
import { comparisonRuns, type ComparisonAsked } from '../studies/compare/runs.js';
import type { EngineOutcome } from '../studies/engine/engine.js';
import { storedRecord } from '../studies/engine/run-study.js';
import type { RunInstance } from '../studies/plan/run.js';
import { runRecordsText } from '../studies/records-file.js';
import { envelope } from './envelope.js';
import { familyOfFile, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { outputFault } from './places.js';
import { type StudyAnswer, type StudyPlace, writtenStudy } from './study.js';
import { madeInStore, recordsIn } from './study-store.js';
import { madeRuns } from './study/executor.js';
import { filesNamed, instanceOfFile } from './study/instance-files.js';
import { plenumVersion } from './this-machine.js';

/** Request for a comparison, with its output directory and callbacks. */
export interface CompareRequest extends ComparisonAsked, RunSurroundings, StudyPlace {}

/** Names of the files of a comparison, by their keys in the record. */
const FILES: FileNames = {
  record: 'compare.json',
  csv: 'compare.csv',
  epochsCsv: 'compare-epochs.csv',
  records: 'compare.records.jsonl',
  page: 'compare.html',
};

/** Returns the paths of the files that a comparison writes to a directory. */
export function filesOfCompare(directory: string): readonly string[] {
  return Object.values(FILES).map((name) => join(directory, name));
}

/** Compares methods over seeded trials, with each other and with proven bounds. Writes the results to `out`. */
export async function compare(request: CompareRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  const { out, file, overwrite, limits, workers, onNote } = request;
  const places = out === null ? [] : filesOfCompare(out);
  const inTheWay = outputFault('--out', places, { inputs: [file], force: overwrite });
  if (inTheWay !== null) return refused(inTheWay);
  const planned = await plannedComparison(request, families, request);
  if (!planned.ok) return planned;
  if (planned.asked.limits !== limits) {
    onNote(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.`);
  }
  const { runs, opened } = planned;
  const ran = await madeInStore(request, undefined, (store) => {
    const done = runs.filter(({ key }) => storedRecord(store, key)?.outcome.failure === null).length;
    if (done > 0) onNote(`${done} of ${runs.length} runs and bounds are taken from ${recordsIn(out!)}.`);
    return madeRuns({ runs, store, workers, run: opened!.run }, request, families);
  });
  return ran.ok ? writtenComparison(planned, ran.made, request) : ran;
}

/** Request for a comparison, with what a study knows of the instance before the instance file is read. */
export interface ComparisonOfStudy extends ComparisonAsked {
  readonly family?: Family;
  readonly instance?: RunInstance;
  /** True if the instance file is to be read; true if absent. */
  readonly isRead?: boolean;
}

/** A validated comparison with all its runs. `opened` is null if the instance was not read. */
export type PlannedComparison = Extract<Awaited<ReturnType<typeof plannedComparison>>, { readonly ok: true }>;

/** Default time limit of a run, s. Our choice: some methods never end by themselves, and users will wait a minute. */
const DEFAULT_TIME_LIMIT_S = 60;

/**
 * Validates a comparison and returns its runs, which are the same on any computer. Makes none of them.
 *
 * @param around clock by which reading the instance stops at the time limit of a run; if absent, reading has no limit
 */
export async function plannedComparison(
  request: ComparisonOfStudy,
  families?: readonly Family[],
  around?: RunSurroundings,
) {
  const { file, methods, workers, reference = methods[0]!, isRead = true } = request;
  const found = request.family === undefined ? familyOfFile(file, families) : { ok: true as const, ...request };
  if (!found.ok) return found;
  const family = found.family!;
  const own = family.verbs.includes('compare') ? await comparisonsOfFamily(family) : null;
  if (own === null) return refused(untaken(file, family, 'compare', families));
  const judged = judgedWords(family, 'compare', request.words, {}, families);
  if (isRefused(judged)) return judged;
  const contest = own.readWords({ ...request, words: judged });
  if (!contest.ok) return contest;
  if (!methods.includes(reference)) {
    const remedy = 'Name one of the methods compared.';
    return refused(optionFault('--reference', reference, methods.join(', '), remedy));
  }
  const { timeLimitS, workLimit } = request.limits;
  if (workers > 1 && (workLimit === null || timeLimitS !== null)) {
    const allowed = 'with --work-limit and without --time-limit: runs side by side slow each other down';
    return refused(optionFault('--workers', workers, allowed, 'Leave one of them out.'));
  }
  const isUnlimited = timeLimitS === null && workLimit === null;
  const limits = isUnlimited ? { timeLimitS: DEFAULT_TIME_LIMIT_S, workLimit } : request.limits;
  const asked = { ...request, ...contest, reference, limits };
  const opened = isRead ? own.open(asked, around === undefined ? () => false : timeIsUp({ ...around, limits })) : null;
  if (opened?.ok === false) return opened;
  const name = opened?.comparison.instance ?? request.instance!.name;
  const runs = comparisonRuns({
    ...asked,
    ...filesNamed(family, 'compare', contest.words),
    family: family.name,
    file: resolve(file),
    instance: { ...(request.instance ?? instanceOfFile(file)), name },
    version: plenumVersion(),
  });
  return { ok: true as const, asked, family, own, opened, runs };
}

/** Returns the result of a comparison, made from the records of its runs. Writes its files to `out`. */
export async function writtenComparison(
  { asked, family, own: { figures }, opened, runs }: PlannedComparison,
  { records, complete, failed }: Pick<EngineOutcome, 'records' | 'complete' | 'failed'>,
  { out, workers }: Pick<CompareRequest, 'out' | 'workers'>,
): Promise<StudyAnswer> {
  const { comparison, report } = opened!;
  const record = comparisonRecord(comparison, { ...asked, workers, family: family.name }, records, complete);
  const own = report?.(record) ?? {};
  // Comparisons of a study may differ in a changed field alone.
  const changes = runs[0]!.identity.instance.changes.map(({ field, value, factor }) => {
    return [field, `${factor ? 'x ' : ''}${String(value)}`] as const;
  });
  const told = { ...own, head: [...changes, ...(own.head ?? [])], record, figures };
  const said = envelopeFields(record, (run) => rankOf(run, comparison));
  const frame = { instance: record.instance, family: family.name };
  const texts = {
    csv: () => compareCsv(told),
    ...own.files,
    ...(complete && failed === 0 ? { records: () => runRecordsText(records) } : {}),
    page: async () => (await import('../reports/compare/page.js')).comparePage(told, envelope({ ...said, ...frame })),
  };
  // A run that broke down is our fault whatever the others found; else one plan is enough.
  const isBroken = record.runs.some(({ failure }) => failure !== undefined);
  const plans = record.runs.filter(({ feasible }) => feasible);
  const ends = isBroken || plans.length === 0 ? record.runs : plans;
  const found = {
    ended: endOfRuns(ends, record.termination === 'interrupted', []),
    record: said,
    notes: [],
    text: compareText(told),
    texts: () => texts,
  };
  return writtenStudy(found, { files: FILES }, frame, { family, out });
}

/**
 * Returns the values of a comparison under the keys that all commands use. Values of a plan are those of the best plan,
 * unless trials are variants or plans keep different rules.
 *
 * @param rank returns the value by which plans are ranked; more is better
 */
function envelopeFields(
  { instance: _, family: __, seed, termination, objectiveUnit, boundScope, warnings, ...details }: ComparisonRecord,
  rank: (run: RunFrame) => number | null,
): StudyRecord {
  const { bounds, runs, variants } = details;
  const whyNone = variants
    ? 'trials are variants of the workload: each has a bound of its own (details)'
    : new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1
      ? 'the plans keep different rules: none is the best of all (details)'
      : null;
  const ranked = runs.filter((run) => run.termination !== 'failed' && run.objective !== null && rank(run) !== null);
  const best = whyNone === null ? ranked.toSorted((one, other) => rank(other)! - rank(one)!)[0] : undefined;
  const { method = null, planFrom = null, objective = null, gap = null } = best ?? {};
  const { bound } = best ?? { bound: variants ? null : (bounds[0]?.bound ?? null) };
  const whyNoGap =
    bound === null ? 'no bound on the best plan was proven' : 'the bound is 0: there is no fraction of it';
  const said = { method, planFrom, seed, termination, objective, objectiveUnit, bound, gap, warnings, details };
  return {
    ...said,
    feasible: runs.length === 0 ? null : runs.some(({ feasible }) => feasible),
    boundScope: boundScope === '' ? null : boundScope,
    gapReason: gap !== null ? null : (whyNone ?? (best === undefined ? 'no run has a feasible plan' : whyNoGap)),
    timeS: { total: [...runs, ...bounds].reduce((sum, { timeS }) => sum + timeS, 0) },
    work: { runs: runs.length, steps: runs.reduce((sum, { steps }) => sum + steps, 0) },
  };
}
