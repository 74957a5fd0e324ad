import type { Policy } from '../policy.js';
import { conservative } from './conservative.js';

export interface EasyOptions {
  /**
   * Scope of the single reservation: the whole system (000 section 3.4.4), or each group of pools that share work,
   * because groups never compete.
   */
  readonly scope: 'system' | 'group';
  /**
   * End of the reservation: when its task starts, as printed, or at the next event, where the first task that cannot
   * start gets a new one.
   */
  readonly ends: 'start' | 'event';
}

/** Options as printed in 000 section 3.4.4. */
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
