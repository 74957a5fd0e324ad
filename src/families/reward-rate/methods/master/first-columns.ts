import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { CoolingPoint } from './cooling-columns.js';

/** What a neighbouring problem's run gives the configuration LP to begin with. Nothing in it can make a bound wrong. */
export interface FirstColumns {
  /** Configurations by zone, rated anew in this problem. */
  readonly configurations: readonly (readonly Configuration[])[];
  /** Zones whose red-line rows are in the LP from the start: where the earlier plan ran hottest. */
  readonly hotZones: readonly number[];
  /** Where the earlier plan had each CRAC; null with one CRAC, or where it does not say. */
  readonly point?: CoolingPoint | null;
}
