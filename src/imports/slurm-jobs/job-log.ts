import { Names } from '../pseudonyms.js';
import type { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { copiedRow, type JobRow } from './job-row.js';
import { JobTable } from './job-table.js';
import type { LocalDays } from './log-clock.js';
import { RunRegister } from './run-register.js';
import { type JobEnd, SettledJobs } from './settled-jobs.js';

/** Maximum number of unfinished jobs of a log: they are kept, since a later row may say how they ended. Our choice. */
const MAX_UNFINISHED = 500_000;
/** Maximum number of heterogeneous jobs whose parts are awaited at a time. Their parts stand beside each other. */
const MAX_AWAITED = 5000;
/** States of jobs that have not ended, even if a time of end is listed: that is when the list was made. */
const UNFINISHED = /^(?:PENDING|RUNNING|SUSPENDED|COMPLETING|CONFIGURING|RESIZING|SIGNALING|STAGE_OUT|STOPPED)$/;

/** Where a row stands. */
export interface RowPlace {
  readonly file: string;
  readonly line: number;
}

/** Choices about a log. */
export interface LogChoices {
  readonly days: LocalDays;
  readonly arePseudonyms: boolean;
  /** Number of hardware threads of a core that Slurm counts as CPUs. */
  readonly threadsPerCore: number;
}

/**
 * The jobs of a log. Runs that two dumps list are taken once, unfinished ones give way to how they ended, and parts of a
 * heterogeneous job become one job. Finished jobs are counted and written, not kept.
 */
export class JobLog {
  readonly settled: SettledJobs;
  readonly table: JobTable;
  readonly #names: Names;
  readonly #runs = new RunRegister();
  readonly #unfinished = new Map<string, JobRow>();
  readonly #awaited = new Map<string, { row: JobRow; readonly isAgain: boolean; parts: number; hasFirst: boolean }>();
  #rows = 0;
  #duplicates = 0;
  #arrays = 0;
  #hetJobs = 0;
  #hetParts = 0;
  #hetApart = 0;

  constructor(
    private readonly quarantine: Quarantine,
    { days, arePseudonyms, threadsPerCore }: LogChoices,
  ) {
    this.#names = new Names(arePseudonyms);
    this.settled = new SettledJobs(days, this.#names, threadsPerCore);
    this.table = new JobTable(this.#names);
  }

  /**
   * Adds a row.
   *
   * @param text the row, for the list of rows left out
   */
  add(row: JobRow, { file, line }: RowPlace, text: string): void {
    this.#rows += 1;
    const reason = reasonAgainst(row);
    if (reason !== null) {
      this.quarantine.add(reason, file, line, text);
      return;
    }
    const submitS = row.submitS!;
    this.settled.submitted(submitS);
    const job = `${row.cluster}|${row.id}`;
    if (isUnfinished(row)) {
      const key = `${job}|${submitS}|${isPending(row) ? 'pending' : row.startS!}`;
      if (this.#unfinished.has(key)) this.#duplicates += 1;
      this.#unfinished.set(key, copiedRow(row));
      if (this.#unfinished.size > MAX_UNFINISHED) refuseUnfinished(file);
      return;
    }
    const seen = this.#runs.add(job, submitS, row.startS ?? 0);
    if (seen === 'twice') this.#duplicates += 1;
    else this.#take(row, seen === 'another');
  }

  /** Settles what waits for later rows. */
  end(): void {
    // Jobs that run come before jobs that wait: one that waits in one dump may run in the other.
    const rows = [...this.#unfinished.values()];
    for (const row of [...rows.filter((one) => !isPending(one)), ...rows.filter(isPending)]) {
      const job = `${row.cluster}|${row.id}`;
      const startS = isPending(row) ? undefined : row.startS!;
      if (this.#runs.has(job, row.submitS!, startS)) this.#duplicates += 1;
      else this.#take(row, this.#runs.add(job, row.submitS!, startS ?? 0) === 'another');
    }
    this.#unfinished.clear();
    for (const key of this.#awaited.keys()) this.#joined(key);
  }

  /** Counts of the rows, by name. */
  get counts() {
    const { duplicates, rows } = { duplicates: this.#duplicates, rows: this.#rows };
    const jobs = { arrays: this.#arrays, hetJobs: this.#hetJobs, hetParts: this.#hetParts, hetApart: this.#hetApart };
    return { rows, duplicates, ...jobs };
  }

  /** Settles a job, or joins it with the other parts of its heterogeneous job. */
  #take(row: JobRow, isAgain: boolean): void {
    if (row.hetJob === '') {
      this.#settle(row, isAgain);
      return;
    }
    this.#hetParts += 1;
    const times = [row.submitS, row.startS, row.endS, row.runTimeS].join('|');
    const key = `${row.cluster}|${row.hetJob}|${times}|${endOf(row)}`;
    const known = this.#awaited.get(key);
    if (known === undefined) {
      const hasFirst = row.part === 0;
      this.#awaited.set(key, { row: { ...copiedRow(row), id: row.hetJob }, isAgain, parts: 1, hasFirst });
      if (this.#awaited.size > MAX_AWAITED) this.#joined(this.#awaited.keys().next().value!);
      return;
    }
    known.parts += 1;
    known.hasFirst ||= row.part === 0;
    known.row = withPart(known.row, row);
  }

  #joined(key: string): void {
    const { row, isAgain, hasFirst } = this.#awaited.get(key)!;
    this.#awaited.delete(key);
    if (hasFirst) this.#hetJobs += 1;
    else this.#hetApart += 1;
    this.#settle(row, isAgain);
  }

  #settle(row: JobRow, isAgain: boolean): void {
    if (row.array !== '' && this.#runs.add(`array|${row.cluster}|${row.array}`, 0, 0) === 'first') this.#arrays += 1;
    const end = endOf(row);
    const named = { ...row, account: this.#names.of('account', row.account) };
    const job = this.settled.add(named, end, isAgain);
    if (end === 'ran' || end === 'running') this.table.add(job);
  }
}

function isPending({ state, startS }: JobRow): boolean {
  return state === 'PENDING' || startS === null;
}

function isUnfinished({ state, endS }: JobRow): boolean {
  return endS === null || UNFINISHED.test(state);
}

function endOf(row: JobRow): JobEnd {
  if (isUnfinished(row)) return isPending(row) ? 'pending' : 'running';
  if (row.startS === null || (row.nodes === 0 && row.runTimeS === 0)) return 'neverStarted';
  return row.runTimeS! > 0 ? 'ran' : 'zeroLength';
}

/** Returns why a row cannot be counted, as a sentence part; null if it can. */
function reasonAgainst(row: JobRow): string | null {
  const { submitS, startS, endS, runTimeS, cpus, state } = row;
  if (row.id === '') return 'row without a number of the job';
  if (state === '') return 'row without a state';
  if (submitS === null) return 'job without a time of submission';
  if (isUnfinished(row)) {
    return endS === null && !UNFINISHED.test(state) ? 'job that ended without a time of end' : null;
  }
  if (startS !== null && endS! < startS) return 'job that ended before it started';
  if (startS === null && runTimeS !== null && runTimeS > 0) return 'job that ran without a time of start';
  if (startS !== null && runTimeS === null) return 'job whose run time is not said and not clear from its times';
  if (runTimeS !== null && runTimeS > 0 && !(cpus > 0)) return 'job that ran without CPUs';
  return null;
}

/** Returns a heterogeneous job with one more of its parts. */
function withPart(job: JobRow, part: JobRow): JobRow {
  const first = part.part < job.part ? { ...copiedRow(part), id: job.id } : job;
  const sum = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
  return {
    ...first,
    nodes: job.nodes + part.nodes,
    hosts: [job.hosts, part.hosts].filter((hosts) => hosts !== '').join(','),
    cpus: job.cpus + part.cpus,
    gpus: job.gpus + part.gpus,
    cpuTimeS: sum(job.cpuTimeS, part.cpuTimeS),
    energyJ: sum(job.energyJ, part.energyJ),
  };
}

function refuseUnfinished(file: string): never {
  throw new RefusedSource(file, {
    path: '',
    value: `more than ${MAX_UNFINISHED} jobs that run or wait`,
    allowed: `at most ${MAX_UNFINISHED} unfinished jobs`,
    remedy: 'List finished jobs alone: sacct --state=CD,F,TO,CA,NF,PR,OOM,DL,BF.',
  });
}
