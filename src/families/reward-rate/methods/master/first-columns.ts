import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { CoolingPoint } from './cooling-columns.js';

/**
 * Columns and set-points that the configuration LP takes from a run of a similar model. They cannot invalidate a bound.
 */
export interface FirstColumns {
  /** [zone][configuration]: configurations with rates computed for this model. */
  readonly configurations: readonly (readonly Configuration[])[];
  /** Zones whose red-line rows are in the LP from the start: the hottest zones of the earlier plan. */
  readonly hotZones: readonly number[];
  /** Heat and set-point of each CRAC in the earlier plan; null with one CRAC, or if the plan does not state them. */
  readonly point?: CoolingPoint | null;
}
