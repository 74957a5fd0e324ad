import { type ChildProcess, fork } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';
import type { ChildMessage } from './messages.js';

/** The function that a child process calls, and where to find it. Its result must depend only on its input. */
export interface ProcessTask {
  /** URL of the function's module, as Node can load it. */
  readonly module: string;
  readonly exportName: string;
}

/** How a process ended: its exit code or signal, and the last text that it wrote to stderr. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lastWords: string;
}

/** Bytes in a mebibyte, by definition. */
const BYTES_PER_MIB = 2 ** 20;
/** Number of characters kept from the end of a process' stderr. Our choice: a stack trace fits. */
const MAX_LAST_WORDS = 4000;
/** Time to wait for the stderr of an ended process, ms, because one of its own children may still hold it open. */
const MAX_WAIT_FOR_STDERR_MS = 500;

/** A process that makes runs, as its parent sees it. */
export class RunProcess {
  /** Memory limit of the process' JavaScript, MiB; null: the same as this process has. */
  readonly memoryMiB: number | null;
  /** Fulfilled when the process ends; rejected if it could not be started. */
  readonly ended: Promise<ProcessEnd>;
  /** Fulfilled when the process has loaded the task; stays pending if the process ends before. */
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

  /** Calls the task with an input; the promise stays pending if the process ends before it answers. */
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

  /** Asks the process to end, at once if it is idle. */
  dismiss(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
