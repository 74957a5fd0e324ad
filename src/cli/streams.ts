import { EXIT } from './exit-codes.js';

/** Error codes of a stream whose reader went away (`| head`, a closed terminal): nothing to say and nobody to say it to (Node's names). */
const CLOSED = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Protection of the exit code from closed streams and full disks: a closed stdout or stderr and a full stderr leave it as it is; an stdout that
 * takes no more makes it that of bad input, and stderr says why.
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
