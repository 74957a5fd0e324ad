import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { CoolingPoint } from './cooling-columns.js';

/**
 * Columns and point that the configuration LP takes from a neighbouring problem's run to begin with. Nothing in it can
 * make a bound wrong.
 */
export interface FirstColumns {
  /** Configurations by zone, rated anew in this problem. */
  readonly configurations: readonly (readonly Configuration[])[];
  /** Zones whose red-line rows are in the LP from the start: where the earlier plan ran hottest. */
  readonly hotZones: readonly number[];
  /** Heat and set-point of each CRAC in the earlier plan; null with one CRAC, or where the plan does not say. */
  readonly point?: CoolingPoint | null;
}
