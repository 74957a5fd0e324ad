import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { CoolingPoint } from './cooling-columns.js';

/**
 * Columns and point that the configuration LP takes from a neighbouring model's run. They cannot make a bound wrong.
 */
export interface FirstColumns {
  /** Configurations by zone, with rates computed for this model. */
  readonly configurations: readonly (readonly Configuration[])[];
  /** Zones whose red-line rows are in the LP from the start: where the earlier plan was hottest. */
  readonly hotZones: readonly number[];
  /** Heat and set-point of each CRAC in the earlier plan; null with one CRAC, or if the plan does not state them. */
  readonly point?: CoolingPoint | null;
}
