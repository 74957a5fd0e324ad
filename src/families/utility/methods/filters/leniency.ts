import { S_PER_MIN } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { MappingEvent } from '../policy.js';

/** Factor on the energy that a filter allows a task: a number above 0, or 'online' if it is adjusted during the run. */
export type Leniency = number | 'online';

/** Minimum leniency that a user may choose. Our choice: with a smaller one a filter would refuse every candidate. */
export const MIN_LENIENCY = 1e-6;

/** Returns the leniency at a mapping event. It must be called once at each event, in the order of events. */
export type LeniencyNow = (event: MappingEvent) => number;

/**
 * Maximum change of the logarithm of the leniency per minute. Our choice: twice the default gain of the energy price of
 * the policy `price`.
 */
const GAIN_PER_MINUTE = 0.02;
/**
 * Initial value of a leniency that is adjusted online. Our choice: 1, with which a task gets exactly its fair share of
 * the remaining energy.
 */
const START = 1;
/**
 * Minimum and maximum of a leniency that is adjusted online. Our choice: the papers try 0.3 to 4. Outside this range a
 * filter refuses or accepts everything.
 */
const RANGE = [0.05, 20] as const;

/**
 * Returns the leniency of a simulation, by mapping event. A given number is the same at all events. With 'online' it is
 * adjusted at every event of a day with a budget, so that the budget lasts until midnight:
 *
 * leniency *= exp(-gain x clamp(power / goal - 1, -1, 1)), where goal is energy left / time left of the day.
 *
 * The power is the energy of the runs decided in the last half hour, divided by that time. For parallel tasks it is the
 * power that nodes draw. Later arrivals have no influence.
 */
export function leniencyNow(model: UtilityModel, leniency: Leniency): LeniencyNow {
  if (leniency !== 'online') return () => leniency;
  const { environment, eventIntervalS } = model;
  const isParallel = environment === 'parallel';
  const gain = (GAIN_PER_MINUTE * eventIntervalS) / S_PER_MIN;
  let now = START;
  return ({ day, nowS, consumedJ, committedJ, committedW, powerW }) => {
    const leftJ = day.budgetJ - (isParallel ? consumedJ : committedJ);
    const leftS = day.endS - nowS;
    if (day.budgetJ === Infinity || !(leftJ > 0 && leftS > 0)) return now;
    const beyond = ((isParallel ? powerW : committedW) * leftS) / leftJ - 1;
    now *= Math.exp(-gain * Math.max(-1, Math.min(1, beyond)));
    now = Math.max(RANGE[0], Math.min(RANGE[1], now));
    return now;
  };
}
