import { MS_PER_S } from '../../models/units.js';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../instances/fault.js';

/** Thrown if foreign code (a user's module) tries to end the program. */
export class ExitAttempt extends Error {
  /** The call that was made, such as "process.exit(0)". */
  readonly call: string;

  constructor(code: number | string | null | undefined) {
    const call = `process.exit(${code ?? ''})`;
    super(`it calls ${call}`);
    this.name = 'ExitAttempt';
    this.call = call;
  }
}

/**
 * Calls foreign code and returns its value.
 *
 * @throws ExitAttempt if the code calls process.exit, even if it catches the error
 */
export function withoutExit<Value>(call: () => Value): Value {
  const guard = exitGuard();
  try {
    const value = call();
    const attempt = guard.attempt();
    if (attempt !== null) throw attempt;
    return value;
  } finally {
    guard.release();
  }
}

/**
 * Modules that tried to end the program and caught the error. They are remembered, because Node runs a module only
 * once.
 */
const CAUGHT = new WeakMap<object, ExitAttempt>();

/** Maximum time for loading a module, s. Our choice: enough to read large tables. */
export const MAX_LOAD_S = 30;

/** Thrown if a user's module does not finish loading. */
export class LoadEndless extends Error {
  constructor(why: string) {
    super(`it does not finish loading: ${why}`);
    this.name = 'LoadEndless';
  }
}

/**
 * Imports a user's module and returns its exports.
 *
 * @param file name of the module in messages
 * @throws ExitAttempt if it calls process.exit, even if it catches the error; LoadEndless if it never finishes; any
 * error of its own
 */
export async function importWithoutExit(
  url: string,
  file = fileURLToPath(url),
): Promise<Readonly<Record<string, unknown>>> {
  beginWatch(url, file);
  const guard = exitGuard();
  // For those who import the function by its name: that one it keeps, and it ends the program where no code of this kind runs.
  syncBuiltinESMExports();
  const limit = loadLimit();
  try {
    const module = (await Promise.race([import(url), limit.reached])) as Readonly<Record<string, unknown>>;
    const attempt = CAUGHT.get(module) ?? guard.attempt();
    if (attempt === null) return module;
    CAUGHT.set(module, attempt);
    throw attempt;
  } finally {
    limit.release();
    guard.release();
  }
}

/**
 * Returns a promise that is rejected if a module cannot finish loading: if nothing is left to run, or if MAX_LOAD_S has
 * passed.
 */
function loadLimit(): { readonly reached: Promise<never>; readonly release: () => void } {
  let release = (): void => undefined;
  // In a program of ours messages of a parent process are nothing that a module waits for; of other programs that is not known.
  const channel = watch === null ? null : process.channel;
  const reached = new Promise<never>((_, reject) => {
    const onEmpty = (): void => {
      reject(new LoadEndless('an await without end'));
    };
    const late = setTimeout(() => {
      reject(new LoadEndless(`${MAX_LOAD_S} s are over`));
    }, MS_PER_S * MAX_LOAD_S).unref();
    process.once('beforeExit', onEmpty);
    channel?.unref();
    release = () => {
      clearTimeout(late);
      process.off('beforeExit', onEmpty);
      channel?.ref();
    };
  });
  return { reached, release };
}

/** Error that a user's module throws in a timer or promise, while Plenum is not calling the module. */
export class ForeignFault extends Error {
  readonly fault: Fault;

  constructor(file: string, error: unknown) {
    const value = error instanceof Error ? error.message : String(error);
    super(`${file}: ${value}`);
    this.name = 'ForeignFault';
    const allowed = 'a module that leaves the program running, and whose timers and promises throw nothing';
    const remedy = 'Correct the module: catch what its timers and promises throw.';
    this.fault = { file, path: '', value, allowed, remedy };
  }
}

/** State of the watch over users' modules in this thread: the modules, their first error, and the callback for it. */
interface Watch {
  readonly onFault: (fault: ForeignFault) => void;
  /** Name of each module by URL, in the order of loading. */
  readonly files: Map<string, string>;
  readonly waiting: Set<(fault: ForeignFault) => void>;
  fault: ForeignFault | null;
}

let watch: Watch | null = null;

/**
 * Watches users' modules until this thread ends. From now on, every uncaught error counts as an error of such a module,
 * and process.exit throws. Only programs may call this function, not the library.
 *
 * @param onFault called with the first error
 */
export function watchForeignCode(onFault: (fault: ForeignFault) => void = () => undefined): void {
  watch = { onFault, files: new Map(), waiting: new Set(), fault: null };
}

/** Returns the first error of foreign code in this thread; null if there was none or it is not watched. */
export function foreignFault(): ForeignFault | null {
  return watch?.fault ?? null;
}

/**
 * Calls `work` and returns its result.
 *
 * @throws ForeignFault if a user's module fails before `work` ends
 */
export function untilForeignFault<Value>(work: () => Promise<Value>): Promise<Value> {
  const watching = watch;
  if (watching === null) return work();
  return new Promise((resolve, reject) => {
    watching.waiting.add(reject);
    const done = (): void => void watching.waiting.delete(reject);
    void work().then(resolve, reject).then(done);
  });
}

function beginWatch(url: string, file: string): void {
  if (watch === null) return;
  const { files, waiting, onFault } = watch;
  const watching = watch;
  const isFirst = files.size === 0;
  files.set(url, file);
  if (!isFirst) return;
  // For good: it is never released.
  exitGuard();
  const onError = (error: unknown): void => {
    if (watching.fault !== null) return;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const culprit = [...files].find(([address]) => stack.includes(address))?.[1] ?? [...files.values()].at(-1)!;
    const fault = new ForeignFault(culprit, error);
    watching.fault = fault;
    for (const tell of waiting) tell(fault);
    onFault(fault);
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}

/** Makes process.exit throw. Otherwise a program ended by a user's module would seem to have finished. */
function exitGuard(): { readonly attempt: () => ExitAttempt | null; readonly release: () => void } {
  const attempts: ExitAttempt[] = [];
  const exit = Object.getOwnPropertyDescriptor(process, 'exit')!;
  let isActive = true;
  process.exit = (code) => {
    if (!isActive) return process.exit(code);
    const attempt = new ExitAttempt(code);
    attempts.push(attempt);
    throw attempt;
  };
  return {
    attempt: () => attempts[0] ?? null,
    release: () => {
      isActive = false;
      Object.defineProperty(process, 'exit', exit);
    },
  };
}
