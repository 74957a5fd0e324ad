import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Benchmark of speed and quality on the geo instances. Each measurement runs in its own process. Writes bench/geo.md.
 * Run it alone on the machine (about 20 minutes, most of them for us-200).
 * - npm run bench:geo [-- --repeats 3] [--seconds 20] [--only us-4,us-16]
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const repeats = Number(argument('--repeats') ?? 3);
const seconds = argument('--seconds') ?? '20';
const instances = (argument('--only') ?? 'us-4,us-8,us-16,us-200').split(',');
const lines: string[] = [];

type Found = Readonly<Record<string, unknown>>;

say(
  '# Speed of the geo family',
  '',
  `${today()}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, nothing else running. Medians of ${repeats} runs (us-200: one),`,
  'a fresh process each. Seconds of the process are all of it: start, reading, airflow, search and check.',
);
const bounds = bound();
methods(bounds);
removals();
evaluations();
writeFileSync(join(root, 'bench', 'geo.md'), `${lines.join('\n')}\n`);

/** Measures the lower bounds and writes their table. Returns the bounds, USD, by instance. */
function bound(): ReadonlyMap<string, number> {
  say(
    '',
    '## Lower bound',
    '',
    'LP: the relaxation alone, with the engine’s start; the process also computes the bound under CUP. Goals: of the LP at 16 centres, of the process at 200.',
    '',
    '| instance | LP, s | process, s | goal, s | peak, MiB | goal, MiB | bound, USD |',
    '|-|-:|-:|-:|-:|-:|-:|',
  );
  const found = new Map<string, number>();
  for (const instance of instances) {
    const runs = repeated(instance, () => run('one.js', 'bound', fileOf(instance)));
    const boundUsd = median(runs, 'boundUsd');
    found.set(instance, boundUsd);
    say(
      `| ${instance} | ${median(runs, 'lpS').toFixed(2)} | ${median(runs, 'processS').toFixed(2)} | ` +
        `${instance === 'us-16' ? 'LP 5' : goalOf200(instance, '300')} | ${median(runs, 'peakMiB').toFixed(0)} | ` +
        `${goalOf200(instance, '8192')} | ${boundUsd.toFixed(2)} |`,
    );
  }
  return found;
}

function methods(bounds: ReadonlyMap<string, number>): void {
  say(
    '',
    '## Plans',
    '',
    'Checked costs, gaps as shares of the bound. gald-cl is left out: its time is what one gives it (below, what it does with it).',
    '',
    '| method | instance | method, s | process, s | goal, s | peak, MiB | cost, USD | gap, % | goal, % |',
    '|-|-|-:|-:|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    // The searches of FDLD with their calibration are not meant for 200 centres: their speed there is in the next table.
    for (const method of instance === 'us-200' ? ['gld-lp'] : ['gld-lp', 'fdld-so', 'fdld-tao', 'fdld-cl']) {
      const runs = repeated(instance, () => run('one.js', method, fileOf(instance)));
      const feasible = runs.every((one) => one['feasible'] === true);
      const costUsd = median(runs, 'costUsd');
      const gap = (costUsd - bounds.get(instance)!) / Math.abs(bounds.get(instance)!);
      const goalS = method === 'fdld-so' && instance === 'us-16' ? 'method 15' : null;
      say(
        `| ${method} | ${instance} | ${median(runs, 'methodS').toFixed(2)} | ${median(runs, 'processS').toFixed(2)} | ` +
          `${goalS ?? (method === 'gld-lp' ? goalOf200(instance, '300') : '-')} | ${median(runs, 'peakMiB').toFixed(0)} | ` +
          `${feasible ? costUsd.toFixed(2) : 'not feasible'} | ${feasible ? (100 * gap).toPrecision(3) : '-'} | ` +
          `${method === 'gld-lp' && instance !== 'us-200' ? '1' : '-'} |`,
      );
    }
  }
}

function removals(): void {
  say(
    '',
    '## Removals of FDLD',
    '',
    'One search, all epochs, CPU seconds; its preparation apart.',
    '',
    '| variant | instance | removals | preparation, s | removals, s | removals per s | goal |',
    '|-|-|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances.filter((name) => name !== 'us-200')) {
    for (const variant of ['so', 'tao', 'cl']) {
      const runs = repeated(instance, () => part(run('fdld-speed.js', fileOf(instance), variant), 'oneSearch'));
      const goal = { so: '400,000', tao: '-', cl: '40,000' }[variant]!;
      say(
        `| ${variant} | ${instance} | ${whole(median(runs, 'removals'))} | ${median(runs, 'preparationS').toFixed(2)} | ` +
          `${median(runs, 'removalsS').toFixed(2)} | ${whole(median(runs, 'removalsPerS'))} | ` +
          `${instance === 'us-16' ? goal : '-'} |`,
      );
    }
  }
}

function evaluations(): void {
  say(
    '',
    '## Evaluations of GALD-CL',
    '',
    'Per hour and core: random founders filled from scratch, and the genetic search of one epoch as it runs.',
    '',
    '| instance | founders, ms each | per hour | search, ms each | per hour | goal |',
    '|-|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    const runs = repeated(instance, () => run('gald-speed.js', fileOf(instance), seconds));
    const [founders, search] = ['founders', 'search'].map((name) => runs.map((one) => part(one, name)));
    say(
      `| ${instance} | ${median(founders!, 'msEach').toPrecision(3)} | ${whole(median(founders!, 'perHourAndCore'))} | ` +
        `${median(search!, 'msEach').toPrecision(3)} | ${whole(median(search!, 'perHourAndCore'))} | ` +
        `${instance === 'us-16' ? '50,000' : '-'} |`,
    );
  }
}

function repeated(instance: string, once: () => Found): readonly Found[] {
  return Array.from({ length: instance === 'us-200' ? 1 : repeats }, once);
}

function median(runs: readonly Found[], field: string): number {
  const values = runs.map((one) => one[field]);
  const numbers = values.filter((value): value is number => typeof value === 'number').sort((a, b) => a - b);
  return numbers[Math.floor(numbers.length / 2)] ?? NaN;
}

function part(found: Found, name: string): Found {
  return found[name] as Found;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function goalOf200(instance: string, goal: string): string {
  return instance === 'us-200' ? goal : '-';
}

function fileOf(instance: string): string {
  return join(root, 'instances', 'geo', `${instance}.json`);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function run(script: string, ...words: readonly string[]): Found {
  const text = execFileSync(process.execPath, [join(here, script), ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });
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
