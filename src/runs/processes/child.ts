import { US_PER_S } from '../../../models/units.js';
import { Worker } from 'node:worker_threads';
import { foreignFault, watchForeignCode } from '../foreign-code.js';
import type { Kept } from '../kept.js';
import { optimizeEnginesLater } from './wasm-tiering.js';
import { peakMemoryMiB, resetPeakMemory } from './memory.js';
import type { ChildMessage, ProcessUse, RunRequest } from './messages.js';

/**
 * Signals that a terminal or scheduler sends to all processes of a group (POSIX). The child ignores them: its parent
 * handles them.
 */
const LEFT_TO_PARENT = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * Code of a thread that ends this process soon after its parent, even while a solver occupies the main thread. Twice a
 * second, the thread checks whether the process has another parent (POSIX). The parent's process id is passed to the
 * thread, because the parent may end before the first check.
 */
const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
`;
/** Limit of the JavaScript heap of the watching thread, MiB. The thread stores next to nothing. */
const WATCH_HEAP_MIB = 4;

type Task = (input: unknown, kept: Kept) => unknown;

for (const signal of LEFT_TO_PARENT) process.on(signal, () => undefined);
/** The original `process.exit`. Users' modules get a function that throws instead. */
const exit = process.exit.bind(process);
process.on('disconnect', () => {
  exit(0);
});
const [module = '', exportName = '', parent = ''] = process.argv.slice(2);
if (process.platform !== 'win32') {
  const resourceLimits = { maxOldGenerationSizeMb: WATCH_HEAP_MIB };
  const watch = new Worker(WATCH, { eval: true, workerData: Number(parent), resourceLimits });
  watch.unref();
  watch.on('error', () => undefined);
}

optimizeEnginesLater();
let isBusy = false;
const kept: Kept = new Map();
// A task waits for a fault of what it loads; what fails between two tasks spoils this process for the next one.
watchForeignCode(() => {
  if (!isBusy) tell({ kind: 'spoilt' });
});
const task = ((await import(module)) as Readonly<Record<string, unknown>>)[exportName];
if (typeof task !== 'function') throw new RangeError(`${module} exports no function ${exportName}`);

process.on('message', ({ input }: RunRequest) => {
  if (foreignFault() === null) void answered(task as Task, input);
  else tell({ kind: 'spoilt' });
});
tell({ kind: 'ready' });

async function answered(run: Task, input: unknown): Promise<void> {
  isBusy = true;
  const message = await answer(run, input);
  isBusy = false;
  tell(message);
}

async function answer(run: Task, input: unknown): Promise<ChildMessage> {
  resetPeakMemory();
  const before = process.cpuUsage();
  const use = (): ProcessUse => {
    const { user, system } = process.cpuUsage(before);
    return { cpuS: (user + system) / US_PER_S, peakMemoryMiB: peakMemoryMiB() };
  };
  try {
    const output = await run(input, kept);
    return { kind: 'done', output, use: use() };
  } catch (error) {
    return { kind: 'threw', message: error instanceof Error ? error.message : String(error), use: use() };
  }
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}
