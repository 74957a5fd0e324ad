import { constants } from 'node:os';
import { isMainThread, workerData } from 'node:worker_threads';

/** Signals that ask a run to stop: Ctrl-C, a request of the system, a closed terminal (POSIX). */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * Number that a shell adds to the number of a signal to form the exit code of a program that the signal ended: 130 for
 * Ctrl-C (POSIX shells).
 */
const ENDED_BY_SIGNAL = 128;

/** Tells whether the user has asked to end the run. */
export interface InterruptSwitch {
  readonly asked: () => boolean;
  /** Returns true if the user asked twice. Then no further work is begun that could improve the answer. */
  readonly askedTwice: () => boolean;
  readonly release: () => void;
}

/** Memory shared by the thread that receives signals and the thread that runs the command. */
export interface SharedSwitch {
  /** How often the user asked the run to stop, in entry 0. */
  readonly interruptFlag: Int32Array;
}

/**
 * Starts to listen to signals and tells how often the user asked to stop. The first request ends the run with the best
 * result so far. The second leaves out all work that could still improve it. The third ends the program. In a thread of
 * `runInWorker`, the main thread receives the signals.
 */
export function interruptSwitch(): InterruptSwitch {
  const flag = sharedFlag();
  const times = (least: number): boolean => Atomics.load(flag ?? own, 0) >= least;
  const own = new Int32Array(1);
  const release = flag === null ? onSignals((count) => Atomics.store(own, 0, count)) : () => undefined;
  return { asked: () => times(1), askedTwice: () => times(2), release };
}

/** Messages after the first and the second request to stop. The third request ends the program without a message. */
const ANSWERS = [
  'Stopping after the current step with the best so far; again to leave out whatever could still better it.',
  'Ending with the best so far; once more to end at once and without it.',
] as const;

/**
 * Starts to listen to signals. For each signal, `answerTo` returns the message for stderr and `ask` is called with the
 * number of signals. If `answerTo` returns undefined, the signal ends the program. Returns the function that stops
 * listening.
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
