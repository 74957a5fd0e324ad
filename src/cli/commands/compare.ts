import { join } from 'node:path';
import { compareCsv } from '../../reports/compare-csv.js';
import { compareText } from '../../reports/compare-summary.js';
import { comparePage } from '../../reports/html/compare-page.js';
import { writeObstacle } from '../../runs/files.js';
import { openProblem } from '../../runs/open.js';
import type { LpEngineName } from '../../solvers/linear/load.js';
import { compareMethods } from '../../studies/compare/reward-rate/compare.js';
import type { Contestant } from '../../studies/compare/reward-rate/contestants.js';
import type { ComparisonRecord } from '../../studies/compare/reward-rate/record.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unwritable } from '../output.js';
import { progressLine } from '../progress.js';
import { orError, writeStudy } from '../study-files.js';

export interface CompareOptions {
  readonly methods: readonly Contestant[];
  readonly reference?: string;
  readonly trials: number;
  readonly vary: boolean;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly engine: LpEngineName;
  readonly out?: string;
  readonly json: boolean;
}

/** Some methods end only when told to: without any limit each run gets this one. */
const DEFAULT_TIME_LIMIT_S = 60;

/** `plenum compare`: returns the exit code; 0 when any method has a plan in any trial. */
export async function compareCommand(file: string, options: CompareOptions): Promise<number> {
  const { methods, out, json, seed, trials } = options;
  const reference = referenceOf(options);
  // Trial t has the seed `seed + t`.
  const mostSeed = Number.MAX_SAFE_INTEGER - trials;
  if (seed > mostSeed) {
    throw new OptionError('--seed', seed, `at most ${mostSeed} with ${trials} trials`, 'Take a smaller seed.');
  }
  const targets =
    out === undefined ? [] : ['compare.json', 'compare.csv', 'compare.html'].map((name) => join(out, name));
  const inTheWay = out === undefined ? null : writeObstacle(targets, [file]);
  if (inTheWay !== null) return refuse([unwritable('--out', inTheWay)], json);
  const opened = openProblem(file);
  if (!opened.ok) return refuse(opened.problems, json);

  const unlimited = options.timeLimit === undefined && options.workLimit === undefined;
  const timeLimitS = options.timeLimit ?? (unlimited ? DEFAULT_TIME_LIMIT_S : null);
  if (unlimited)
    process.stderr.write(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.\n`);
  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const record = await compareMethods({
      opened,
      contestants: methods,
      reference,
      variants: options.vary,
      trials,
      seed,
      run: {
        limits: { timeLimitS, workLimit: options.workLimit ?? null },
        engine: options.engine,
        nowS: () => performance.now() / 1000,
        interrupted: interrupt.asked,
        onProgress: progress.show,
      },
      onTrial: () => undefined,
    });
    progress.clear();
    const fault = out === undefined ? null : writeStudy(out, filesOf(record));
    if (json) printJson(record);
    else
      printLines(
        `${compareText(record)}${fault === null ? targets.map((path) => `written       ${path}\n`).join('') : ''}`,
      );
    if (fault !== null) {
      process.stderr.write(`${fault.message}\n`);
      return fault.exitCode;
    }
    return exitCode(record);
  } finally {
    interrupt.release();
  }
}

function referenceOf({ methods, reference }: CompareOptions): string {
  const labels = methods.map(({ label }) => label);
  if (reference === undefined) return labels[0]!;
  if (labels.includes(reference)) return reference;
  throw new OptionError('--reference', reference, labels.join(', '), 'Name one of the methods compared.');
}

function filesOf(record: ComparisonRecord): Map<string, string | Error> {
  return new Map([
    ['compare.csv', orError(() => compareCsv(record))],
    ['compare.html', orError(() => comparePage(record))],
    ['compare.json', `${JSON.stringify(record, null, 1)}\n`],
  ]);
}

function exitCode({ runs, termination }: ComparisonRecord): number {
  // One that broke down is our fault whatever the others found, as for a sweep or a day.
  if (runs.some(({ failure }) => failure !== undefined)) return EXIT.ourFault;
  if (runs.some((run) => run.feasible)) return EXIT.solved;
  if (runs.some((run) => run.termination === 'failed')) return EXIT.ourFault;
  const stopped = ['timeLimit', 'workLimit'];
  const late = termination === 'interrupted' || runs.some((run) => stopped.includes(run.termination));
  return late ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
