import { constants } from 'node:os';
import { isMainThread, workerData } from 'node:worker_threads';

/** Signals that ask a run to end: Ctrl-C, a request of the system to end, a terminal that was closed (POSIX). */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Number that a shell adds to a signal's own when it ended a program: 130 for Ctrl-C (POSIX shells). */
const ENDED_BY_SIGNAL = 128;

/** Tells whether the user has asked to end the run. */
export interface InterruptSwitch {
  readonly asked: () => boolean;
  /** Returns true if the user asked twice. Then nothing more is begun that could improve the answer. */
  readonly askedTwice: () => boolean;
  readonly release: () => void;
}

/** Memory shared by the thread that receives signals and the thread that solves: how often the run was asked to end. */
export interface SharedSwitch {
  readonly interruptFlag: Int32Array;
}

/**
 * Returns the state of requests to end a run, from Ctrl-C, SIGTERM and SIGHUP. The first asks to end with what was
 * found, the second to begin nothing more for it; the third ends the program. In a thread of `runInWorker` the main
 * thread receives and answers the signals.
 */
export function interruptSwitch(): InterruptSwitch {
  const flag = sharedFlag();
  const times = (least: number): boolean => Atomics.load(flag ?? own, 0) >= least;
  const own = new Int32Array(1);
  const release = flag === null ? onSignals((count) => Atomics.store(own, 0, count)) : () => undefined;
  return { asked: () => times(1), askedTwice: () => times(2), release };
}

/** Sentences on stderr for the first and the second request to end. The third ends the program without one. */
const ANSWERS = [
  'Stopping after the current step with the best so far; again to leave out whatever could still better it.',
  'Ending with the best so far; once more to end at once and without it.',
] as const;

/**
 * Starts listening to signals. `ask` gets the number of signals while `answerTo` has an answer, which is printed on
 * stderr; the next signal ends the program. Returns the function that stops listening.
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
