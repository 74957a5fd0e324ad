#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { optimizeEnginesLater } from '../runs/processes/wasm-tiering.js';
import { readVersion } from '../workbench/version.js';
import { EXIT } from './exit-codes.js';
import { guardStreams } from './streams.js';

/** Folder of the package, relative to dist/src/cli/main.js. */
const packageDirectory = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * Commands that run in their own thread, so that the main thread notices an interrupt while they compute. They then end
 * with the best result so far.
 */
const INTERRUPTIBLE = ['solve', 'bound', 'explain', 'compare', 'simulate', 'sweep', 'day', 'reproduce'];

/** The original `process.exit`; users' modules get a replacement that does not end the program. */
const exit = process.exit.bind(process);

guardStreams(process);
optimizeEnginesLater();
process.exitCode = await answer(process.argv.slice(2));

/**
 * Runs a command line and returns its exit code. Each command loads only the code it needs: scripts often ask only for
 * the version, and every thread loads its own copy.
 */
async function answer(words: readonly string[]): Promise<number> {
  const [command = '', ...others] = words;
  if (others.length === 0 && ['--version', '-V'].includes(command)) {
    process.stdout.write(`${readVersion(packageDirectory)}\n`);
    return EXIT.solved;
  }
  if (INTERRUPTIBLE.includes(command) || (await isOfFamily(command))) {
    return (await import('./in-worker.js')).runInWorker(words, packageDirectory);
  }
  const { runPlenum } = await import('./run.js');
  const { despiteModules } = await import('./despite-modules.js');
  return despiteModules(words, () => runPlenum(words, packageDirectory), exit);
}

/**
 * Returns true if `command` is a command of a single family, such as `templates`. All such commands can be interrupted.
 */
async function isOfFamily(command: string): Promise<boolean> {
  const { FAMILIES } = await import('../families/registry.js');
  return FAMILIES.some(({ commands = [] }) => commands.some(({ name }) => name === command));
}
