import { MS_PER_S } from '../../../models/units.js';
import { execFile } from 'node:child_process';
import type { LocalFault } from '../../instances/fault.js';

/** Standard output of a program, or why there is none. */
export type Answer = { readonly ok: true; readonly stdout: string } | Unanswered;

/** Why a program printed no usable output. `value` is its error message; undefined if there is no such program. */
export interface ProgramFault extends LocalFault {
  readonly value: string | undefined;
}

export interface Unanswered {
  readonly ok: false;
  readonly fault: ProgramFault;
  /** True if the program may have done its work although it did not end in time. */
  readonly mayBeTaken: boolean;
}

/** Maximum size of a program's standard output, bytes. Our choice: the states of a million tasks fit. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/**
 * Maximum time to wait for a scheduler's program to end, s. Our choice: a busy Slurm controller responds within tens of
 * seconds.
 */
const TIMEOUT_S = 120;
/** Maximum length of the shown part of a program's error message, characters. */
const MAX_QUOTED = 600;

/**
 * Runs a program with arguments, without a shell, and returns its standard output.
 *
 * @param timeoutS maximum time to wait, s; null to wait forever
 */
export function ask(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  timeoutS: number | null = TIMEOUT_S,
): Promise<Answer> {
  const options = { env, maxBuffer: MAX_ANSWER_BYTES, timeout: (timeoutS ?? 0) * MS_PER_S };
  return new Promise((resolve) => {
    const child = execFile(program, [...words], options, (error, stdout, stderr) => {
      if (error === null) resolve({ ok: true, stdout });
      else resolve({ ok: false, fault: faultOf(program, error, stderr, timeoutS), mayBeTaken: error.killed === true });
    });
    // Programs that read their input must not wait for a terminal.
    child.stdin?.end();
  });
}

function faultOf(
  program: string,
  error: Error & { readonly code?: string | number | null; readonly killed?: boolean },
  stderr: string,
  timeoutS: number | null,
): ProgramFault {
  if (error.code === 'ENOENT') {
    const remedy = `Work on a machine that has ${program} (a login node), or put its folder on the PATH.`;
    return { path: program, value: undefined, allowed: 'a program on the PATH', remedy };
  }
  if (error.killed === true && timeoutS !== null) {
    const remedy = 'Look whether the scheduler answers at all, and try again.';
    return { path: program, value: `no answer in ${timeoutS} s`, allowed: 'an answer', remedy };
  }
  const said = stderr.trim().slice(-MAX_QUOTED);
  const value = said === '' ? `exit code ${error.code ?? 'unknown'} without a word` : said;
  return { path: program, value, allowed: 'exit code 0', remedy: 'Remove what it complains of, and try again.' };
}
