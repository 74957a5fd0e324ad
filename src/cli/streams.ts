import { EXIT } from './exit-codes.js';

/**
 * Error codes of a stream whose reader is gone (`| head`, a closed terminal), after which nothing is printed (Node's
 * names).
 */
const CLOSED = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Keeps the exit code right if streams close or disks are full. A closed stdout or stderr, or a full stderr, does not
 * change it; if stdout cannot be written, it becomes that of bad input, and stderr says why.
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
