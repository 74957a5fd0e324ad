import { setImmediate as givenWay } from 'node:timers/promises';
import { monotonicS } from '../../runs/clock.js';

/**
 * Maximum time without a check for interrupts, s, except during work on a single instance. Our choice: people do not
 * notice it.
 */
const TURN_S = 0.05;

/** Thrown if the user interrupts the expansion of a study into runs, before any run was executed. */
export class ExpansionStopped extends Error {
  constructor() {
    super('stopped while the study was expanded');
    this.name = 'ExpansionStopped';
  }
}

/**
 * Called between two steps of a long computation, so that interrupts can be handled.
 *
 * @throws ExpansionStopped if the user interrupted the computation
 */
export type Turn = () => Promise<void>;

/**
 * Returns a function to call between the steps of a long computation. The function lets signals be handled from time to
 * time, and throws once `interrupted` returns true.
 */
export function turnsUntil(interrupted: () => boolean): Turn {
  let lastS = monotonicS();
  return async () => {
    if (monotonicS() - lastS < TURN_S) return;
    await givenWay();
    lastS = monotonicS();
    if (interrupted()) throw new ExpansionStopped();
  };
}

/**
 * Executes a generator's steps, with `turn` after each so that signals can be handled, and returns its result.
 *
 * @throws ExpansionStopped if the user interrupted the computation
 */
export async function inTurns<Result>(steps: Generator<undefined, Result>, turn: Turn): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await turn();
  }
}
