import type { Policy } from '../policy.js';
import { conservative } from './conservative.js';

export interface EasyOptions {
  /**
   * Scope of the single reservation: the whole system, as in 000 section 3.4.4, or each group of pools that share work,
   * as groups never compete.
   */
  readonly scope: 'system' | 'group';
  /**
   * End of the reservation: the start of its task, as printed, or the next event, at which the first task that cannot
   * start gets it anew.
   */
  readonly ends: 'start' | 'event';
}

/** Reservation as printed in 000 section 3.4.4. */
export const EASY_DEFAULTS: EasyOptions = { scope: 'system', ends: 'start' };

/**
 * EASY backfilling: like conservative backfilling, but with one reservation at a time; other tasks start now, without
 * delaying it, or wait.
 */
export const easy = ({ scope, ends }: EasyOptions = EASY_DEFAULTS): Policy => ({
  ...conservative(),
  reservations: 'one',
  reservationScope: scope,
  reservationEnds: ends,
});
