import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { withoutUnarrivedWork } from './arrived-work.js';
import { withBestEnergy } from './best-energy.js';

/**
 * Returns the final form of an allocation; methods compare their plans in this form. Work beyond the arrivals is
 * removed where a kWh has a negative cost. Set-points and use of sun and wind are the cheapest ones
 * (docs/decisions/geo-surplus.md).
 */
export function finishedAllocation(model: GeoModel, allocation: GeoAllocation): GeoAllocation {
  return withBestEnergy(model, withoutUnarrivedWork(model, allocation));
}
