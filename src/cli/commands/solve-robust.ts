import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import type { RobustMethod } from '../../methods/registry.js';
import type { ConstraintHandling, Improvements } from '../../methods/robust/outcome.js';
import { robustSummaryText } from '../../reports/robust-summary.js';
import { outputFiles, writeObstacle } from '../../runs/files.js';
import type { RobustRunRecord } from '../../runs/robust/result.js';
import { solveRobustInstance } from '../../runs/robust/solve.js';
import { robustFront } from '../../studies/robust-front/front.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unwritable } from '../output.js';
import { progressLine } from '../progress.js';

export interface SolveRobustOptions {
  readonly method: RobustMethod;
  readonly goal: RobustGoal;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
  readonly start?: string;
  /** Points of the trade-off between Psi and phi. */
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

/** `plenum solve` of a robust instance: returns the exit code. */
export async function solveRobustCommand(file: string, options: SolveRobustOptions): Promise<number> {
  const { out, json, start: startFile } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  if (options.front !== undefined && out === undefined) {
    const allowed = 'with --out: the front is in report.html and result.json alone';
    throw new OptionError('--front', 'without --out', allowed, 'Name a directory with --out.');
  }
  const inputs = [file, ...(startFile === undefined ? [] : [startFile])];
  const inTheWay = out === undefined ? null : writeObstacle(Object.values(outputFiles(out)), inputs);
  if (inTheWay !== null) return refuse([unwritable('--out', inTheWay)], json);

  const interrupt = interruptSwitch();
  const progress = progressLine('z');
  try {
    const request = {
      method: options.method,
      goal: options.goal,
      handling: options.handling,
      improvements: options.improvements,
      seed: options.seed,
      limits: { timeLimitS: options.timeLimit ?? null, workLimit: options.workLimit ?? null },
      withBound: options.bound,
      ...(options.boundTimeLimit === undefined ? {} : { boundTimeLimitS: options.boundTimeLimit }),
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    };
    const answer = await solveRobustInstance({ ...request, file, startFile });
    if (!answer.ok) {
      progress.clear();
      return refuse(answer.problems, json);
    }
    const { solved } = answer;
    const front = options.front === undefined ? null : await robustFront(solved.opened, request, options.front);
    progress.clear();
    const written =
      out === undefined
        ? { solved, fault: null }
        : (await import('./robust-files.js')).writeRobustRun(solved, front, out);
    if (json) printJson(written.solved.record.result);
    else printLines(robustSummaryText(written.solved.record));
    if (written.fault === null) return exitCode(written.solved.record);
    process.stderr.write(`${written.fault.message}\n`);
    return written.fault.exitCode;
  } finally {
    interrupt.release();
  }
}

/** Most methods may end with a plan that misses the limit: that is an answer, not a fault. A plan that is none is one of ours. */
function exitCode({ result }: RobustRunRecord): number {
  if (result.feasible) return EXIT.solved;
  const limits: readonly string[] = ['energyRobustness', 'makespanRobustness'];
  if (result.violations.some(({ constraint }) => !limits.includes(constraint))) return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
