import type { InterruptSwitch } from './interrupt.js';
import { timeIsUp } from '../runs/control.js';
import type { RunRequest } from '../families/reward-rate/runs/solve.js';
import type { Method } from '../families/reward-rate/methods/registry.js';
import type { LpEngineName } from '../solvers/linear/load.js';
import type { SolveOptions } from './commands/solve.js';

/** The words that `sweep` and `day` share with `solve`. */
export interface RunOptions extends SolveOptions {
  readonly method: Method;
  readonly naive?: boolean;
  readonly engine: LpEngineName;
}

/** One run of `sweep` or `day`, as a request. */
export function runRequest(
  options: Omit<RunOptions, 'out'>,
  { asked, askedTwice }: InterruptSwitch,
  onProgress: RunRequest['onProgress'],
): RunRequest {
  return {
    method: options.method,
    naive: options.naive ?? false,
    seed: options.seed,
    limits: { timeLimitS: options.timeLimit ?? null, workLimit: options.workLimit ?? null },
    engine: options.engine,
    withBound: options.bound,
    nowS: () => performance.now() / 1000,
    interrupted: asked,
    interruptedTwice: askedTwice,
    onProgress,
  };
}

/** Whether the time of a command that began now is up. Air that many runs share may take as long as one of them. */
export function airTimeIsUp(timeLimitS: number | undefined): () => boolean {
  const limits = { timeLimitS: timeLimitS ?? null, workLimit: null };
  return timeIsUp({ limits, nowS: () => performance.now() / 1000 });
}
