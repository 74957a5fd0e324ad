import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { withoutUnarrivedWork } from './arrived-work.js';
import { withBestEnergy } from './best-energy.js';

/**
 * Returns the final plan of an allocation, in the form in which methods compare their plans: without work beyond the
 * arrivals where a kWh has a negative cost, and with the best set-points and use of sun and wind
 * (docs/decisions/geo-surplus.md).
 */
export function finishedAllocation(model: GeoModel, allocation: GeoAllocation): GeoAllocation {
  return withBestEnergy(model, withoutUnarrivedWork(model, allocation));
}
