#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { FAMILIES } from '../families/registry.js';
import { runInWorker } from './in-worker.js';
import { runPlenum } from './run.js';
import { guardStreams } from './streams.js';

/** Directory of the package, from dist/src/cli/main.js in it. */
const packageDirectory = fileURLToPath(new URL('../../..', import.meta.url));
/** Commands that end with the best so far when asked to, and should hear that at once. */
const INTERRUPTIBLE = ['solve', 'bound', 'explain', 'compare', 'simulate', 'sweep', 'day', 'reproduce'];

guardStreams(process);
const words = process.argv.slice(2);
const interruptible = [...INTERRUPTIBLE, ...FAMILIES.flatMap(({ commands = [] }) => commands.map(({ name }) => name))];
const run = interruptible.includes(words[0] ?? '') ? runInWorker : runPlenum;
process.exitCode = await run(words, packageDirectory);
