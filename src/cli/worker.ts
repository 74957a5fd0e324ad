import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerSurroundings } from './in-worker.js';
import { runPlenum } from './run.js';

/** The thread that `runInWorker` starts. */
const { packageDirectory, stderrColumns } = workerData as WorkerSurroundings;
// Here stderr is a pipe to the main thread, whatever that one's is.
if (stderrColumns !== null) Object.assign(process.stderr, { isTTY: true, columns: stderrColumns });
process.exitCode = await runPlenum(process.argv.slice(2), packageDirectory);
// Whatever ends this thread before is not the command.
parentPort?.postMessage('answered');
