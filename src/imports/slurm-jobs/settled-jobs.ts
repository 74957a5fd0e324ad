import { Names } from '../pseudonyms.js';
import { nodeNames } from '../node-list.js';
import { copied, type JobRow } from './job-row.js';
import type { LocalDays } from './log-clock.js';
import { LogSums } from './log-sums.js';
import { type LogWindow, type WindowBy, windowOf } from './log-window.js';

/** Greatest difference between the run time and end minus start that is not a suspension, s: both are rounded. */
const MAX_ROUNDING_S = 1;
/** Maximum number of node lists whose names are kept, so that the same list is not read again. Our choice. */
const MAX_LISTS = 20_000;

/** Sums over the runs of one account in one partition. */
export interface KeySums {
  readonly account: string;
  readonly partition: string;
  readonly jobs: number;
  readonly tasks: number;
  readonly coreS: number;
  readonly timeS: number;
  /** Sum of the squares of the run times, s2. */
  readonly timeSquaredS2: number;
}

/** A job with its state settled: no later row says another. */
export interface SettledJob extends JobRow {
  readonly cores: number;
  /** Time for which the run was suspended, s. */
  readonly suspendedS: number;
  /** True if another run of the job came before. */
  readonly isAgain: boolean;
}

/** What became of a job. */
export type JobEnd = 'pending' | 'running' | 'neverStarted' | 'zeroLength' | 'ran';

/** Counts and sums over the jobs of a log. */
export class SettledJobs {
  readonly #sums: LogSums;
  readonly #states = new Map<string, number>();
  readonly #coreSByState = new Map<string, number>();
  readonly #keys = new Map<string, { -readonly [Key in keyof KeySums]: KeySums[Key] }>();
  readonly #hosts = new Set<string>();
  readonly #lists = new Map<string, string>();
  readonly #ends: Record<JobEnd, number> = { pending: 0, running: 0, neverStarted: 0, zeroLength: 0, ran: 0 };
  #timeS = 0;
  #tasks = 0;
  #coreS = 0;
  readonly #tallies = {
    severalNodes: 0,
    requeued: 0,
    waitingArrays: 0,
    arrayTasks: 0,
    gpuJobs: 0,
    energyJobs: 0,
    suspended: 0,
    suspendedS: 0,
    ranLongerThanClock: 0,
    clockOpen: 0,
  };
  #firstSubmitS = Infinity;
  #lastSubmitS = -Infinity;
  #firstEndS = Infinity;
  #lastEndS = -Infinity;

  constructor(
    private readonly days: LocalDays,
    private readonly names: Names,
    private readonly threadsPerCore: number,
  ) {
    this.#sums = new LogSums(days);
  }

  /** Tells when a job was submitted, whatever becomes of it. */
  submitted(submitS: number): void {
    this.#sums.submitted(submitS);
    this.#firstSubmitS = Math.min(this.#firstSubmitS, submitS);
    this.#lastSubmitS = Math.max(this.#lastSubmitS, submitS);
  }

  /**
   * Counts a job. Returns it as the table of jobs has it.
   *
   * @param isAgain true if another run of the job came before
   */
  add(row: JobRow, end: JobEnd, isAgain: boolean): SettledJob {
    const { state, submitS, startS, endS, runTimeS, cpus } = row;
    this.#ends[end] += 1;
    count(this.#states, state, 1);
    const tallies = this.#tallies;
    if (row.isWaitingArray) tallies.waitingArrays += 1;
    if (row.array !== '' && !row.isWaitingArray) tallies.arrayTasks += 1;
    if (row.isClockOpen) tallies.clockOpen += 1;
    if (endS !== null && end !== 'running') {
      this.#firstEndS = Math.min(this.#firstEndS, endS);
      this.#lastEndS = Math.max(this.#lastEndS, endS);
    }
    const beyondS = startS === null || endS === null || runTimeS === null ? 0 : endS - startS - runTimeS;
    const suspendedS = end === 'ran' && beyondS > MAX_ROUNDING_S ? beyondS : 0;
    const cores = cpus / this.threadsPerCore;
    const hosts = this.#hostsOf(row.hosts);
    const job = { ...row, endS: end === 'running' ? null : endS, hosts, cores, suspendedS, isAgain };
    if (end === 'ran') this.#addRun(job, submitS!, startS!, endS!, runTimeS!, beyondS);
    else if (end === 'running' && startS !== null && runTimeS !== null) {
      this.#sums.addRunning({ startS, endS: startS + runTimeS, cores });
    }
    return job;
  }

  #addRun(job: SettledJob, submitS: number, startS: number, endS: number, runTimeS: number, beyondS: number): void {
    const { cores, account, partition } = job;
    const tallies = this.#tallies;
    if (job.isAgain) tallies.requeued += 1;
    if (job.nodes > 1) tallies.severalNodes += 1;
    if (job.gpus > 0) tallies.gpuJobs += 1;
    if (job.energyJ !== null) tallies.energyJobs += 1;
    if (job.suspendedS > 0) tallies.suspended += 1;
    tallies.suspendedS += job.suspendedS;
    if (beyondS < -MAX_ROUNDING_S) tallies.ranLongerThanClock += 1;
    const coreS = cores * runTimeS;
    this.#timeS += runTimeS;
    this.#tasks += cores;
    this.#coreS += coreS;
    count(this.#coreSByState, job.state, coreS);
    this.#sums.add(submitS, cores, runTimeS);
    // Cores are free while a run is suspended, at times that the log does not say.
    const isWhole = Math.abs(beyondS) <= MAX_ROUNDING_S || endS <= startS;
    if (isWhole) this.#sums.addBusy({ startS: endS - runTimeS, endS, cores });
    else this.#sums.addBusy({ startS, endS, cores: coreS / (endS - startS) });
    const key = `${account}\n${partition}`;
    let sums = this.#keys.get(key);
    if (sums === undefined) {
      const [ofKey, inKey] = [copied(account), copied(partition)];
      sums = { account: ofKey, partition: inKey, jobs: 0, tasks: 0, coreS: 0, timeS: 0, timeSquaredS2: 0 };
      this.#keys.set(copied(key), sums);
    }
    sums.jobs += 1;
    sums.tasks += cores;
    sums.coreS += coreS;
    sums.timeS += runTimeS;
    sums.timeSquaredS2 += runTimeS * runTimeS;
  }

  /** Returns the window of the log. */
  window(by: WindowBy | 'auto'): LogWindow {
    return windowOf(
      {
        firstSubmitS: this.#firstSubmitS,
        lastSubmitS: this.#lastSubmitS,
        firstEndS: this.#firstEndS,
        lastEndS: this.#lastEndS,
        ended: this.ended,
        unfinished: this.#ends.running + this.#ends.pending,
      },
      this.days,
      by,
    );
  }

  /** Number of jobs that ended, whether or not they ran. */
  get ended(): number {
    return this.#ends.neverStarted + this.#ends.zeroLength + this.#ends.ran;
  }

  /** Counts, sums and rates over a window, by name. */
  counts(window: LogWindow) {
    const { by, fromS, toS } = window;
    const { runs, tasks, timeS, coreS } = this.#sums.runsIn(window);
    const windowS = toS - fromS;
    const perS = (amount: number): number | null => (windowS > 0 ? amount / windowS : null);
    return {
      states: sorted(this.#states),
      ended: this.ended,
      ...this.#ends,
      ...this.#tallies,
      hosts: this.#hosts.size,
      keys: this.#keys.size,
      coreS: this.#coreS,
      coreSByState: sorted(this.#coreSByState),
      meanTimeS: ratio(this.#timeS, this.#ends.ran),
      meanTimeOfTaskS: ratio(this.#coreS, this.#tasks),
      window: by,
      windowS,
      ranInWindow: runs,
      tasksInWindow: tasks,
      timeInWindowS: timeS,
      coreSInWindow: coreS,
      jobsPerS: perS(runs),
      tasksPerS: perS(tasks),
      busyCores: this.#sums.busyCores(window),
    };
  }

  /** Sums by account and partition; those with most core-seconds first. */
  get keys(): readonly KeySums[] {
    const order = (one: KeySums): string => `${one.account}\n${one.partition}`;
    return [...this.#keys.values()].sort((a, b) => b.coreS - a.coreS || (order(a) < order(b) ? -1 : 1));
  }

  /** Returns a node list, with pseudonyms if they are asked for, and keeps its names. A list that cannot be read stays. */
  #hostsOf(list: string): string {
    if (list === '') return '';
    const known = this.#lists.get(list);
    if (known !== undefined) return known;
    const read = nodeNames(list);
    const names = read.ok ? read.names : [list];
    const shown = names.map((name) => this.names.of('host', name));
    for (const name of shown) if (!this.#hosts.has(name)) this.#hosts.add(copied(name));
    const made = shown.every((name, n) => name === names[n]) ? list : shown.join(',');
    if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
    this.#lists.set(copied(list), copied(made));
    return made;
  }
}

function count(sums: Map<string, number>, name: string, amount: number): void {
  const known = sums.get(name);
  if (known === undefined) sums.set(copied(name), amount);
  else sums.set(name, known + amount);
}

/** Returns sums by name, the greatest first. */
function sorted(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function ratio(amount: number, of: number): number | null {
  return of > 0 ? amount / of : null;
}
