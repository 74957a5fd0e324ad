import { Tinypool } from 'tinypool';
import type { TrialRequest } from './design.js';
import type { TrialOutput } from './record.js';

/**
 * A function that runs a trial, and the module that exports it. The function's result must depend only on its input.
 */
export interface Task {
  /** URL or path of the module, as Node's `import` accepts it. */
  readonly module: string;
  readonly exportName: string;
  readonly run: (input: TrialRequest) => Promise<TrialOutput> | TrialOutput;
}

export interface Pool {
  readonly run: (input: TrialRequest) => Promise<TrialOutput>;
  readonly close: () => Promise<void>;
}

/**
 * Returns a pool of workers. A single worker runs in the calling thread. Several workers are threads, which live as
 * long as the pool and keep what they cache.
 */
export function openPool(task: Task, workers: number): Pool {
  if (!Number.isSafeInteger(workers) || workers < 1) throw new RangeError(`No pool has ${workers} workers`);
  if (workers === 1) return { run: async (input) => task.run(input), close: () => Promise.resolve() };
  const pool = new Tinypool({
    filename: task.module,
    name: task.exportName,
    runtime: 'worker_threads',
    minThreads: workers,
    maxThreads: workers,
    isolateWorkers: false,
  });
  return { run: (input) => pool.run(input) as Promise<TrialOutput>, close: () => pool.destroy() };
}
