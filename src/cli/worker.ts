import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerSurroundings } from './in-worker.js';
import { despiteModules } from './despite-modules.js';
import { runPlenum } from './run.js';

/** Data that the main thread passed to this thread (see `runInWorker`). */
const { packageDirectory, stderrColumns } = workerData as WorkerSurroundings;
// Here stderr is a pipe to the main thread, whatever that one's is.
if (stderrColumns !== null) Object.assign(process.stderr, { isTTY: true, columns: stderrColumns });
/** The original `process.exit`; users' modules get a replacement that does not end this thread. */
const exit = process.exit.bind(process);
// Whatever ends this thread without such a message is not the command.
const answer = (code: number): void => parentPort?.postMessage(code);
const words = process.argv.slice(2);
answer(
  await despiteModules(
    words,
    () => runPlenum(words, packageDirectory),
    (code) => {
      answer(code);
      exit(code);
    },
  ),
);
