import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BYTES_PER_MB, KIB_PER_MIB, MS_PER_S, US_PER_S } from '../../models/units.js';
import { readSlurmJobs } from '../../src/imports/slurm-jobs/read.js';
import { jobLog, type LogForm, type LogTruth } from './job-log.js';

/**
 * Time and memory of imports of generated job logs, each in its own process; what they count is held against what was
 * generated. Writes bench/imports.md for a million jobs.
 * - npm run bench:imports [-- --jobs 100000]
 */

/** Goals for a million jobs: s, and MiB. */
const GOALS = { text: { seconds: 30, memoryMiB: 250 }, json: { seconds: 60, memoryMiB: 250 } } as const;
/** Number of jobs for which the goals are. */
const MILLION = 1_000_000;

const here = fileURLToPath(import.meta.url);
const [asked, file] = process.argv.slice(2);

if (asked === '--one') {
  const startMs = performance.now();
  const { counts } = await readSlurmJobs({ files: [file!], zone: 'UTC', words: {} });
  const seconds = (performance.now() - startMs) / MS_PER_S;
  const { user, system } = process.cpuUsage();
  const processorS = (user + system) / US_PER_S;
  const memoryMiB = process.resourceUsage().maxRSS / KIB_PER_MIB;
  process.stdout.write(JSON.stringify({ ran: counts.ran, coreS: counts.coreS, seconds, processorS, memoryMiB }));
} else measureAll(asked === '--jobs' ? Number(file) : MILLION);

/** Measures both forms and prints a table. */
function measureAll(jobs: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-imports-'));
  const lines = [
    '# Imports of job logs',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, one run each; seconds of the processor are those of all threads. Goals are for a million jobs.`,
    '',
    '| form | jobs | MB | s | processor, s | goal, s | peak, MiB | goal, MiB |',
    '|-|-:|-:|-:|-:|-:|-:|-:|',
  ];
  try {
    for (const form of ['text', 'json'] as const) lines.push(measured(folder, form, jobs));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const text = `${lines.join('\n')}\n`;
  process.stdout.write(text);
  if (jobs === MILLION) writeFileSync(join(dirname(here), '..', '..', '..', 'bench', 'imports.md'), text);
}

function measured(folder: string, form: LogForm, jobs: number): string {
  const log = join(folder, `jobs.${form}`);
  const truth = write(log, form, jobs);
  const printed = execFileSync(process.execPath, [here, '--one', log], { encoding: 'utf8' });
  const { ran, coreS, seconds, processorS, memoryMiB } = JSON.parse(printed) as LogTruth &
    Readonly<Record<string, number>>;
  if (ran !== truth.ran || coreS !== truth.coreS) throw new Error(`${form}: ${printed}, not ${JSON.stringify(truth)}`);
  const goal = GOALS[form];
  const sizeMB = statSync(log).size / BYTES_PER_MB;
  return `| ${form} | ${jobs} | ${sizeMB.toFixed(0)} | ${seconds!.toFixed(1)} | ${processorS!.toFixed(1)} | ${goal.seconds} | ${memoryMiB!.toFixed(0)} | ${goal.memoryMiB} |`;
}

function write(log: string, form: LogForm, jobs: number): LogTruth {
  const to = openSync(log, 'w');
  try {
    const pieces = jobLog(jobs, form, 48);
    for (;;) {
      const { value, done } = pieces.next();
      if (done === true) return value;
      writeSync(to, value);
    }
  } finally {
    closeSync(to);
  }
}
