import { MS_PER_S } from '../../../models/units.js';
import { localText, offsetAt, offsetSegments } from '../../instances/time/zone.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { headOf, looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { SourceFile } from '../source-file.js';
import { JobLog } from './job-log.js';
import { JOBS_FILE } from './job-table.js';
import { readJobJson } from './json-rows.js';
import { LocalDays } from './log-clock.js';
import type { WindowBy } from './log-window.js';
import type { KeySums } from './settled-jobs.js';
import { type LogRead, readJobText } from './text-rows.js';

/** What an import of a job log finds: beside what all imports have, sums by account and partition. */
export interface ImportedJobs extends Imported {
  readonly keys: readonly KeySums[];
}

/** Options of the kind. */
interface JobWords {
  readonly columns?: string;
  readonly window?: WindowBy | 'auto';
  readonly threadsPerCore?: number;
  readonly pseudonyms?: boolean;
}

/**
 * Reads job logs of Slurm: text of `sacct --parsable2`, or `sacct --json`.
 *
 * @throws RefusedSource for a file that is none, and for times without a zone if none is named
 */
export async function readSlurmJobs({ files, zone, words }: ImportAsked): Promise<ImportedJobs> {
  const { columns, window: by = 'auto', threadsPerCore = 1, pseudonyms = false } = words as JobWords;
  const quarantine = new Quarantine();
  const days = new LocalDays(zone);
  const log = new JobLog(quarantine, { days, arePseudonyms: pseudonyms, threadsPerCore });
  const named = columns?.split(',').map((name) => name.trim());
  const sources: SourceFile[] = [];
  const reads: LogRead[] = [];
  for (const file of files) {
    const source = new SourceFile(file);
    const head = await headOf(file);
    const isJson = /^\s*[[{]/.test(head);
    if (!isJson) refuseOther(file, head);
    const read = isJson ? readJobJson : readJobText;
    reads.push(await read({ source, zone, columns: named, log, quarantine }));
    sources.push(source);
  }
  log.end();
  const jobs = await log.table.end();
  const { settled } = log;
  if (log.counts.rows === 0) refuseEmpty(files[0]!);
  const window = settled.window(by);
  const steps = reads.reduce((sum, one) => sum + one.steps, 0);
  const clockSkipped = reads.reduce((sum, one) => sum + one.clockSkipped, 0);
  const span = { fromMs: window.fromS * MS_PER_S, toMs: window.toS * MS_PER_S };
  const counts = {
    ...log.counts,
    steps,
    ...settled.counts(window),
    clockSkipped,
    windowFrom: shownTime(span.fromMs, zone),
    windowTo: shownTime(span.toMs, zone),
    threadsPerCore,
  };
  return {
    stamps: sources.map(({ stamp }) => stamp),
    counts,
    text: textOf(counts),
    warnings: warningsOf(counts),
    quarantine,
    facts: factsOf(counts),
    tables: new Map([[JOBS_FILE, jobs]]),
    span: Number.isFinite(span.fromMs) ? span : null,
    keys: settled.keys,
  };
}

/** Counts of a log. */
type Counts = Imported['counts'] & {
  readonly [
    Name in
      | 'rows'
      | 'duplicates'
      | 'steps'
      | 'ended'
      | 'running'
      | 'pending'
      | 'ran'
      | 'neverStarted'
      | 'zeroLength'
      | 'severalNodes'
      | 'keys'
      | 'requeued'
      | 'suspendedS'
      | 'clockOpen'
      | 'clockSkipped'
      | 'hetApart'
      | 'ranLongerThanClock'
      | 'windowS'
      | 'ranInWindow'
      | 'coreS'
      | 'busyCores'
  ]: number;
} & { readonly [Name in 'jobsPerS' | 'tasksPerS' | 'meanTimeS' | 'meanTimeOfTaskS']: number | null } & {
  readonly window: WindowBy;
  readonly windowFrom: string;
  readonly windowTo: string;
};

/** Number of significant digits of numbers in sentences. */
const DIGITS = 6;

function textOf(counts: Counts): string[] {
  const { rows, duplicates, steps, ended, running, pending, ran, window } = counts;
  const jobs = rows - duplicates;
  const listed = `${jobs} jobs in ${rows} rows${duplicates === 0 ? '' : `, ${duplicates} of them listed again`}`;
  const rates =
    counts.jobsPerS === null
      ? 'no time in which to count'
      : `${shown(counts.jobsPerS)} jobs/s, ${shown(counts.tasksPerS)} tasks/s, ${shown(counts.busyCores)} cores busy`;
  return [
    `${listed}${steps === 0 ? '' : `; ${steps} steps`}: ${ended} ended, ${running} run, ${pending} wait`,
    `${ran} ran, ${counts.severalNodes} of them on several nodes; ${counts.neverStarted} never started, ${counts.zeroLength} took no time`,
    `mean time of a job ${shown(counts.meanTimeS)} s, of a task ${shown(counts.meanTimeOfTaskS)} s; ${counts.coreS} core-seconds of ${counts.keys} accounts and partitions`,
    `window by ${window}, ${counts.windowFrom} to ${counts.windowTo} (${counts.windowS} s, ${counts.ranInWindow} jobs that ran): ${rates}`,
  ];
}

function shown(value: number | null): string {
  return value === null ? 'unknown' : String(Number(value.toPrecision(DIGITS)));
}

/** Returns an instant as a text, in the zone if there is one. */
function shownTime(ms: number, zone: string | undefined): string {
  if (!Number.isFinite(ms)) return 'unknown';
  return localText(ms, zone === undefined ? 0 : offsetAt(offsetSegments(zone, ms, ms + 1), ms));
}

function warningsOf(counts: Counts): string[] {
  const said: readonly (readonly [number, string])[] = [
    [counts.clockOpen, 'jobs have a time that the clock showed twice; the earlier one is taken'],
    [counts.clockSkipped, 'times are in an hour that the clocks skip; they are read by the clock before'],
    [counts.ranLongerThanClock, 'jobs ran longer than from start to end; the run time is taken'],
    [counts.hetApart, 'parts of heterogeneous jobs have other times than the rest; each is a job of its own'],
    [counts.running, 'jobs still run; they count as busy cores, and give no time'],
  ];
  return said.filter(([jobs]) => jobs > 0).map(([jobs, what]) => `${jobs} ${what}`);
}

function factsOf(counts: Counts): Fact[] {
  const origin = `job log, window by ${counts.window}, ${counts.windowFrom} to ${counts.windowTo}`;
  const facts: readonly (readonly [string, number | null, string])[] = [
    ['workload.jobsPerS', counts.jobsPerS, 'jobs/s'],
    ['workload.tasksPerS', counts.tasksPerS, 'tasks/s'],
    ['workload.meanTimeS', counts.meanTimeS, 's'],
    ['workload.meanTimeOfTaskS', counts.meanTimeOfTaskS, 's'],
    ['workload.busyCores', counts.jobsPerS === null ? null : counts.busyCores, 'cores'],
  ];
  return facts.flatMap(([field, value, unit]) =>
    value === null ? [] : [{ field, value, unit, kind: 'measured' as const, origin }],
  );
}

/** Refuses a text of a known other kind. */
function refuseOther(file: string, head: string): void {
  const value = looksLike(head);
  if (!OTHER_KIND.test(value)) return;
  const allowed = 'a job log of Slurm: sacct --parsable2, or sacct --json';
  throw new RefusedSource(file, { path: '', value, allowed, remedy: 'Name the file of the job log.' });
}

/** Kinds of text, as they are named in refusals, that are no job log; tables of unknown kind may be one. */
const OTHER_KIND = /^(?:nodes of Slurm|output of sinfo|weather|prices|a device type|a machine)/;

function refuseEmpty(file: string): never {
  const remedy = 'Ask sacct for all users and a time that is past: sacct --allusers -S 2024-01-01 -E 2024-02-01.';
  throw new RefusedSource(file, { path: '', value: 'a log without jobs', allowed: 'a log with jobs', remedy });
}
