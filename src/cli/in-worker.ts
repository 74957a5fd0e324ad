import { BYTES_PER_MIB } from '../../models/units.js';
import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../instances/fault.js';
import { EXIT } from './exit-codes.js';
import { onSignals, type SharedSwitch } from './interrupt.js';
import { COMMAND_LINE, failedText, refuse } from './output.js';

/** Data that the thread of a command gets from the main thread besides the command line. */
export interface WorkerSurroundings extends SharedSwitch {
  readonly packageDirectory: string;
  /** Number of columns of the terminal on stderr; null if stderr is no terminal. */
  readonly stderrColumns: number | null;
}

/**
 * Runs a command line in a separate thread, so that the calling thread can react to signals while an LP engine
 * computes. The output is passed on. Returns the exit code.
 */
export async function runInWorker(words: readonly string[], packageDirectory: string): Promise<number> {
  const interruptFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const release = onSignals((count) => {
    Atomics.store(interruptFlag, 0, count);
  });
  const { stdout, stderr } = process;
  const surroundings: WorkerSurroundings = {
    interruptFlag,
    packageDirectory,
    stderrColumns: stderr.isTTY ? stderr.columns : null,
  };
  const worker = new Worker(new URL('worker.js', import.meta.url), {
    argv: [...words],
    workerData: surroundings,
    stdout: true,
    stderr: true,
    // As much as this thread would have had.
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / BYTES_PER_MIB) },
  });
  let written = false;
  worker.stdout.on('data', (chunk: Uint8Array) => {
    written = true;
    stdout.write(chunk);
  });
  worker.stderr.on('data', (chunk: Uint8Array) => stderr.write(chunk));
  // The last one counts: a module of the user's may fail after the answer.
  const answers: number[] = [];
  worker.on('message', (exitCode: number) => answers.push(exitCode));
  const faults: Error[] = [];
  worker.on('error', (error: Error) => {
    faults.push(error);
  });
  const [[code]] = await Promise.all([
    once(worker, 'exit') as Promise<[number]>,
    ...[worker.stdout, worker.stderr].map((stream) => once(stream, 'end')),
  ]);
  release();
  const [fault] = faults;
  if (fault === undefined) return answers.at(-1) ?? refuse([endedFault(code)], words.includes('--json') && !written);
  failedText(fault, words.includes('--json') && !written);
  return EXIT.ourFault;
}

/**
 * Returns the fault for a command whose thread ended before it printed a result, e.g. because a user's module called
 * `process.exit`.
 */
function endedFault(code: number): Fault {
  const value = `the command was ended with code ${code} before it answered`;
  const allowed = 'modules that leave the program running, and finish loading';
  const remedy = 'Look for process.exit and for an await without end in the module of --constraints.';
  return { file: COMMAND_LINE, path: '', value, allowed, remedy };
}
