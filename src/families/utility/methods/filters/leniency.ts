import { S_PER_MIN } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { MappingEvent } from '../policy.js';

/** Factor on what a filter allows: a number above 0, or learnt over time. */
export type Leniency = number | 'online';

/** Least leniency. Our choice: with less a filter lets nothing pass. */
export const MIN_LENIENCY = 1e-6;

/** Returns the leniency at an event that begins. Called once per event, in the order of events. */
export type LeniencyNow = (event: MappingEvent) => number;

/** Largest change of the logarithm of a leniency in a minute. Our choice: that of the price of energy. */
const GAIN_PER_MINUTE = 0.02;
/** Leniency before the first step. Our choice: the fair share. */
const START = 1;
/**
 * Least and largest learnt leniency. Our choice: the papers try 0.3 to 4; beyond these limits a filter lets nothing or
 * everything pass.
 */
const RANGE = [0.05, 20] as const;

/**
 * Returns the leniency of a simulation: the same at all events, or moved at every event of a day with a budget against
 * the rate of spending, so that the budget lasts until midnight:
 *
 *     leniency *= exp(-gain x clamp(rate / goal - 1, -1, 1)),   goal: energy left / time left of the day.
 *
 * The rate is what was committed in the last half hour or, if tasks are parallel, what the nodes draw. It knows nothing
 * about later arrivals.
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
