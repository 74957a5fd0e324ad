import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { CoolingPoint } from './cooling-columns.js';

/** Configurations and set-points of a similar model's run with which the LP starts. They cannot invalidate a bound. */
export interface FirstColumns {
  /** [zone][configuration]: configurations of the earlier run, with rates recomputed for this model. */
  readonly configurations: readonly (readonly Configuration[])[];
  /** Zones whose red-line rows are in the LP from the start: the hottest zones of the earlier plan. */
  readonly hotZones: readonly number[];
  /** Heat and set-point of each CRAC in the earlier plan; null with one CRAC, or if not known. */
  readonly point?: CoolingPoint | null;
}
