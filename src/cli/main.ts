#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.js';
import { plenumProgram } from './program.js';

/** dist/src/cli/main.js -> the package's directory. */
const packageDirectory = fileURLToPath(new URL('../../..', import.meta.url));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader went away (`| head`): nothing to say and nobody to say it to.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  const program = plenumProgram(packageDirectory, (code) => {
    process.exitCode = code;
  });
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.solved : EXIT.badInput;
  } else {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`plenum failed: ${message}\nThis is a fault of ours: please report it with the instance.\n`);
    if (process.env['PLENUM_DEBUG'] !== undefined && error instanceof Error)
      process.stderr.write(`${error.stack ?? ''}\n`);
    process.exitCode = EXIT.ourFault;
  }
}
