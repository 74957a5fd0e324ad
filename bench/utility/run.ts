import { MS_PER_S } from '../../models/units.js';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Benchmark of the utility family: speed and, for `--quality` trials, utility against the bound. Each measurement runs
 * in its own processes. Writes bench/utility.md, but only after a complete run. Times are CPU seconds, which other work
 * on the machine disturbs less than wall-clock time. To compare machines, use the ratios to the reference of the same
 * run.
 * - npm run bench:utility [-- --repeats 3] [--quality 10] [--only simulations,million,bounds]
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const repeats = Number(argument('--repeats') ?? 3);
const trials = Number(argument('--quality') ?? 0);
const only = argument('--only')?.split(',');
const lines: string[] = [];

type Found = Readonly<Record<string, number>>;

/**
 * Rows of the table of simulations: instance, trial, further arguments of `one.js simulate`, and the goal in CPU
 * seconds (null for no goal).
 */
const SIMULATIONS: readonly (readonly [string, string, readonly string[], number | null])[] = [
  ['serial-100', '1', ['upt'], 3],
  ['serial-100', '1', ['upe'], 5],
  ['serial-100', '1', ['price'], 3],
  ['serial-100', '1', ['min-min'], 8],
  ['parallel-10000', '1', ['upr', 'none', 'per-resource', '2'], 2],
  ['parallel-10000', '1', ['upe', 'none', 'per-task', '2'], 2],
  ['parallel-10000', '1', ['price'], null],
  ['preemptive-64', '1', ['upt', 'greedy'], 0.5],
  ['preemptive-64', '1', ['upt', 'difference'], null],
  ['preemptive-64', '1', ['upt', 'pair'], 5],
  ['preemptive-64', '1', ['util', 'pair'], 5],
];
/** Rows of the table for a million tasks a day on 1,000 machines: method, and the goal in CPU seconds. */
const MILLION = [
  ['upt', 60],
  ['upe', 60],
  ['price', 60],
] as const;
/** Rows of the table of bounds: instance, and the goal in CPU seconds. */
const BOUNDS = [
  ['serial-100', 8],
  ['parallel-5000', 6],
  ['preemptive-64', 1],
] as const;
/**
 * Rows of the table of quality: instance, further arguments of `one.js quality`, and the goal as a share of the bound.
 */
const QUALITY = [
  ['serial-100', ['price'], 0.94],
  ['parallel-5000', ['price'], 0.83],
  ['preemptive-64', ['upt', 'greedy'], 0.94],
] as const;

const reference = median(
  repeated(() => run('reference', fileOf('reward-rate', 'room-1080-hybrid'))),
  'cpuS',
);
say(
  '# Speed of the utility family',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, load ${loadavg()[0]!.toFixed(0)} on ${cpus().length} processors when it began.`,
  `Medians of ${repeats} runs, a fresh process each, one core; CPU seconds. r = ${reference.toFixed(2)} s: HiGHS on the [program](reference-lp.ts) that all speeds are quoted in, in the same run.`,
);
for (const part of [simulations, million, bounds]) if (only?.includes(part.name) ?? true) part();
if (trials > 0) quality();
if (only === undefined) writeFileSync(join(root, 'bench', 'utility.md'), `${lines.join('\n')}\n`);

function simulations(): void {
  say(
    '',
    '## Simulations',
    '',
    'Goals are of the simulation alone; `solve` also opens the instance, makes the plan and checks it. Peak: of the process after the simulation; goal 300 MiB.',
    '',
    '| policy | instance | tasks | simulation, s | goal, s | / r | ms an event | opening, s | plan, s | check, s | peak, MiB |',
    '|-|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|',
  );
  for (const [instance, trial, words, goal] of SIMULATIONS) simulation(instance, trial, words, goal);
}

function million(): void {
  say(
    '',
    '## A million tasks in a day',
    '',
    '`serial-100` with ten times the machines and the energy; what stands in the table above.',
    '',
    '| policy | instance | tasks | simulation, s | goal, s | / r | ms an event | opening, s | plan, s | check, s | peak, MiB |',
    '|-|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|',
  );
  for (const [method, goal] of MILLION) simulation('serial-100', 'million', [method], goal);
}

function simulation(instance: string, trial: string, words: readonly string[], goal: number | null): void {
  const runs = repeated(() => run('simulate', fileOf('utility', instance), trial, ...words));
  const of = (key: string): number => median(runs, key);
  const simulateS = of('simulateS');
  say(
    `| ${words.filter((word) => word !== 'none').join(' ')} | ${instance} | ${of('tasks').toLocaleString('en-US')} | ${fixed(simulateS)} | ${goal ?? '-'} | ` +
      `${fixed(simulateS / reference)} | ${fixed((MS_PER_S * simulateS) / of('events'))} | ${fixed(of('openS'))} | ${fixed(of('planS'))} | ` +
      `${fixed(of('checkS'))} | ${of('simulatedMiB').toFixed(0)} |`,
  );
}

function bounds(): void {
  say('', '## Bounds', '', '| instance | bound, s | goal, s | / r | passes | peak, MiB |', '|-|-:|-:|-:|-:|-:|');
  for (const [instance, goal] of BOUNDS) {
    const runs = repeated(() => run('bound', fileOf('utility', instance), '1'));
    const boundS = median(runs, 'boundS');
    say(
      `| ${instance} | ${fixed(boundS)} | ${goal} | ${fixed(boundS / reference)} | ${median(runs, 'passes')} | ${median(runs, 'peakMiB').toFixed(0)} |`,
    );
  }
}

function quality(): void {
  say(
    '',
    '## Utility against the bound',
    '',
    `Trials 1 to ${trials} of each instance: new types, arrivals and utilities. Share of the bound, %.`,
    '',
    '| policy | instance | least | mean | goal | by trial |',
    '|-|-|-:|-:|-:|-|',
  );
  for (const [instance, words, goal] of QUALITY) {
    const shares = Array.from(
      { length: trials },
      (_, k) => 100 * run('quality', fileOf('utility', instance), String(k + 1), ...words)['share']!,
    );
    const mean = shares.reduce((sum, share) => sum + share, 0) / trials;
    say(
      `| ${words.join(' ')} | ${instance} | ${Math.min(...shares).toFixed(2)} | ${mean.toFixed(2)} | ${100 * goal} | ` +
        `${shares.map((share) => share.toFixed(1)).join(', ')} |`,
    );
  }
}

function repeated(measure: () => Found): readonly Found[] {
  return Array.from({ length: repeats }, measure);
}

function median(runs: readonly Found[], key: string): number {
  const sorted = runs.map((found) => found[key]!).sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1]!;
}

function fixed(value: number): string {
  return value < 0.01 ? value.toFixed(4) : value.toPrecision(3);
}

function fileOf(family: string, instance: string): string {
  return join(root, 'instances', family, `${instance}.json`);
}

function run(...words: readonly string[]): Found {
  const script = join(here, 'one.js');
  const text = execFileSync(process.execPath, [script, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(text.slice(text.indexOf('{'))) as Found;
}

function say(...text: readonly string[]): void {
  lines.push(...text);
  process.stdout.write(`${text.join('\n')}\n`);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
