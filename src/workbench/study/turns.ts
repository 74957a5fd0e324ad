import { setImmediate as givenWay } from 'node:timers/promises';
import { monotonicS } from '../../runs/clock.js';

/**
 * Longest time for which work on a study keeps the process from handling signals, s, apart from single instances.
 * Our choice: people do not notice it.
 */
const TURN_S = 0.05;

/** Thrown when the search for a study's runs was interrupted; nothing was run. */
export class ExpansionStopped extends Error {
  constructor() {
    super('stopped while the study was expanded');
    this.name = 'ExpansionStopped';
  }
}

/**
 * Called between two steps of a long computation, so that signals can be handled.
 *
 * @throws ExpansionStopped if it was asked to end
 */
export type Turn = () => Promise<void>;

/**
 * Returns a function that lets signals be handled from time to time, and ends the computation once `interrupted`
 * returns true.
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
 * Returns the result of steps, with a turn after each.
 *
 * @throws ExpansionStopped if it was asked to end
 */
export async function inTurns<Result>(steps: Generator<undefined, Result>, turn: Turn): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await turn();
  }
}
