import { MS_PER_S } from '../../models/units.js';
import { readFileSync, writeFileSync } from 'node:fs';

// Seconds of every test file, from reports of Vitest (--reporter=json), against test/seconds.json:
//   node dist/bench/tests/seconds.js <report...>          prints the slowest files, those that grew, and the count of tests
//   node dist/bench/tests/seconds.js --write <report...>  writes test/seconds.json anew
// Time fails nothing: machines differ, and so do their loads.

/** The part of a Vitest report that is read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly testResults: readonly (Outcome & {
    readonly name: string;
    /** Start of the test file's run, ms since 1970. */
    readonly startTime: number;
    /** End of the run of the test file, ms since 1970. */
    readonly endTime: number;
    readonly assertionResults: readonly Outcome[];
  })[];
}

interface Outcome {
  readonly status: string;
}

/** Committed table of seconds by test file. */
const TABLE = new URL('../../../test/seconds.json', import.meta.url);
/** Time below which a test file is left out of the table, s. */
const MIN_KEPT_S = 0.5;
/**
 * A test file counts as grown if it takes more than `factor` times its committed time and at least `byS` seconds more.
 */
const GROWTH = { factor: 1.5, byS: 1 };
/** Number of slowest test files that are printed. */
const SHOWN = 20;

const isWriting = process.argv[2] === '--write';
const reports = process.argv.slice(isWriting ? 3 : 2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const timed = [...secondsOf(reports)].sort(([, a], [, b]) => b - a);
if (isWriting) write();
else print();

/**
 * Returns the time of each test file, s. If it ran several times, as on several versions of Node.js, this is the
 * longest time.
 */
function secondsOf(of: readonly Report[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { name, startTime, endTime } of of.flatMap(({ testResults }) => testResults)) {
    const file = name.slice(name.lastIndexOf('/test/') + 1);
    found.set(file, Math.max(found.get(file) ?? 0, (endTime - startTime) / MS_PER_S));
  }
  return found;
}

function write(): void {
  const kept = timed.filter(([, seconds]) => seconds >= MIN_KEPT_S).sort(([a], [b]) => (a < b ? -1 : 1));
  const table = Object.fromEntries(kept.map(([file, seconds]) => [file, Number(seconds.toFixed(1))]));
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
}

function print(): void {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const line = (seconds: number, text: string): void => {
    say(`${seconds.toFixed(1).padStart(7)} ${text}`);
  };
  say('== slowest files, s');
  for (const [file, seconds] of timed.slice(0, SHOWN)) line(seconds, file);
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as Readonly<Record<string, number>>;
  // A slow or busy machine is no growth: by what all files of the table that ran take together.
  const common = timed.filter(([file]) => table[file] !== undefined);
  const before = sum(common.map(([file]) => table[file]!));
  const pace = before === 0 ? 1 : Math.max(1, sum(common.map(([, seconds]) => seconds)) / before);
  const grown = timed
    .map(([file, seconds]) => ({ file, seconds, before: pace * (table[file] ?? MIN_KEPT_S) }))
    .filter((one) => one.seconds > GROWTH.factor * one.before && one.seconds > one.before + GROWTH.byS);
  say(`== files that grew by more than half since test/seconds.json, at ${pace.toFixed(2)} times its seconds`);
  for (const one of grown) line(one.seconds, `${one.file}, ${one.before.toFixed(1)} before`);
  if (grown.length === 0) say('none');
  const count = (of: (report: Report) => number): number => sum(reports.map(of));
  const skipped = count(({ numPendingTests = 0, numTodoTests = 0 }) => numPendingTests + numTodoTests);
  const failed = count(({ numFailedTests, testResults }) => numFailedTests + unloaded(testResults));
  const passed = count(({ numPassedTests }) => numPassedTests);
  say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}

/**
 * Returns the number of test files that failed before their tests ran, because they cannot be loaded or their set-up
 * fails.
 */
function unloaded(results: Report['testResults']): number {
  const fails = ({ status }: Outcome): boolean => status === 'failed';
  return results.filter((one) => fails(one) && !one.assertionResults.some(fails)).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
