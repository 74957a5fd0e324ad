import { MS_PER_S, US_PER_S } from '../../models/units.js';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openProcessPool } from '../../src/runs/processes/pool.js';
import { openRecordStore } from '../../src/runs/store/open-record-store.js';
import { runStudy } from '../../src/studies/engine/run-study.js';
import { openStudy, type OpenedStudy } from '../../src/workbench/study/open.js';
import { executeRun } from '../../src/workbench/study/execute.js';
import type { Executed } from '../../src/workbench/study/recorded-run.js';

/** Number of clock ticks per second in which Linux counts processor time (sysconf(_SC_CLK_TCK)). */
const TICKS_PER_S = 100;
/**
 * Positions of processor times among the fields of /proc/self/stat after the process name: user and system time of the
 * process, then of its ended children (proc(5), fields 14 to 17).
 */
const TIMES = [11, 12, 13, 14];
/** Package folder of Plenum. */
const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
/** Path of Plenum's command line program. */
const PLENUM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Functions that execute the measured runs, by kind of run: one that does nothing, and a real solve. */
export const TASKS = {
  nothing: { module: new URL('nothing.js', import.meta.url).href, exportName: 'nothing' },
  solve: {
    module: new URL('../../src/workbench/study/execute.js', import.meta.url).href,
    exportName: 'executeElsewhere',
  },
} as const;

export interface Cost {
  readonly runs: number;
  readonly wallS: number;
  /** Processor time of this process alone, s. */
  readonly parentS: number;
  /** Processor time of this process and its child processes, including their start, s. */
  readonly allS: number;
  /** Processor time that the child processes measured for their runs, s. */
  readonly insideS: number;
}

/** Opens the study of a study file with a new study folder. */
export async function studyOf(file: string, folder: string, plenumVersion: string): Promise<OpenedStudy> {
  const request = { packageDirectory: PACKAGE, plenumVersion, allowOutside: false, yes: true };
  const opened = await openStudy({ ...request, study: file, out: folder });
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened;
}

/** Executes the runs of a study in child processes and measures the cost. */
export async function costOf(
  { runs, place, folder }: OpenedStudy,
  task: (typeof TASKS)[keyof typeof TASKS],
  workers: number,
): Promise<Cost> {
  const answer = openRecordStore(folder!);
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  const { store } = answer;
  const pool = openProcessPool(task);
  const before = { all: allCpuS(), wallS: performance.now() / MS_PER_S, own: process.cpuUsage() };
  let insideS = 0;
  const { done } = await runStudy({
    runs,
    store,
    limits: { timeS: null, memoryMiB: null },
    retry: 'none',
    executor: {
      workers,
      elsewhere: true,
      abort: pool.abort,
      close: pool.close,
      execute: async (run, limits) => {
        const made = await pool.run({ run, place, plan: false }, limits);
        if (made?.ok !== true) throw new Error(JSON.stringify(made));
        insideS += made.use.cpuS ?? 0;
        return (made.output as Executed).record;
      },
    },
    interrupted: () => false,
    interruptedTwice: () => false,
    onRecord: () => undefined,
  });
  const wallS = performance.now() / MS_PER_S - before.wallS;
  const { user, system } = process.cpuUsage(before.own);
  await pool.close();
  return { runs: done, wallS, parentS: (user + system) / US_PER_S, allS: allCpuS() - before.all, insideS };
}

/**
 * Measures the processor time of the runs if executed in this process, one after another, without record store and
 * messages, s.
 */
export async function bareS({ runs, place }: OpenedStudy): Promise<number> {
  const before = process.cpuUsage();
  for (const run of runs) await executeRun({ run, place, plan: false });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / US_PER_S;
}

/** Measures `plenum study resume` on a complete study: wall-clock time and processor time, s. */
export function resumeCost(folder: string): { readonly wallS: number; readonly cpuS: number } {
  const tell = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('CPU ' + (user + system) / ${US_PER_S}); });`;
  const words = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, PLENUM, 'study', 'resume', folder];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  const [, cpuS] = /CPU ([\d.]+)/.exec(stderr) ?? [];
  if (status !== 0 || cpuS === undefined) throw new Error(stderr);
  return { wallS: (performance.now() - start) / MS_PER_S, cpuS: Number(cpuS) };
}

/** Returns the processor time of this process and of its ended child processes, s. */
function allCpuS(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ');
  return TIMES.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS_PER_S;
}
