import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unlessRefused } from '../../src/imports/refused-source.js';
import { type ImportedJobs, readSlurmJobs } from '../../src/imports/slurm-jobs/read.js';

/** Columns of the job logs of tests. */
export const LOG_COLUMNS: readonly string[] = [
  'JobID',
  'Account',
  'Partition',
  'User',
  'Submit',
  'Start',
  'End',
  'Elapsed',
  'State',
  'NNodes',
  'NCPUS',
  'AllocTRES',
  'Timelimit',
  'NodeList',
  'JobName',
];

/** A row of a job log by names of columns; cells that it lacks are those of USUAL. */
export type LogRow = Readonly<Record<string, string | number>>;

/** Cells of a job that ran for an hour on two CPUs. */
const USUAL: LogRow = {
  JobID: 1,
  Account: 'physics',
  Partition: 'batch',
  User: 'ada',
  Submit: '2024-03-05T07:59:00',
  Start: '2024-03-05T08:00:00',
  End: '2024-03-05T09:00:00',
  Elapsed: '01:00:00',
  State: 'COMPLETED',
  NNodes: 1,
  NCPUS: 2,
  AllocTRES: 'cpu=2,mem=4G,node=1',
  Timelimit: '02:00:00',
  NodeList: 'n01',
  JobName: 'run',
};

/** Returns the text of a job log. */
export function logText(
  rows: readonly LogRow[],
  { separator = '|', header = true, end = '\n', last = '' } = {},
): string {
  const lines = rows.map((row) => LOG_COLUMNS.map((name) => row[name] ?? USUAL[name]!));
  const all = header ? [LOG_COLUMNS, ...lines] : lines;
  return all.map((cells) => cells.join(separator) + last + end).join('');
}

const folder = mkdtempSync(join(tmpdir(), 'plenum-job-logs-'));
let files = 0;

/** Returns the name of a new file. */
export function logFile(content: string | Uint8Array): string {
  const file = join(folder, `log-${(files += 1)}.txt`);
  writeFileSync(file, content);
  return file;
}

/** What a test asks of an import. */
interface Asking {
  readonly zone?: string | undefined;
  readonly words?: Readonly<Record<string, unknown>>;
}

/** Returns what an import of logs finds. */
export async function imported(
  logs: readonly (string | Uint8Array)[],
  { zone = 'UTC', words = {} }: Asking = {},
): Promise<ImportedJobs> {
  return readSlurmJobs({ files: logs.map(logFile), zone, words });
}

/** Returns the counts of an import. */
export async function countsOf(
  logs: readonly (string | Uint8Array)[],
  asking: Asking = {},
): Promise<Readonly<Record<string, unknown>>> {
  return (await imported(logs, asking)).counts;
}

/** Returns the rows of the table of jobs that an import makes, by names of columns. */
export function jobsOf({ tables }: ImportedJobs): Readonly<Record<string, string>>[] {
  const text = gunzipSync(tables.get('jobs.csv.gz') as Uint8Array).toString();
  const [header, ...lines] = text.trimEnd().split('\r\n');
  const names = header!.split(',');
  // Quoted cells of these tests are node lists, in the last column.
  return lines.map((line) => {
    const cells = line.split(',');
    const last = cells
      .slice(names.length - 1)
      .join(',')
      .replaceAll('"', '');
    return Object.fromEntries(names.map((name, n) => [name, n === names.length - 1 ? last : cells[n]!]));
  });
}

/** Returns value, allowed and remedy of a refusal; 'read' if there is none. */
export async function refusalOf(log: string, zone?: string, words: Asking['words'] = {}): Promise<string> {
  const done = await unlessRefused(() => readSlurmJobs({ files: [logFile(log)], zone, words }));
  if (done.ok) return 'read';
  const { path, value, remedy } = done.faults[0]!;
  return `${path}: ${String(value)}: ${remedy}`;
}
