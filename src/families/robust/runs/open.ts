import type { RobustInstance } from '../../../../models/problems/robust/instance.js';
import { type RobustProblem, robustProblem } from '../../../../models/problems/robust/problem.js';
import type { TaskTimes } from '../../../../models/problems/robust/times.js';
import { loadRobustInstance } from '../instances/load.js';
import type { Refused } from '../../../instances/problem.js';

/** A robust instance with the times of its tasks, and compiled. */
export interface OpenedRobust {
  readonly ok: true;
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  readonly problem: RobustProblem;
  /** SHA-256 of the instance file's bytes. */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/** Instance of a file, its times read or drawn, and the compiled problem; or all problems at once. */
export function openRobust(file: string, clock: (phase: string) => void = () => undefined): OpenedRobust | Refused {
  const loaded = loadRobustInstance(file);
  if (!loaded.ok) return loaded;
  clock('load');
  const { instance, times, sha256, warnings } = loaded;
  const problem = robustProblem(instance, times);
  clock('problem');
  return { ok: true, instance, times, problem, sha256, warnings };
}
