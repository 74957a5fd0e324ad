import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { withoutUnarrivedWork } from './arrived-work.js';
import { withBestEnergy } from './best-energy.js';

/**
 * Returns the final form of an allocation, in which methods compare plans (docs/decisions/geo-surplus.md). The final
 * form does no work beyond the arrivals where a kWh has a negative cost. It has the cheapest set-points and the
 * cheapest use of sun and wind.
 */
export function finishedAllocation(model: GeoModel, allocation: GeoAllocation): GeoAllocation {
  return withBestEnergy(model, withoutUnarrivedWork(model, allocation));
}
