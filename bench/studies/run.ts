import { MS_PER_S } from '../../models/units.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareS, costOf, resumeCost, studyOf, TASKS } from './measure.js';

/**
 * Benchmark of what a study costs in addition to its solves: runs that do nothing, real runs (each stored in its own
 * file), and the resume of a complete study. Writes bench/studies.md.
 * - npm run bench:studies
 */

/** Number of runs of each kind: runs that do nothing, and real solves. */
const COUNTS = { nothing: 10_000, solve: 200 };
/** Number of processes that execute the runs. */
const WORKERS = 2;
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
try {
  const began = loadavg()[0]!;
  const many = await studyOf(studyFile('nothing', COUNTS.nothing), join(folder, 'nothing'), version);
  const nothing = await costOf(many, TASKS.nothing, WORKERS);
  const resumed = resumeCost(join(folder, 'nothing'));
  const few = await studyOf(studyFile('solve', COUNTS.solve), join(folder, 'solve'), version);
  const solved = await costOf(few, TASKS.solve, WORKERS);
  const bare = await bareS(few);
  const perRun = (seconds: number, runs: number): string => ((MS_PER_S * seconds) / runs).toFixed(2);
  const lines = [
    '# Cost of a study beyond its solves',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, load ${began.toFixed(0)} on ${cpus().length} processors when it began.`,
    `Processor time of all processes, their start included; ${WORKERS} workers, one record file per run, flushed to disk.`,
    '',
    '| runs | number | CPU ms per run | of it in the parent | on the clock, s | goal |',
    '|-|-:|-:|-:|-:|-|',
    `| that do nothing | ${nothing.runs} | ${perRun(nothing.allS, nothing.runs)} | ${perRun(nothing.parentS, nothing.runs)} | ${nothing.wallS.toFixed(1)} | under 1 ms, under 60 s |`,
    `| greedy on a room of two node types | ${solved.runs} | ${perRun(solved.allS, solved.runs)} | ${perRun(solved.parentS, solved.runs)} | ${solved.wallS.toFixed(1)} | |`,
    `| the same in one process, nothing stored | ${COUNTS.solve} | ${perRun(bare, COUNTS.solve)} | | | |`,
    '',
    '| resume of a complete study | CPU s | on the clock, s | goal |',
    '|-|-:|-:|-|',
    `| ${COUNTS.nothing} runs | ${resumed.cpuS.toFixed(2)} | ${resumed.wallS.toFixed(2)} | under 2 s |`,
    '',
  ];
  const target = join(dirname(fileURLToPath(import.meta.url)), '../../../bench/studies.md');
  writeFileSync(target, lines.join('\n'));
  process.stdout.write(lines.join('\n'));
} finally {
  rmSync(folder, { recursive: true });
}

/** Writes a study file for one tiny instance with `seeds` seeds and returns its path. */
function studyFile(name: string, seeds: number): string {
  const file = join(folder, `${name}.json`);
  const study = {
    format: 'plenum.study',
    formatVersion: 1,
    name,
    bounds: false,
    seeds: `1..${seeds}`,
    budgets: [{ work: 5 }],
    instances: ['reward-rate/tiny-two-node-types'],
    methods: ['greedy'],
  };
  writeFileSync(file, JSON.stringify(study));
  return file;
}
