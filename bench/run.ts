import { MS_PER_S } from '../models/units.js';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonText } from '../src/instances/json-text.js';
import { thesisInstance, type ThesisOptions } from '../src/families/reward-rate/instances/thesis/instance.js';

/**
 * Benchmark of whole solves, each in its own process. Medians are given as multiples of the reference unit r, the time
 * to solve bench/reference-lp.ts in the same benchmark. Writes bench/results.md. Run it alone on the machine.
 * - npm run bench [-- --runs 5] [--small]
 */
const runs = Number(argument('--runs') ?? 5);
const small = process.argv.includes('--small');
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const bundled = (name: string): string => join(root, 'instances', 'reward-rate', `${name}.json`);
const scratch = mkdtempSync(join(tmpdir(), 'plenum-bench-'));

interface Case {
  readonly name: string;
  readonly method: string;
  readonly file: string;
  /** Goal for the time, in multiples of the reference unit r; null if there is none. */
  readonly goal: number | null;
  /** Goal for the relative gap of the plan; absent if there is none. */
  readonly gapGoal?: number;
  /** Goal for the peak memory, MiB; absent if there is none. */
  readonly memoryGoalMiB?: number;
}

interface Measured {
  readonly seconds: number;
  readonly gap?: number | null;
  readonly relaxationGap?: number | null;
  readonly residentMiB?: number;
  readonly feasible?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Processor time of the solve before an explanation, s. */
  readonly solveS?: number;
}

try {
  const large = generated('room-21600', { racks: 600, powerCapW: 4_200_000 });
  const twelve = generated('room-25920', { racks: 720, powerCapW: 4_560_000 });
  const huge = generated('room-103680', { racks: 2880, powerCapW: 18_240_000 });
  const manyTypes = generated('room-1080-20-types', { racks: 30, workload: 'all', taskTypes: 20, coldAisles: 'open' });

  const reference = median(['reference', bundled('room-1080-hybrid'), '20']);
  const r = reference.seconds;
  const cases: Case[] = [
    ...['memory', 'hybrid', 'cpu'].map((workload) => ({
      name: `1,080 nodes, ${workload}`,
      method: 'config-lp',
      file: bundled(`room-1080-${workload}`),
      goal: 3,
    })),
    { name: '1,080 nodes, hybrid', method: 'greedy', file: bundled('room-1080-hybrid'), goal: 0.5 },
    { name: '1,080 nodes, hybrid', method: 'greedy-power', file: bundled('room-1080-hybrid'), goal: 0.5 },
    { name: '1,080 nodes, hybrid', method: 'lp', file: bundled('room-1080-hybrid'), goal: 3 },
    { name: '1,080 nodes, hybrid', method: 'nlp', file: bundled('room-1080-hybrid'), goal: null },
    ...(small
      ? []
      : [
          { name: '4,320 nodes, two set-points', method: 'config-lp', file: bundled('room-4320-hybrid'), goal: 30 },
          {
            name: '4,320 nodes, two, nominal',
            method: 'config-lp',
            file: bundled('room-4320-hybrid-nominal'),
            goal: 30,
          },
          { name: '1,080 nodes, 20 task types', method: 'config-lp', file: manyTypes, goal: 5, gapGoal: 1e-4 },
          { name: '21,600 nodes, 10 CRACs', method: 'config-lp', file: large, goal: 15, gapGoal: 1e-4 },
          { name: '25,920 nodes, 12 CRACs', method: 'config-lp', file: twelve, goal: null, gapGoal: 1e-4 },
          {
            name: '103,680 nodes, 48 CRACs',
            method: 'config-lp',
            file: huge,
            goal: 30,
            gapGoal: 5e-4,
            memoryGoalMiB: 400,
          },
        ]),
  ];
  const lines = [
    '# Speed',
    '',
    `${runs === 1 ? 'One run each' : `Medians of ${runs} runs (of one where a run is long)`}, a fresh process each: loading, airflow, search, bound and check together. Node ${process.version}.`,
    `Unit r = ${r.toFixed(2)} s: HiGHS (WebAssembly) interior point, cold, on the 1,080-node LP without co-location ` +
      `(${reference.rows ?? 0} rows, ${reference.columns ?? 0} columns), measured in the same run.`,
    '',
    '| case | method | median | in r | goal | LP gap | gap of the plan | goal | memory, MiB | goal |',
    '|-|-|-:|-:|-:|-:|-:|-:|-:|-:|',
  ];
  for (const { name, method, file, goal, gapGoal, memoryGoalMiB } of cases) {
    const measured = median([method, file], file === huge || file === manyTypes || method === 'nlp' ? 1 : runs);
    lines.push(
      `| ${name} | ${method} | ${measured.seconds.toFixed(2)} s | ${(measured.seconds / r).toFixed(2)} | ${goal ?? '-'} | ` +
        `${scientific(measured.relaxationGap)} | ${scientific(measured.gap)} | ${scientific(gapGoal)} | ` +
        `${(measured.residentMiB ?? 0).toFixed(0)} | ${memoryGoalMiB ?? '-'} |`,
    );
    process.stderr.write(`${lines[lines.length - 1]!}\n`);
  }
  lines.push('', ...dayOfEpochs(), '', robustRoom(), '', explainedPlan());
  const table = `${lines.join('\n')}\n`;
  writeFileSync(join(root, 'bench', 'results.md'), table);
  process.stdout.write(table);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function generated(name: string, options: Pick<ThesisOptions, 'racks'> & Partial<ThesisOptions>): string {
  const file = join(scratch, `${name}.json`);
  const room = { workload: 'hybrid', airflow: 'balanced', coldAisles: 'isolated', redLineC: 30, seed: 1 } as const;
  const powerCapW = (190_000 * options.racks) / 30;
  writeFileSync(file, jsonText(thesisInstance({ ...room, powerCapW, ...options })));
  return file;
}

/** Measures a day of 24 epochs against a single epoch. Each is a whole process of the command line. */
function dayOfEpochs(): string[] {
  const cli = join(here, '..', 'src', 'cli', 'main.js');
  const timed = (...words: readonly string[]): number => {
    const seconds = Array.from({ length: runs }, () => {
      const start = performance.now();
      execFileSync(process.execPath, [cli, ...words, '--json'], { stdio: ['ignore', 'ignore', 'ignore'] });
      return (performance.now() - start) / MS_PER_S;
    });
    return seconds.sort((a, b) => a - b)[Math.floor(runs / 2)]!;
  };
  const one = timed('solve', bundled('room-1080-hybrid'));
  const day = timed('day', bundled('room-1080-hybrid'), '--profile', 'diurnal');
  return [
    `A day of 24 epochs (1,080 nodes, hybrid, \`--profile diurnal\`): ${day.toFixed(2)} s, ${(day / one).toFixed(2)} times ` +
      `one epoch alone (${one.toFixed(2)} s); goal 2.`,
  ];
}

/** Measures plans that must be feasible in every room of an uncertainty set, against plans for the nominal room. */
function robustRoom(): string {
  const stated = JSON.parse(readFileSync(bundled('room-1080-hybrid'), 'utf8')) as object;
  const uncertainty = {
    robust: true,
    inletRise: { least: 0.8, most: 1.2, deviating: 10, supplyShare: 0.02 },
    nodePower: { least: 0.97, most: 1.03 },
    taskTime: { least: 0.95, most: 1.05 },
  };
  const file = join(scratch, 'room-1080-robust.json');
  writeFileSync(file, jsonText({ ...stated, uncertainty }));
  const [robust, one] = [median(['config-lp', file]), median(['config-lp', bundled('room-1080-hybrid')])];
  return (
    `Robust to the set of docs/reward-rate/uncertain-rooms.md (1,080 nodes, hybrid, config-lp): ${robust.seconds.toFixed(2)} s, ` +
    `${(robust.seconds / one.seconds).toFixed(2)} times the stated room (${one.seconds.toFixed(2)} s), gap of the plan ${scientific(robust.gap)}; goal 5.`
  );
}

/** Measures the explanation of a plan against the solve that found the plan, in processor time of one process. */
function explainedPlan(): string {
  const { seconds, solveS = NaN } = median(['explain', bundled('room-1080-hybrid')]);
  return (
    `\`plenum explain\` of a plan (1,080 nodes, hybrid: inlet, task types, next kW): ${seconds.toFixed(2)} s of one core, ` +
    `${(seconds / solveS).toFixed(2)} times the solve that found it (${solveS.toFixed(2)} s); goal 3.`
  );
}

function median(parameters: readonly string[], count = runs): Measured {
  const all = Array.from({ length: count }, () => {
    const text = execFileSync(process.execPath, [join(here, 'one.js'), ...parameters], { encoding: 'utf8' });
    return JSON.parse(text) as Measured;
  }).sort((a, b) => a.seconds - b.seconds);
  return all[Math.floor(all.length / 2)]!;
}

function scientific(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toExponential(1);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
