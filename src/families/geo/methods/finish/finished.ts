import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { withoutUnarrivedWork } from './arrived-work.js';
import { withBestEnergy } from './best-energy.js';

/**
 * Returns the final plan of a method's allocation: without work beyond what arrives where a kWh costs less than
 * nothing, with the best use of sun and wind and the best set-points (docs/decisions/geo-surplus.md). All methods
 * compare their plans in this form.
 */
export function finishedAllocation(model: GeoModel, allocation: GeoAllocation): GeoAllocation {
  return withBestEnergy(model, withoutUnarrivedWork(model, allocation));
}
