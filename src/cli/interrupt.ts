import { constants } from 'node:os';
import { isMainThread, workerData } from 'node:worker_threads';

/** Signals that ask a run to stop: Ctrl-C, a request of the system, a closed terminal (POSIX). */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * Number that is added to the number of a signal to get the exit code of a program that the signal ended: 130 for
 * Ctrl-C (POSIX shells).
 */
const ENDED_BY_SIGNAL = 128;

/** Counts the user's requests to stop (Ctrl-C or another signal). */
export interface InterruptSwitch {
  readonly asked: () => boolean;
  /** Returns true if the user asked twice: the command then also omits further work that could improve its result. */
  readonly askedTwice: () => boolean;
  readonly release: () => void;
}

/** Memory shared by the threads that receive signals and run the command. */
export interface SharedSwitch {
  /** Number of the user's requests to stop, in entry 0. */
  readonly interruptFlag: Int32Array;
}

/**
 * Listens to signals and returns the switch that counts them. After the first signal, a command ends with the best
 * result so far. After the second, it also omits work that could improve the result. The third ends the program. In a
 * thread of `runInWorker`, the switch reads the count of the main thread, which alone receives signals.
 */
export function interruptSwitch(): InterruptSwitch {
  const flag = sharedFlag();
  const times = (least: number): boolean => Atomics.load(flag ?? own, 0) >= least;
  const own = new Int32Array(1);
  const release = flag === null ? onSignals((count) => Atomics.store(own, 0, count)) : () => undefined;
  return { asked: () => times(1), askedTwice: () => times(2), release };
}

/** Messages after the first and second request to stop. The third ends the program without a message. */
const ANSWERS = [
  'Stopping after the current step with the best so far; again to leave out whatever could still better it.',
  'Ending with the best so far; once more to end at once and without it.',
] as const;

/**
 * Listens to signals. For each, prints the message that `answerTo` returns, and calls `ask` with the number of signals
 * so far. If there is no message, the program ends. Returns a function that stops listening.
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
