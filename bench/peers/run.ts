import { MS_PER_S } from '../../models/units.js';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openModel } from '../../src/families/reward-rate/runs/open.js';
import { writeMps } from '../../src/solvers/linear/write-mps.js';
import { referenceLp } from '../reference-lp.js';
import { facilityData, programData } from './facility-data.js';
import { compileIpopt, reached, runIpopt } from './ipopt.js';
import { jobsProfiles } from './jobs.js';
import { robustGenetic } from './robust.js';
import { jsonOf, median, PYTHON, type Tool, tools } from './tools.js';

/**
 * Compares Plenum with the programs that a user would choose instead, in one run on one machine. It needs packages of
 * the Linux distribution; missing ones are named and their comparisons skipped. Writes bench/peers.md.
 * - npm run bench:peers [-- --ipopt-seconds 600] [--runs 3]
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const sources = join(root, 'bench', 'peers');
const instance = join(root, 'instances', 'reward-rate', 'room-1080-hybrid.json');
const ipoptSeconds = Number(argument('--ipopt-seconds') ?? 600);
const runs = Number(argument('--runs') ?? 3);
const scratch = mkdtempSync(join(tmpdir(), 'plenum-peers-'));
const have = tools();
const lines: string[] = [];

try {
  const opened = openModel(instance);
  if (!opened.ok) throw new Error(`${instance} is not valid`);
  const { model } = opened;
  say(
    '# Beside other programs',
    '',
    `room-1080-hybrid, Node ${process.version}, one run on one machine, nothing else running.`,
  );
  for (const tool of Object.values(have)) if (!tool.present) say('', skipped(tool));
  linearPrograms();
  nonlinearPrograms();
  genetic();
  say('', ...robustGenetic({ deap: have.deap.present, runs, seconds: 20, sources }));
  say('', ...jobsProfiles({ deap: have.deap.present, sources }));

  function linearPrograms(): void {
    say('', '## The LP without co-location', '');
    const program = referenceLp(model, 20, 30);
    const mps = join(scratch, 'reference.mps');
    const json = join(scratch, 'reference.json');
    // glpsol reads no OBJSENSE section; it is told by --max.
    writeFileSync(mps, writeMps(program, 'reference').replace(/OBJSENSE\s+MAX\s+/, ''));
    writeFileSync(json, JSON.stringify(programData(program)));
    say(`${program.rows.length} rows, ${program.columns.length} columns. Solving only, median of ${runs}.`, '');
    say('| program | s | objective |', '|-|-:|-:|');
    for (const engine of ['highs', 'glpk']) lp(`plenum, ${engine} (WebAssembly)`, () => ours('lp', engine, instance));
    if (have.scipy.present) {
      for (const method of ['highs-ds', 'highs-ipm']) {
        lp(`SciPy linprog ${method}`, () => jsonOf(PYTHON, [join(sources, 'scipy_lp.py'), json, method]));
      }
    }
    if (have.glpsol.present) lp('glpsol (whole process)', () => glpsol(mps));
    lp('javascript-lp-solver', () => ours('lp', 'javascript-lp-solver', instance), 120);
  }

  function lp(name: string, solve: () => Readonly<Record<string, number | null>>, mostS = Infinity): void {
    try {
      const answers = Array.from({ length: mostS === Infinity ? runs : 1 }, solve);
      say(
        `| ${name} | ${median(answers.map(({ seconds }) => seconds!)).toFixed(2)} | ${figure(answers[0]!['objective'])} |`,
      );
    } catch (error) {
      const why = error instanceof Error && /ETIMEDOUT/.test(error.message) ? `not done in ${mostS} s` : 'no answer';
      say(`| ${name} | ${why} | |`);
    }
  }

  function nonlinearPrograms(): void {
    say('', '## The nonlinear program of the thesis', '');
    const solves = Object.fromEntries(['config-lp', 'nlp'].map((name) => [name, ours('method', name, instance)]));
    for (const [name, { seconds, objective, averaged }] of Object.entries(solves)) {
      say(
        `- plenum ${name}: ${figure(objective)} reward/s (averaged features ${figure(averaged)}) in ${seconds!.toFixed(2)} s, whole process.`,
      );
    }
    if (!have.ipopt.present) return;
    const program = compileIpopt(join(sources, 'ipopt_nlp.cpp'), scratch);
    for (const [what, classes] of [
      ['one block per zone', 1],
      ['one block per node', 1000],
    ] as const) {
      const run = runIpopt(program, model, classes, ipoptSeconds, scratch);
      const { best } = run;
      say(
        `- Ipopt, ${what}, at most ${ipoptSeconds} s: best ${figure(best.rewardPerS)} after ${best.seconds.toFixed(1)} s ` +
          `(${run.iterates.length} iterations, ${run.ended === '' ? 'stopped' : run.ended}); ` +
          `within 0.5 % of it after ${seconds(reached(run, 0.995 * best.rewardPerS))}, within 0.1 % after ${seconds(reached(run, 0.999 * best.rewardPerS))}.`,
      );
      for (const [name, { seconds: ourS, objective, averaged }] of Object.entries(solves)) {
        const short = 1 - Math.max(objective!, averaged!) / best.rewardPerS;
        say(
          `  - ${name} ends ${(100 * short).toFixed(3)} % below that, ${(best.seconds / ourS!).toFixed(1)} times sooner ` +
            `(${(ipoptSeconds / ourS!).toFixed(0)} times sooner than the ${ipoptSeconds} s allowed).`,
        );
      }
    }
    say(
      '',
      'Ipopt has continuous P-states and time-averaged features, so its value is no plan and may lie above the bound.',
    );
  }

  function genetic(): void {
    say(
      '',
      '## The genetic algorithm',
      '',
      '| work per evaluation | plenum, per s | DEAP with NumPy, per s | ratio |',
      '|-|-:|-:|-:|',
    );
    const data = join(scratch, 'facility.json');
    writeFileSync(data, JSON.stringify(facilityData(model)));
    for (const [what, mode] of [
      ['variation and evaluation', 'plain'],
      ['with Algorithm 3', 'repair'],
    ] as const) {
      const mine = ours('ga', instance, '20', mode)['perS']!;
      const theirs = have.deap.present
        ? jsonOf(PYTHON, [join(sources, 'deap_ga.py'), data, '20', mode])['perS']!
        : null;
      const ratio = theirs === null ? 'skipped' : (mine / theirs).toFixed(1);
      say(`| ${what} | ${mine.toFixed(0)} | ${theirs?.toFixed(0) ?? 'skipped'} | ${ratio} |`);
    }
  }
  writeFileSync(join(root, 'bench', 'peers.md'), `${lines.join('\n')}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function say(...text: readonly string[]): void {
  lines.push(...text);
  process.stdout.write(`${text.join('\n')}\n`);
}

function skipped({ name, install }: Tool): string {
  return `**Skipped: ${name}** is not installed (\`apt-get install ${install}\`).`;
}

function ours(...words: readonly string[]): Readonly<Record<string, number | null>> {
  const { stdout, error, status } = spawnSync(process.execPath, [join(here, 'ours.js'), ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: words.includes('javascript-lp-solver') ? 120_000 : 0,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`ours.js ${words.join(' ')} failed`);
  return JSON.parse(stdout) as Record<string, number | null>;
}

function glpsol(mps: string): Record<string, number | null> {
  const start = performance.now();
  const { stdout } = spawnSync('glpsol', ['--freemps', mps, '--max'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const seconds = (performance.now() - start) / MS_PER_S;
  const objective = /obj\s*=\s*([-+.\de]+)[^\n]*\n(?:(?!obj).)*OPTIMAL/s.exec(stdout)?.[1];
  return { seconds, objective: objective === undefined ? null : Math.abs(Number(objective)) };
}

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toPrecision(7);
}

function seconds(value: number | null): string {
  return value === null ? 'never' : `${value.toFixed(1)} s`;
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
