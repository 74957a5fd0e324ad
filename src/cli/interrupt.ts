import { constants } from 'node:os';
import { isMainThread, workerData } from 'node:worker_threads';

/** Signals that ask a run to end: Ctrl-C, a request of the system to end, a terminal that was closed (POSIX). */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Number that a shell adds to a signal's own when it ended a program: 130 for Ctrl-C (POSIX shells). */
const ENDED_BY_SIGNAL = 128;

/** State of requests to end a run with the best it has so far. */
export interface InterruptSwitch {
  readonly asked: () => boolean;
  /** Returns true if the user asked twice: nothing more is begun then that could still better the answer. */
  readonly askedTwice: () => boolean;
  readonly release: () => void;
}

/** Memory that the thread that receives signals shares with the one that solves: how often the run was asked to end. */
export interface SharedSwitch {
  readonly interruptFlag: Int32Array;
}

/**
 * Requests to end a run, from Ctrl-C and, the same, SIGTERM and SIGHUP: the first to end with what it has, a second one to begin nothing more
 * for it; a third one ends the program. In the thread of `runInWorker` it is its main thread that is asked, and has answered by then.
 */
export function interruptSwitch(): InterruptSwitch {
  const flag = sharedFlag();
  const times = (least: number): boolean => Atomics.load(flag ?? own, 0) >= least;
  const own = new Int32Array(1);
  const release = flag === null ? onSignals((count) => Atomics.store(own, 0, count)) : () => undefined;
  return { asked: () => times(1), askedTwice: () => times(2), release };
}

/** Sentences on stderr for the first and the second request to end; there is none for the third, which ends the program. */
const ANSWERS = [
  'Stopping after the current step with the best so far; again to leave out whatever could still better it.',
  'Ending with the best so far; once more to end at once and without it.',
] as const;

/**
 * Start of listening to signals: `ask` gets their count as long as there is an answer, which stderr says; the next one ends the program.
 * Returns the function that stops listening.
 */
export function onSignals(
  ask: (count: number) => void,
  answerTo: (earlier: number) => string | undefined = (earlier) => ANSWERS[earlier],
): () => void {
  let count = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    const answer = answerTo(count);
    if (answer === undefined) process.exit(ENDED_BY_SIGNAL + constants.signals[signal]);
    count++;
    ask(count);
    process.stderr.write(`\n${answer}\n`);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

function sharedFlag(): Int32Array | null {
  const shared = (isMainThread ? null : workerData) as Partial<SharedSwitch> | null;
  return shared?.interruptFlag instanceof Int32Array ? shared.interruptFlag : null;
}
