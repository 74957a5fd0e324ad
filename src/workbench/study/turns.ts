import { setImmediate as givenWay } from 'node:timers/promises';
import { monotonicS } from '../../runs/clock.js';

/**
 * Longest time for which the expansion of a study keeps the process from hearing signals, s, but for a single instance.
 * Chosen: unnoticed by people.
 */
const TURN_S = 0.05;

/** End of an expansion that was asked to end; nothing was run. */
export class ExpansionStopped extends Error {
  constructor() {
    super('stopped while the study was expanded');
    this.name = 'ExpansionStopped';
  }
}

/** Place between two steps of an expansion, where signals are heard. @throws ExpansionStopped once it is asked to end */
export type Turn = () => Promise<void>;

/** Function that gives way to signals from time to time, and ends an expansion once `interrupted`. */
export function turnsUntil(interrupted: () => boolean): Turn {
  let lastS = monotonicS();
  return async () => {
    if (monotonicS() - lastS < TURN_S) return;
    await givenWay();
    lastS = monotonicS();
    if (interrupted()) throw new ExpansionStopped();
  };
}

/** Returns the result of steps, with a turn after each. @throws ExpansionStopped once it is asked to end */
export async function inTurns<Result>(steps: Generator<undefined, Result>, turn: Turn): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await turn();
  }
}
