import { MS_PER_S } from '../../../models/units.js';
import { monotonicS } from '../clock.js';
import { type ProcessEnd, type ProcessTask, RunProcess } from './child-process.js';
import { memoryMiB } from './memory.js';
import type { ChildMessage, ProcessUse } from './messages.js';

/** Limits at which the parent ends a child process's run; null for no limit. */
export interface ProcessLimits {
  /** Maximum time of the run since the process got the input, s. */
  readonly timeS: number | null;
  /** Maximum resident and swapped memory of the process, MiB, including the program itself and WebAssembly. */
  readonly memoryMiB: number | null;
}

/** How a run in a child process ended. */
export type ProcessAnswer =
  | { readonly ok: true; readonly output: unknown; readonly use: ProcessUse }
  | {
      readonly ok: false;
      readonly reason: 'crashed' | 'memory' | 'time';
      /** Sentence on why the run failed, the same on every computer. */
      readonly message: string;
      /** Last characters of stderr, only if the process ended by itself. */
      readonly stderr?: string;
      readonly use: ProcessUse;
    };

/** Child processes, started when needed and reused. Each makes one run at a time. */
export interface ProcessPool {
  /**
   * Runs the pool's function in a child process; concurrent calls run in different ones. Resolves to null if `abort`
   * ended the run.
   *
   * @throws if no process can be started
   */
  readonly run: (input: unknown, limits: ProcessLimits) => Promise<ProcessAnswer | null>;
  /** Ends all processes at once. */
  readonly abort: () => void;
  /** Ends the processes. This function must not be called during a run. */
  readonly close: () => Promise<void>;
}

/** Time between two checks of memory and time limits, ms. */
const LOOK_MS = 250;
/** Maximum time that an idle process may take to end after it was asked to, ms. */
const MAX_WAIT_FOR_END_MS = 2000;
/**
 * Signals by which the user or the system ends processes (POSIX). A run does not count as failed if one of these
 * signals ends its process.
 */
const ASKED_TO_END: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Pattern of the messages of V8 and Node when memory is exhausted. */
const OUT_OF_MEMORY = /heap out of memory|allocation failed|out of memory|ERR_WORKER_OUT_OF_MEMORY/i;
/** Resources of a run whose process ended before it reported them. */
const UNKNOWN_USE: ProcessUse = { cpuS: null, peakMemoryMiB: null };

type Overrun = 'memory' | 'time';

/** Returns a pool of child processes that call `task`. */
export function openProcessPool(task: ProcessTask): ProcessPool {
  const all = new Set<RunProcess>();
  let idle: RunProcess[] = [];
  let aborted = false;
  const isAborted = (): boolean => aborted;

  const processFor = (limitMiB: number | null): RunProcess => {
    const found = idle.find((one) => one.memoryMiB === limitMiB);
    if (found !== undefined) {
      idle = idle.filter((one) => one !== found);
      return found;
    }
    const fresh = new RunProcess(task, limitMiB);
    all.add(fresh);
    const forget = (): void => {
      all.delete(fresh);
      idle = idle.filter((one) => one !== fresh);
    };
    fresh.ended.then(forget, forget);
    return fresh;
  };

  const run = async (input: unknown, limits: ProcessLimits): Promise<ProcessAnswer | null> => {
    for (;;) {
      if (isAborted()) return null;
      const one = processFor(limits.memoryMiB);
      const used = one.runs > 0;
      const found = await runIn(one, input, limits);
      if (isAborted()) return null;
      const { answer, isAlive } = found;
      const isOutOfMemory = answer?.ok === false && answer.reason === 'memory';
      // A process that ran out of memory is not trusted with another run.
      if (isAlive && isOutOfMemory) one.kill();
      else if (isAlive) idle.push(one);
      // What runs before it left behind counted for it: only a fresh process says what the run itself takes.
      const mustRepeat = used && (found.isUnbegun || isOutOfMemory);
      if (!mustRepeat) return answer;
    }
  };

  return {
    run,
    abort: () => {
      aborted = true;
      for (const one of all) one.kill();
    },
    close: async () => {
      await Promise.all([...all].map(end));
    },
  };
}

interface Found {
  /** Null if the user or the system ended the process. */
  readonly answer: ProcessAnswer | null;
  /** True if the process can make another run. */
  readonly isAlive: boolean;
  /** True if the process had ended before it received the input. */
  readonly isUnbegun: boolean;
}

/** Makes a run in the given process and returns how it ended. */
async function runIn(one: RunProcess, input: unknown, limits: ProcessLimits): Promise<Found> {
  const before = await Promise.race([one.ready, one.ended]);
  if (before !== undefined) return { answer: failureOf(before, null, limits), isAlive: false, isUnbegun: true };
  const watch = watchOver(one, limits);
  try {
    const found = await Promise.race([one.call(input), one.ended]);
    if ('kind' in found && found.kind === 'spoilt') {
      one.kill();
      return { answer: null, isAlive: false, isUnbegun: true };
    }
    if ('kind' in found) return { answer: answerOf(found), isAlive: true, isUnbegun: false };
    return { answer: failureOf(found, watch.overrun(), limits), isAlive: false, isUnbegun: false };
  } finally {
    watch.stop();
  }
}

function answerOf(message: Exclude<ChildMessage, { kind: 'spoilt' }>): ProcessAnswer {
  if (message.kind === 'ready') throw new RangeError('A process was ready twice');
  const { use } = message;
  if (message.kind === 'done') return { ok: true, output: message.output, use };
  const reason = OUT_OF_MEMORY.test(message.message) ? 'memory' : 'crashed';
  return { ok: false, reason, message: message.message, use };
}

/** Returns the failure of a run whose process ended; null if the user or the system ended it. */
function failureOf(
  { code, signal, lastWords }: ProcessEnd,
  overrun: Overrun | null,
  { timeS, memoryMiB: limitMiB }: ProcessLimits,
): ProcessAnswer | null {
  const failure = (reason: 'crashed' | Overrun, message: string): ProcessAnswer => {
    return { ok: false, reason, message, use: UNKNOWN_USE, ...(lastWords === '' ? {} : { stderr: lastWords }) };
  };
  if (overrun === 'time') return failure('time', `It ran for longer than the study's limit of ${timeS} s`);
  if (overrun === 'memory') return failure('memory', `It took more memory than the study's limit of ${limitMiB} MiB`);
  if (ASKED_TO_END.includes(signal)) return null;
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  if (OUT_OF_MEMORY.test(lastWords)) {
    const limit = limitMiB === null ? '' : ` within the study's limit of ${limitMiB} MiB`;
    return failure('memory', `It ran out of memory${limit}`);
  }
  const perhaps = signal === 'SIGKILL' ? ', as the system does when memory runs out' : '';
  return failure('crashed', `Its process ${how}${perhaps}`);
}

/** Watches a run and ends it at the first check that finds a limit exceeded. */
function watchOver(
  one: RunProcess,
  { timeS, memoryMiB: limitMiB }: ProcessLimits,
): { readonly overrun: () => Overrun | null; readonly stop: () => void } {
  let overrun: Overrun | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const endS = timeS === null ? Infinity : monotonicS() + timeS;
  const look = async (): Promise<void> => {
    const memory = limitMiB === null || one.pid === null ? null : await memoryMiB(one.pid);
    if (stopped) return;
    if (monotonicS() >= endS) overrun = 'time';
    else if (limitMiB !== null && memory !== null && memory > limitMiB) overrun = 'memory';
    if (overrun === null) lookLater();
    else one.kill();
  };
  const lookLater = (): void => {
    const leftMs = Math.ceil(MS_PER_S * (endS - monotonicS()));
    timer = setTimeout(() => void look(), Math.max(0, Math.min(LOOK_MS, leftMs)));
  };
  if (limitMiB !== null || timeS !== null) lookLater();
  return {
    overrun: () => overrun,
    stop: () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

async function end(one: RunProcess): Promise<void> {
  one.dismiss();
  const late = setTimeout(() => {
    one.kill();
  }, MAX_WAIT_FOR_END_MS);
  try {
    await one.ended;
  } catch {
    // It was never started.
  } finally {
    clearTimeout(late);
  }
}
