import { EXIT } from './exit-codes.js';

/**
 * Node's error codes of an output stream whose reader is gone (`| head`, a closed terminal). Errors with these codes
 * are ignored.
 */
const CLOSED = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Keeps failing output streams from changing the exit code. A closed stdout or stderr, or a full disk behind stderr, is
 * ignored. If stdout fails otherwise, the exit code is that of invalid input, and stderr says why.
 */
export function guardStreams(program: NodeJS.Process): void {
  const { stdout, stderr } = program;
  stderr.on('error', () => undefined);
  let isLost = false;
  stdout.on('error', ({ code = 'unknown error' }: NodeJS.ErrnoException) => {
    if (isLost || CLOSED.includes(code)) return;
    isLost = true;
    const why = code === 'ENOSPC' ? 'a full disk' : `it cannot be written (${code})`;
    stderr.write(`stdout: ${why}. The answer is not whole; send it elsewhere.\n`);
  });
  program.on('exit', () => {
    if (isLost) program.exitCode = EXIT.badInput;
  });
}
