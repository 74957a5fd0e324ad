import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import type { RobustMethod } from '../../methods/registry.js';
import type { ConstraintHandling, Improvements } from '../../methods/robust/outcome.js';
import { robustSummaryText } from '../../reports/robust-summary.js';
import { outputFiles } from '../../runs/files.js';
import { type SolvedRobust, solveRobustInstance } from '../../runs/robust/solve.js';
import { type RobustFront, robustFront } from '../../studies/robust-front/front.js';
import { solveRun, type SolveRunOptions } from './solve-run.js';

export interface SolveRobustOptions extends SolveRunOptions {
  readonly method: RobustMethod;
  readonly goal: RobustGoal;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
  readonly start?: string;
}

/** `plenum solve` of a robust instance: returns the exit code. */
export function solveRobustCommand(file: string, options: SolveRobustOptions): Promise<number> {
  const { method, goal, handling, improvements, start: startFile, front: points } = options;
  return solveRun<SolvedRobust, RobustFront>(options, {
    progressUnit: 'z',
    inputs: [file, ...(startFile === undefined ? [] : [startFile])],
    outputs: (directory) => Object.values(outputFiles(directory)),
    solve: async (asked) => {
      const request = { ...asked, method, goal, handling, improvements };
      const answer = await solveRobustInstance({ ...request, file, startFile });
      if (!answer.ok) return answer;
      const front = points === undefined ? null : await robustFront(answer.solved.opened, request, points);
      return { ...answer, front };
    },
    write: async (solved, front, out) => (await import('./robust-files.js')).writeRobustRun(solved, front, out),
    text: ({ record }) => robustSummaryText(record),
    unknownToSome: ['energyRobustness', 'makespanRobustness'],
  });
}
