import { csvText } from '../../reports/csv.js';
import type { Names } from '../pseudonyms.js';
import { PackedText } from '../packed-text.js';
import type { SettledJob } from './settled-jobs.js';

/** Name of the table of jobs. */
export const JOBS_FILE = 'jobs.csv.gz';

/** Number of rows that become text at once. Our choice. */
const ROWS = 500;

/** Columns of the table of jobs, in their order; docs/imports/slurm-jobs.md says what they hold. */
export const JOB_COLUMNS = [
  'cluster',
  'job',
  'array',
  'user',
  'account',
  'partition',
  'qos',
  'name',
  'state',
  'submitS',
  'startS',
  'endS',
  'runTimeS',
  'suspendedS',
  'nodes',
  'cores',
  'gpus',
  'limitS',
  'cpuTimeS',
  'energyJ',
  'again',
  'hosts',
] as const;

/** The table of jobs that ran or run, as it is written: compressed, in the order in which the jobs come. */
export class JobTable {
  readonly #packed = new PackedText();
  #rows: (readonly (string | number | null)[])[] = [JOB_COLUMNS];

  constructor(private readonly names: Names) {}

  add(job: SettledJob): void {
    const { names } = this;
    this.#rows.push([
      job.cluster,
      job.id,
      job.array,
      names.of('user', job.user),
      job.account,
      job.partition,
      job.qos,
      names.of('job', job.name),
      job.state,
      job.submitS,
      job.startS,
      job.endS,
      job.runTimeS,
      job.suspendedS,
      job.nodes,
      job.cores,
      job.gpus,
      job.limitS,
      job.cpuTimeS,
      job.energyJ,
      job.isAgain ? 1 : 0,
      job.hosts,
    ]);
    if (this.#rows.length >= ROWS) this.#toText();
  }

  /** Compresses what was added, if it is enough. */
  async settle(): Promise<void> {
    await this.#packed.settle();
  }

  /** Returns the compressed table. */
  async end(): Promise<Uint8Array> {
    this.#toText();
    return this.#packed.end();
  }

  #toText(): void {
    this.#packed.add(csvText(this.#rows));
    this.#rows = [];
  }
}
