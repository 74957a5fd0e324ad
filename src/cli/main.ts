#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { optimizeEnginesLater } from '../runs/processes/wasm-tiering.js';
import { readVersion } from '../workbench/version.js';
import { EXIT } from './exit-codes.js';
import { guardStreams } from './streams.js';

/** Directory of the package, from dist/src/cli/main.js in it. */
const packageDirectory = fileURLToPath(new URL('../../..', import.meta.url));
/** Commands that end with the best so far when asked to, and should hear that at once. */
const INTERRUPTIBLE = ['solve', 'bound', 'explain', 'compare', 'simulate', 'sweep', 'day', 'reproduce'];

/** Function that ends this program: modules of users are given another one. */
const exit = process.exit.bind(process);

guardStreams(process);
optimizeEnginesLater();
process.exitCode = await answer(process.argv.slice(2));

/** Exit code of a run. Each way loads what it needs and no more: a version is asked for by scripts, and a thread loads its own copy of all it uses. */
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

/** Returns true if a family brings the command along; all of those can be interrupted. */
async function isOfFamily(command: string): Promise<boolean> {
  const { FAMILIES } = await import('../families/registry.js');
  return FAMILIES.some(({ commands = [] }) => commands.some(({ name }) => name === command));
}
