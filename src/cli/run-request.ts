import type { InterruptSwitch } from './interrupt.js';
import { timeIsUp } from '../runs/control.js';
import type { RunRequest } from '../runs/solve.js';
import type { SolveOptions } from './commands/solve.js';

/** The words that `solve`, `sweep` and `day` share, as one request. */
export function runRequest(
  options: Omit<SolveOptions, 'constraints' | 'out'>,
  { asked, askedTwice }: InterruptSwitch,
  onProgress: RunRequest['onProgress'],
): RunRequest {
  return {
    method: options.method,
    naive: options.naive,
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
