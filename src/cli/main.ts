#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runPlenum } from './run.js';

/** dist/src/cli/main.js -> the package's directory. */
const packageDirectory = fileURLToPath(new URL('../../..', import.meta.url));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader went away (`| head`): nothing to say and nobody to say it to.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runPlenum(process.argv.slice(2), packageDirectory);
