import type { GeoMethod } from '../../methods/registry.js';
import { geoSummaryText } from '../../reports/geo-summary.js';
import { writeObstacle } from '../../runs/files.js';
import type { GeoRunRecord } from '../../runs/geo/result.js';
import { solveGeoInstance } from '../../runs/geo/solve.js';
import { geoFront, knowsCarbon } from '../../studies/geo-front/front.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unwritable } from '../output.js';
import { progressLine } from '../progress.js';
import { geoOutputFiles } from '../geo-words.js';

export interface SolveGeoOptions {
  readonly method: GeoMethod;
  /** Points of the trade-off between cost and carbon. */
  readonly front?: number;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  /** Of the bound that follows; as timeLimit if absent. */
  readonly boundTimeLimit?: number;
  readonly bound: boolean;
  readonly out?: string;
  readonly json: boolean;
}

/** `plenum solve` of a geo instance: returns the exit code. */
export async function solveGeoCommand(file: string, options: SolveGeoOptions): Promise<number> {
  const { out, json } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  if (options.front !== undefined && out === undefined) {
    const allowed = 'with --out: the front is in report.html and result.json alone';
    throw new OptionError('--front', 'without --out', allowed, 'Name a directory with --out.');
  }
  const inTheWay = out === undefined ? null : writeObstacle(geoOutputFiles(out), [file]);
  if (inTheWay !== null) return refuse([unwritable('--out', inTheWay)], json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const request = {
      method: options.method,
      seed: options.seed,
      limits: { timeLimitS: options.timeLimit ?? null, workLimit: options.workLimit ?? null },
      withBound: options.bound,
      ...(options.boundTimeLimit === undefined ? {} : { boundTimeLimitS: options.boundTimeLimit }),
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    };
    const answer = await solveGeoInstance({ ...request, file });
    if (!answer.ok) {
      progress.clear();
      return refuse(answer.problems, json);
    }
    const { solved } = answer;
    if (options.front !== undefined && !knowsCarbon(solved.opened)) {
      progress.clear();
      return refuse([withoutCarbon(file)], json);
    }
    const front = options.front === undefined ? null : await geoFront(solved.opened, request, options.front);
    progress.clear();
    const written =
      out === undefined ? { solved, fault: null } : (await import('./geo-files.js')).writeGeoRun(solved, front, out);
    const { record, opened } = written.solved;
    if (json) printJson(record.result);
    else printLines(geoSummaryText(opened.instance, record));
    if (written.fault === null) return exitCode(record);
    process.stderr.write(`${written.fault.message}\n`);
    return written.fault.exitCode;
  } finally {
    interrupt.release();
  }
}

function withoutCarbon(file: string): Parameters<typeof refuse>[0][number] {
  return {
    file,
    path: 'dataCentres[0].carbon',
    value: undefined,
    allowed: 'with --front, carbon intensities above 0 at some data centre',
    remedy: 'Give the carbon intensity of the grid (docs/geo-instances.md), or leave --front out.',
  };
}

/** What methods of the thesis do not know; anything else a plan breaks is a fault of ours. */
const UNKNOWN_TO_SOME: readonly string[] = [
  ...['unservedRate', 'powerCap', 'carbonCap', 'redLine', 'setPointRange', 'coolingCapacity', 'coolingPerformance'],
];

function exitCode({ result }: GeoRunRecord): number {
  if (result.feasible) return EXIT.solved;
  if (result.violations.some(({ constraint }) => !UNKNOWN_TO_SOME.includes(constraint))) return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
