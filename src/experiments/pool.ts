import { Tinypool } from 'tinypool';
import type { TrialRequest } from './design.js';
import { checkValues, type TrialOutput } from './record.js';

/** The function that runs a trial, and where a worker thread finds it. It must be a function of its input alone. */
export interface Task {
  /** URL or path of its module, as Node can load it. */
  readonly module: string;
  readonly exportName: string;
  readonly run: (input: TrialRequest) => Promise<TrialOutput> | TrialOutput;
}

export interface Pool {
  readonly run: (input: TrialRequest) => Promise<TrialOutput>;
  readonly close: () => Promise<void>;
}

/**
 * Pool of workers. One worker is this thread; more are worker threads, which live as long as the pool and so keep
 * results they computed.
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

/** Surroundings of the trials that a pool is given. */
export interface PoolWatcher {
  /** Question whether to stop: when true no further trial is begun; those running are finished. */
  readonly interrupted: () => boolean;
  /** Receiver of every trial as it ends. */
  readonly onOutput: (input: TrialRequest, output: TrialOutput) => void;
  /** Returns the error that names the trial, for what it threw. */
  readonly failed: (input: TrialRequest, cause: unknown) => Error;
}

/**
 * Returns the trials on a pool, begun in order, one at a time per worker.
 * @throws what the first that fails throws, after which none is begun.
 */
export async function runInPool(
  pool: Pool,
  inputs: readonly TrialRequest[],
  workers: number,
  { interrupted, onOutput, failed }: PoolWatcher,
): Promise<void> {
  let next = 0;
  const failures: Error[] = [];
  const lane = async (): Promise<void> => {
    while (next < inputs.length && failures.length === 0 && !interrupted()) {
      const input = inputs[next++]!;
      try {
        const output = await pool.run(input);
        checkValues(output.values);
        onOutput(input, output);
      } catch (error) {
        failures.push(failed(input, error));
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  if (failures.length > 0) throw failures[0]!;
}
