import { MS_PER_S } from '../../models/units.js';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Benchmark of the speed of templates against a plain search with HiGHS. Writes bench/templates.md, but only for whole sweeps
 * (--every 1). Run it alone on the machine: the search with HiGHS takes minutes for each state.
 * - npm run bench:templates [-- --states 5] [--lps 40] [--vectors 12] [--every 1] [--only room-1080]
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const states = argument('--states') ?? '5';
const lps = argument('--lps') ?? '40';
const vectors = argument('--vectors') ?? '12';
const every = argument('--every') ?? '1';
const instances = (argument('--only') ?? 'room-1080,room-1080-nominal').split(',');
const lines: string[] = [];

type Found = Readonly<Record<string, number>>;

say(
  '# Speed of templates',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, nothing else running. One core; CPU seconds of a fresh process each.`,
);
const sweeps = new Map(instances.map((instance) => [instance, run('sweep', instance, every)]));
sweepTable();
if (every === '1') buildTable();
dayTable();
plainTable();
searchTable();
unprunedTable();
if (every === '1') writeFileSync(join(root, 'bench', 'templates.md'), `${lines.join('\n')}\n`);

function sweepTable(): void {
  say(
    '',
    '## All states',
    '',
    `All vents, best set-point, proven${every === '1' ? '' : `; every ${every}-th vector of running cores`}. Opening: instance, air of all vent combinations, inverses. Goal: 60 s in all, 1 GiB.`,
    '',
    '| instance | states | feasible | opening, s | solving, s | wall, s | in all, s | ms a state | peak, MiB | largest gap |',
    '|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|',
  );
  for (const [instance, found] of sweeps) {
    const { openS, solveS, wallS, peakMiB, worstGap } = found as Record<string, number>;
    say(
      `| ${instance} | ${found['states']} | ${found['feasible']} | ${fixed(openS)} | ${fixed(solveS)} | ${fixed(wallS)} | ` +
        `${fixed(openS! + solveS!)} | ${fixed(MS_PER_S * perState(found))} | ${peakMiB!.toFixed(0)} | ${worstGap!.toExponential(1)} |`,
    );
  }
}

function buildTable(): void {
  say(
    '',
    '## The database',
    '',
    '`plenum templates build` from the instance to the file: air, all states, whole cores, SQLite. Goals: 60 s with one worker, 40 s with two, 1 GiB, 10 microseconds a lookup',
    '(nearest state and its template, once loaded).',
    '',
    '| instance | workers | wall, s | CPU, s | peak, MiB | file, MB | lookup, us |',
    '|-|-:|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    for (const workers of ['1', '2']) {
      const { wallS, cpuS, peakMiB, fileMB, lookupUs } = script('build-speed.js', [instanceFile(instance), workers]);
      say(
        `| ${instance} | ${workers} | ${fixed(wallS)} | ${fixed(cpuS)} | ${peakMiB!.toFixed(0)} | ${fixed(fileMB)} | ${fixed(lookupUs)} |`,
      );
    }
  }
}

function dayTable(): void {
  say(
    '',
    '## A simulated day',
    '',
    '6 tasks/s, greedy mapping, temperatures in steps of 10 s. With templates: those the day asks for are solved already. Goal: 60 s.',
    '',
    '| instance | tasks | overcooling, s | throttling, s | templates, s | peak, MiB |',
    '|-|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    const found = script('day-speed.js', [instanceFile(instance)]) as unknown as {
      readonly tasks: number;
      readonly peakMiB: number;
      readonly days: readonly { readonly cpuS: number }[];
    };
    const days = found.days.map(({ cpuS }) => fixed(cpuS)).join(' | ');
    say(`| ${instance} | ${found.tasks.toLocaleString('en-US')} | ${days} | ${found.peakMiB.toFixed(0)} |`);
  }
}

function plainTable(): void {
  const searchLps = 81 * 35;
  say(
    '',
    '## Against one LP per set-point',
    '',
    `HiGHS, the program of Charnes and Cooper with all rows, building it included. Measured: ${lps} LPs at states, vents and set-points spread over the grid.`,
    `Extrapolated: a state needs 81 combinations x 35 set-points (as many as the search below; mean of the LPs measured times ${searchLps.toLocaleString('en-US')}). Goal: 1,000 times.`,
    '',
    '| instance | LP, ms (measured) | state by HiGHS, s (extrapolated) | state here, ms (measured, of the sweep) | times |',
    '|-|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    const each = run('lps', instance, lps)['secondsEach']!;
    const here = perState(sweeps.get(instance)!);
    say(
      `| ${instance} | ${fixed(MS_PER_S * each)} | ${fixed(each * searchLps)} | ${fixed(MS_PER_S * here)} | ` +
        `${Math.round((each * searchLps) / here).toLocaleString('en-US')} |`,
    );
  }
}

function searchTable(): void {
  if (states === '0') return;
  say(
    '',
    '## Full search by HiGHS',
    '',
    'All 81 combinations; set-points on a grid of 12 steps, then 12 steps of golden section around the best two. Better: quotient of the template over the best of the search, less 1.',
    '',
    '| instance | states | LPs | s a state (measured) | times | better at least | better at most | search over the proven bound |',
    '|-|-:|-:|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    const found = run('search', instance, states);
    const { secondsEach, least, most, overBound } = found as Record<string, number>;
    say(
      `| ${instance} | ${found['states']} | ${found['lps']} | ${fixed(secondsEach)} | ` +
        `${Math.round(secondsEach! / perState(sweeps.get(instance)!)).toLocaleString('en-US')} | ` +
        `${least!.toExponential(1)} | ${most!.toExponential(1)} | ${overBound!.toExponential(1)} |`,
    );
  }
}

function unprunedTable(): void {
  say(
    '',
    '## Without bounds on vents',
    '',
    'Every combination searched to the end, against the same with bounds; vectors of running cores spread over the grid, each from scratch.',
    '',
    '| instance | states | with bounds, s | without, s | largest difference of the quotient | other status |',
    '|-|-:|-:|-:|-:|-:|',
  );
  for (const instance of instances) {
    const found = run('unpruned', instance, vectors);
    say(
      `| ${instance} | ${found['states']} | ${fixed(found['prunedS'])} | ${fixed(found['unprunedS'])} | ` +
        `${found['worst']!.toExponential(1)} | ${found['otherStatus']} |`,
    );
  }
}

function perState({ solveS, states: count }: Found): number {
  return solveS! / count!;
}

function fixed(value: number | undefined): string {
  return value!.toPrecision(3);
}

function run(what: string, instance: string, amount: string): Found {
  return script('one.js', [what, instanceFile(instance), amount]);
}

function instanceFile(instance: string): string {
  return join(root, 'instances', 'templates', `${instance}.json`);
}

function script(name: string, words: readonly string[]): Found {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return JSON.parse(execFileSync(process.execPath, [join(here, name), ...words], options)) as Found;
}

function say(...text: readonly string[]): void {
  lines.push(...text);
  process.stdout.write(`${text.join('\n')}\n`);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
