import { constants } from 'node:os';
import { isMainThread, workerData } from 'node:worker_threads';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What the shell adds to a signal's number when it ended a program: 130 for Ctrl-C. */
const ENDED_BY_SIGNAL = 128;

/** Whether a run was asked to end with what it has. */
export interface InterruptSwitch {
  readonly asked: () => boolean;
  readonly release: () => void;
}

/** What the thread that receives signals shares with the one that solves: not 0 once the run was asked to end. */
export interface SharedSwitch {
  readonly interruptFlag: Int32Array;
}

/**
 * Ctrl-C, and SIGTERM and SIGHUP the same, ask a run to end with what it has; a second one ends the program. In the thread of `runInWorker`
 * it is its main thread that is asked, and has answered by then.
 */
export function interruptSwitch(): InterruptSwitch {
  const flag = sharedFlag();
  if (flag !== null) return { asked: () => Atomics.load(flag, 0) !== 0, release: () => undefined };
  let asked = false;
  const release = onSignals(() => {
    asked = true;
  });
  return { asked: () => asked, release };
}

/** Calls `ask` at the first signal and says so; the second ends the program. Returns how to stop listening. */
export function onSignals(ask: () => void): () => void {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) process.exit(ENDED_BY_SIGNAL + constants.signals[signal]);
    asked = true;
    ask();
    process.stderr.write('\nStopping after the current step with the best so far; again to end at once.\n');
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
