import { BYTES_PER_MIB } from '../../../models/units.js';
import { type ChildProcess, fork } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';
import type { ChildMessage } from './messages.js';

/** A function that child processes call with an input and with a cache of the process. Its result depends on the input alone. */
export interface ProcessTask {
  /** URL of the module that exports the function, for Node's `import`. */
  readonly module: string;
  readonly exportName: string;
}

export interface ProcessEnd {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  /** Signal that ended the process; null if there was none. */
  readonly signal: NodeJS.Signals | null;
  /** Last characters that the process wrote to stderr. */
  readonly lastWords: string;
}

/** Number of characters kept from the end of a process's stderr. Our choice: a stack trace fits. */
const MAX_LAST_WORDS = 4000;
/**
 * Maximum time to wait for the end of stderr after a process has ended, ms. Children of the process may keep stderr
 * open.
 */
const MAX_WAIT_FOR_STDERR_MS = 500;

/** A child process that makes runs, seen by its parent. */
export class RunProcess {
  /** Limit of the process's JavaScript heap, MiB; null for the same limit as in this process. */
  readonly memoryMiB: number | null;
  /** Resolves when the process ends; rejects if it could not be started. */
  readonly ended: Promise<ProcessEnd>;
  /** Resolves when the process has loaded the function. Stays pending if the process ends before. */
  readonly ready: Promise<void>;
  /** Number of runs that the process has begun. */
  runs = 0;
  readonly #child: ChildProcess;
  #answer: ((message: ChildMessage) => void) | null = null;
  #stderr = '';

  constructor({ module, exportName }: ProcessTask, memoryMiB: number | null) {
    this.memoryMiB = memoryMiB;
    const heapMiB = memoryMiB ?? Math.floor(getHeapStatistics().heap_size_limit / BYTES_PER_MIB);
    const child = fork(new URL('child.js', import.meta.url), [module, exportName, String(process.pid)], {
      execArgv: [`--max-old-space-size=${Math.ceil(heapMiB)}`],
      // What a run prints is no part of the answer.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A group of its own: Ctrl-C in the terminal reaches the parent alone.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_LAST_WORDS);
    });
    this.ready = new Promise((resolve) => {
      child.on('message', (message: ChildMessage) => {
        if (message.kind === 'ready') resolve();
        else this.#answer?.(message);
      });
    });
    this.ended = new Promise((resolve, reject) => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        resolve({ code, signal, lastWords: this.#stderr.trim() });
      };
      child.on('error', reject);
      child.on('close', end);
      child.on('exit', (code, signal) => {
        setTimeout(end, MAX_WAIT_FOR_STDERR_MS, code, signal).unref();
      });
    });
    // Whoever waits for a run hears of it.
    this.ended.catch(() => undefined);
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /**
   * Calls the function in the process with an input. The promise stays pending if the process ends before it answers.
   */
  call(input: unknown): Promise<ChildMessage> {
    this.runs++;
    return new Promise((resolve) => {
      this.#answer = resolve;
      // A process that is gone is heard of by its end.
      this.#child.send({ input }, () => undefined);
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Asks the process to end as soon as it is idle. */
  dismiss(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
