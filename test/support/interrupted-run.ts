import { type CliRun, type Json, plenumJson } from './run-cli.js';

/** Resolves when a run has begun to listen for Ctrl-C, the last it does before it works: more listen than these. */
export async function listening(before: number): Promise<void> {
  while (process.listenerCount('SIGINT') === before) await new Promise((resolve) => setImmediate(resolve));
}

/** Run of the command line with --json that is sent Ctrl-C as soon as it listens. */
export async function interruptedJson(...words: readonly string[]): Promise<CliRun & { readonly json: Json }> {
  const before = process.listenerCount('SIGINT');
  const running = plenumJson(...words);
  await listening(before);
  process.emit('SIGINT');
  return running;
}
