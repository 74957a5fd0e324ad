import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Benchmark of speed and quality on the robust instances. Each measurement runs in its own process. Writes
 * bench/robust.md. Run it alone on the machine (about 15 minutes).
 * - npm run bench:robust [-- --seconds 20] [--trials 4]
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const seconds = argument('--seconds') ?? '20';
const trials = Number(argument('--trials') ?? 4);
const lines: string[] = [];

say(
  '# Speed of the robust family',
  '',
  `Node ${process.version}, nothing else running. Small: 25 nodes, 458 cores, 10,000 tasks; large: ten copies.`,
);
rates();
greedy();
lagrange();
writeFileSync(join(root, 'bench', 'robust.md'), `${lines.join('\n')}\n`);

function rates(): void {
  say(
    '',
    '## Rates',
    '',
    '| search | instance | per s | goal | beside a full evaluation | goal |',
    '|-|-|-:|-:|-:|-:|',
  );
  for (const [instance, goal, ratioGoal] of [
    ['spec25-thesis', 40_000, 0.5],
    ['spec250-thesis', 25_000, 0.05],
  ] as const) {
    for (const variant of ['printed', 'improved']) {
      const found = run('tabu-speed.js', instance, seconds, 'mo-ec', 'dynamic', variant);
      row(
        `tabu iterations, ${variant}`,
        instance,
        found['medianPerS'],
        goal,
        found['iterationInEvaluations'],
        ratioGoal,
      );
    }
  }
  for (const [instance, goal] of [
    ['spec25-thesis', 9000],
    ['spec250-thesis', 800],
  ] as const) {
    const found = run('genetic-speed.js', 'ga', instance, seconds);
    row('ga generations', instance, found['perS'], goal);
    row('gals generations', instance, run('genetic-speed.js', 'gals', instance, seconds)['perS'], null);
  }
}

function greedy(): void {
  say('', '## Greedy methods', '', '| method | small, s | large, s |', '|-|-:|-:|');
  let sum = 0;
  for (const method of ['min-energy', 'min-min-pmin', 'min-min-pmax', 'min-min-balance']) {
    const [small, large] = ['spec25-thesis', 'spec250-thesis'].map((instance) =>
      Number(run('one.js', method, instance, '1', '', 'mo-ec', 'printed', 'no-bound')['methodS']),
    );
    sum += large!;
    say(`| ${method} | ${small!.toFixed(2)} | ${large!.toFixed(2)} |`);
  }
  say(`| all four | | ${sum.toFixed(2)} (goal 3) |`);
}

function lagrange(): void {
  say(
    '',
    '## Quality against the bound, MO-EC',
    '',
    '| method | instance | trial | s allowed | Psi | bound | bound - Psi (goal 0.008 small, 0.005 large) | deadline slack, % (goal 0.65) | memory, MiB |',
    '|-|-|-:|-:|-:|-:|-:|-:|-:|',
  );
  for (const [instance, limit] of [
    ['spec25-tight', '10'],
    ['spec250-tight', '60'],
  ] as const) {
    for (let trial = 1; trial <= trials; trial++) quality('lagrange', instance, String(trial + 10), limit, 'printed');
  }
  quality('lagrange', 'spec25-tight', '11', '2', 'printed');
  quality('tabu', 'spec25-tight', '11', '300', 'improved');
}

function quality(method: string, instance: string, trial: string, limit: string, variant: string): void {
  const found = run('one.js', method, instance, trial, limit, 'mo-ec', variant);
  const figure = (value: unknown, digits: number): string => (typeof value === 'number' ? value.toFixed(digits) : '-');
  say(
    `| ${method} ${variant === 'improved' ? 'improved' : ''} | ${instance} | ${trial} | ${limit} | ` +
      `${found['feasible'] === true ? figure(found['psi'], 4) : 'not feasible'} | ${figure(found['bound'], 4)} | ` +
      `${figure(found['psiGap'], 4)} | ${figure(found['deadlineSlackPercent'], 3)} | ${figure(found['residentMiB'], 0)} |`,
  );
}

function row(
  what: string,
  instance: string,
  perS: unknown,
  goal: number | null,
  ratio?: unknown,
  ratioGoal?: number,
): void {
  const rate = typeof perS === 'number' ? Math.round(perS).toLocaleString('en-US') : '-';
  const cost = typeof ratio === 'number' ? ratio.toPrecision(2) : '-';
  say(
    `| ${what} | ${instance} | ${rate} | ${goal?.toLocaleString('en-US') ?? '-'} | ${cost} | ${String(ratioGoal ?? '-')} |`,
  );
}

function run(script: string, ...words: readonly string[]): Readonly<Record<string, unknown>> {
  const text = execFileSync(process.execPath, [join(here, script), ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>;
}

function say(...text: readonly string[]): void {
  lines.push(...text);
  process.stdout.write(`${text.join('\n')}\n`);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
