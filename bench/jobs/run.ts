import { MS_PER_S } from '../../models/units.js';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Benchmark of the jobs family: exact profiles in CPU seconds against their goals, bounds of months, the share of the
 * exact fronts that HEFT and MOHEFT reach, and CPU milliseconds of a month by policy. Each row has its own processes;
 * all months run in one. Writes bench/jobs.md.
 * - npm run bench:jobs [-- --types 3]
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const at = process.argv.indexOf('--types');
const typeCount = at < 0 ? 3 : Number(process.argv[at + 1]);
const lines: string[] = [];

interface ExactFrontRow {
  readonly cores: number;
  readonly cpuS: number;
  readonly nodes: number;
  readonly points: number;
  readonly complete: boolean;
  readonly gap: number;
}
interface BaselineRow {
  readonly cores: number;
  readonly heftS: number;
  readonly moheftS: number;
  readonly heftShare: number;
  readonly moheftShare: number;
}

/** Limit for a Pareto front, CPU seconds. Rows that reach it are marked. */
const LIMIT_S = 10;
/**
 * Rows of the table of exact profiles: name, number of tasks, types (null: drawn ones), goal of the search, maximum
 * number of cores, what frequency levels belong to, and the goal in CPU seconds for all numbers of cores k.
 */
const ROWS = [
  ['6 tasks', 6, null, 'front', 6, 'core', null],
  ['7 tasks', 7, null, 'front', 7, 'core', null],
  ['8 tasks', 8, null, 'front', 8, 'core', 5],
  ['8 tasks', 8, null, 'product', 8, 'core', 1],
  ['9 tasks', 9, null, 'product', 9, 'core', null],
  ['10 tasks, k <= 8', 10, null, 'product', 8, 'core', 10],
  ['10 tasks, k <= 4', 10, null, 'front', 4, 'core', null],
  ['fork of 10, equal', 10, ['fork-equal'], 'front', 10, 'core', null],
  ['fork of 10, unlike, k <= 4', 10, ['fork-unlike'], 'product', 4, 'core', null],
  ['5 tasks, levels of tasks', 5, null, 'front', 5, 'task', null],
] as const;

const drawn = Array.from({ length: typeCount }, (_, type) => String(type));
say(
  '# Speed of the jobs family',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, load ${loadavg()[0]!.toFixed(0)} on ${cpus().length} processors when it began.`,
  `CPU seconds of one core, each type in a process of its own. Types 1 to ${typeCount} of \`month-3x10\`, drawn with so many tasks; six levels.`,
  '',
  '## Exact fronts and products',
  '',
  `All numbers of cores of a type together. Limit ${LIMIT_S} s per front. Gap: of the worst front that was stopped.`,
  '',
  '| job | goal of the search | CPU s, mean | most | goal, s | nodes, most | points, most | stopped fronts | gap |',
  '|-|-|-:|-:|-:|-:|-:|-:|-:|',
);
for (const [name, tasks, types, goal, cores, levelsOf, goalS] of ROWS) {
  const found = (types ?? drawn).map((type) => {
    const words = ['exact', String(tasks), type, goal, String(cores), levelsOf, String(LIMIT_S)];
    return run(words).fronts as readonly ExactFrontRow[];
  });
  const seconds = found.map((fronts) => fronts.reduce((sum, { cpuS }) => sum + cpuS, 0));
  const all = found.flat();
  const stopped = all.filter(({ complete }) => !complete);
  say(
    `| ${name} | ${goal} | ${fixed(seconds.reduce((sum, s) => sum + s, 0) / seconds.length)} | ${fixed(Math.max(...seconds))} | ${goalS ?? '-'} | ` +
      `${Math.max(...all.map(({ nodes }) => nodes)).toLocaleString('en-US')} | ${goal === 'front' ? Math.max(...all.map(({ points }) => points)) : '-'} | ` +
      `${stopped.length} of ${all.length} | ${stopped.length === 0 ? '-' : Math.max(...stopped.map(({ gap }) => gap)).toFixed(3)} |`,
  );
}
interface MonthBoundRow {
  readonly name: string;
  readonly rigid: number;
  readonly malleable: number;
  readonly rigidS: number;
  readonly malleableS: number;
  readonly frontierS: number;
  readonly shares: Readonly<Record<string, number>>;
}
const bounded = JSON.parse(execFileSync(process.execPath, [join(here, 'month-bounds.js')], { encoding: 'utf8' })) as {
  readonly rows: readonly MonthBoundRow[];
};
const bidders = Object.keys(bounded.rows[0]!.shares);
say(
  '',
  '## Bounds of months',
  '',
  'CPU seconds after profiles; goals: rigid 2, malleable 10. Frontier: seven prices of energy. Methods: % of the rigid bound, or of the malleable one where they move jobs.',
  '',
  `| month | rigid | CPU s | malleable | CPU s more | frontier, CPU s more | ${bidders.join(' | ')} |`,
  `|-|-:|-:|-:|-:|-:|${bidders.map(() => '-:|').join('')}`,
  ...bounded.rows.map(({ name, rigid, malleable, rigidS, malleableS, frontierS, shares }) => {
    const [stay, move] = [rigid, malleable].map((bound) => Math.round(bound).toLocaleString('en-US'));
    const times = [rigidS, malleableS, frontierS].map((cpuS) => cpuS.toFixed(2));
    const cells = bidders.map((method) => (100 * shares[method]!).toFixed(1));
    return `| ${[name, stay, times[0], move, times[1], times[2], ...cells].join(' | ')} |`;
  }),
);
say(
  '',
  '## Baselines',
  '',
  "Share of the exact front's hypervolume, from 1.1 times its worst in time and energy; 8 tasks. HEFT: where it uses all k cores.",
  '',
  '| cores | HEFT, mean | MOHEFT (K = 20), mean | least | MOHEFT, CPU ms |',
  '|-:|-:|-:|-:|-:|',
);
const found = drawn.map((type) => run(['baselines', '8', type, 'front', '8']).fronts as readonly BaselineRow[]);
for (let k = 0; k < 8; k++) {
  const rows = found.map((fronts) => fronts[k]!);
  const mean = (of: (row: BaselineRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const whole = rows.filter(({ heftShare }) => heftShare > 0);
  const heftMean =
    whole.length === 0 ? '-' : (whole.reduce((sum, row) => sum + row.heftShare, 0) / whole.length).toFixed(3);
  const least = Math.min(...rows.map(({ moheftShare }) => moheftShare));
  say(
    `| ${k + 1} | ${heftMean} | ${mean(({ moheftShare }) => moheftShare).toFixed(3)} | ${least.toFixed(3)} | ${(MS_PER_S * mean(({ moheftS }) => moheftS)).toFixed(0)} |`,
  );
}
interface MonthRow {
  readonly platform: string;
  readonly jobs: number;
  readonly medianMs: Readonly<Record<string, number>>;
}
/** Policy that the other policies are compared with, and the goal for each policy, CPU ms. */
const [FIRST, GOAL_MS] = ['val-en-join-opt', 50];
const { rows: months } = JSON.parse(
  execFileSync(process.execPath, [join(here, 'months.js')], { encoding: 'utf8' }),
) as { readonly rows: readonly MonthRow[] };
const policies = Object.keys(months[0]!.medianMs);
say(
  '',
  '## Months',
  '',
  `CPU ms of a bundled month of ${months[0]!.jobs} jobs, points given; medians of eleven, policies taking turns. Goal: ${GOAL_MS} ms. In brackets: times ${FIRST}.`,
  '',
  `| nodes x cores | ${policies.join(' | ')} |`,
  `|-|${policies.map(() => '-:|').join('')}`,
  ...months.map(({ platform, medianMs }) => {
    const cells = policies.map((name) => {
      const ratio = medianMs[name]! / medianMs[FIRST]!;
      return name === FIRST ? medianMs[name]!.toFixed(1) : `${medianMs[name]!.toFixed(1)} (${ratio.toFixed(1)})`;
    });
    return `| ${platform} | ${cells.join(' | ')} |`;
  }),
);
writeFileSync(join(root, 'bench', 'jobs.md'), `${lines.join('\n')}\n`);

function run([what, ...words]: readonly string[]): { readonly fronts: unknown } {
  const file = join(root, 'instances', 'jobs', 'month-3x10.json');
  const text = execFileSync(process.execPath, [join(here, 'one.js'), what!, file, ...words], { encoding: 'utf8' });
  return JSON.parse(text) as { readonly fronts: unknown };
}

function fixed(value: number): string {
  return value < 0.01 ? value.toFixed(4) : value.toPrecision(3);
}

function say(...text: readonly string[]): void {
  lines.push(...text);
  process.stdout.write(`${text.join('\n')}\n`);
}
