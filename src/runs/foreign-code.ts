import { syncBuiltinESMExports } from 'node:module';

/** Attempt of code that is not ours to end the program. */
export class ExitAttempt extends Error {
  /** Call that was made, such as "process.exit(0)". */
  readonly call: string;

  constructor(code: number | string | null | undefined) {
    const call = `process.exit(${code ?? ''})`;
    super(`it calls ${call}`);
    this.name = 'ExitAttempt';
    this.call = call;
  }
}

/** Value of a call of code that is not ours. @throws ExitAttempt where it calls process.exit, also if it catches that */
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

/** Attempts of modules that caught what they were answered: Node runs a module once, and hands out the same object after that. */
const CAUGHT = new WeakMap<object, ExitAttempt>();

/** Module of code that is not ours, imported. @throws ExitAttempt where it calls process.exit, also if it catches that; what it throws itself */
export async function importWithoutExit(url: string): Promise<Readonly<Record<string, unknown>>> {
  const guard = exitGuard();
  // For those who import the function by its name: that one it keeps, and it ends the program where no code of this kind runs.
  syncBuiltinESMExports();
  try {
    const module = (await import(url)) as Readonly<Record<string, unknown>>;
    const attempt = CAUGHT.get(module) ?? guard.attempt();
    if (attempt === null) return module;
    CAUGHT.set(module, attempt);
    throw attempt;
  } finally {
    guard.release();
  }
}

/** Replacement of process.exit by a function that throws; a silent end of the program would look like an answer. */
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
