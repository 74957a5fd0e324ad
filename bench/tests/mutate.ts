import { MS_PER_S } from '../../models/units.js';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mutantsOf } from './mutants.js';

// npm run mutate -- <source...>: changes each source in one place at a time, on its syntax tree, and runs the nearest unit and property
// tests; prints the changes that no test notices, and how many were noticed.

/** Time limit of a run of the tests: `factor` times the time that they take without a mutant, plus `s` seconds. */
const PATIENCE = { factor: 8, s: 20 };
/** Maximum number of test files that are run for a source: the nearest ones. */
const MAX_TESTS = 6;
/** Path of the program that runs the tests. */
const WORKER = fileURLToPath(new URL('mutate-worker.js', import.meta.url));

/** Signals that end the whole run early. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const sources = process.argv.slice(2);
if (sources.length === 0) {
  say('npm run mutate -- <source...>');
  process.exit(2);
}
for (const source of sources) await report(source);

async function report(source: string): Promise<void> {
  const tests = execFileSync(process.execPath, ['.ci/nearest-tests.mjs', '--property', source], { encoding: 'utf8' });
  const names = tests
    .split('\n')
    .filter((name) => name !== '')
    .slice(0, MAX_TESTS);
  const mutants = mutantsOf(source, readFileSync(source, 'utf8'));
  const verdicts = new Map<number, string>();
  if (names.length > 0) {
    // A mutant may make a test run for ever: then its process is ended, and another goes on behind it.
    for (let next = 0; next < mutants.length; next = verdicts.size) {
      if (!(await runFrom(source, next, names, verdicts))) return;
    }
  }
  const killed = [...verdicts.values()].filter((verdict) => verdict !== 'survived').length;
  say(`${source}: ${killed} of ${mutants.length} killed by ${names.length} test files`);
  for (const [n, { line, before, after }] of mutants.entries()) {
    if ((verdicts.get(n) ?? 'survived') !== 'survived') continue;
    const shown = before.length > 60 ? `${before.slice(0, 57)}...` : before;
    say(`  ${source}:${line} ${shown.replace(/\s+/g, ' ')} -> ${after === '' ? '(nothing)' : after}`);
  }
}

/**
 * Tries the mutants of a source from number `first` on and adds their verdicts. The last verdict is "stopped" if the
 * time limit was reached. Returns false if the tests fail even without a mutant.
 */
function runFrom(
  source: string,
  first: number,
  tests: readonly string[],
  verdicts: Map<number, string>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [WORKER, source, String(first), ...tests], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const end = (): void => void process.kill(-child.pid!, 'SIGKILL');
    // A group of its own hears no Ctrl-C.
    const stop = (): void => {
      end();
      process.exit(130);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    let startMs = performance.now();
    let limitMs = Infinity;
    let passes = true;
    const watch = setInterval(() => {
      if (performance.now() - startMs < limitMs) return;
      verdicts.set(verdicts.size, 'stopped');
      end();
    }, 500);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [n, verdict] = line.split(' ');
      if (n === 'failing') {
        say(`${source}: its tests fail without any mutant`);
        passes = false;
        end();
      } else if (n === 'ready') limitMs = PATIENCE.factor * (performance.now() - startMs) + MS_PER_S * PATIENCE.s;
      else if (/^\d+ (killed|survived)$/.test(line)) verdicts.set(Number(n), verdict!);
      startMs = performance.now();
    });
    child.on('close', () => {
      clearInterval(watch);
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve(passes);
    });
  });
}
