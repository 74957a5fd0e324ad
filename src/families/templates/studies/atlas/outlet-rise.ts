import { ventAirflow } from '../../../../../models/physics/airflow/vents.js';
import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { outletRiseKPerW } from '../../../../../models/families/templates/outlet-rise.js';
import { layoutFacility } from '../../../../../models/families/templates/room.js';

/**
 * Returns a function that gives the outlet rise of each block per watt, K/W, by vent combination. Null if the air model
 * is imported.
 */
export function outletRises(instance: TemplatesInstance): ((vents: number) => Float64Array) | null {
  const facility = layoutFacility(instance);
  if (facility === null) return null;
  const { densityKgPerM3, heatCapacityJPerKgK } = instance.facility.air ?? DEFAULT_AIR;
  const air = ventAirflow(facility, instance.quadrants, instance.ventOpenings);
  return (vents) => outletRiseKPerW(air.influence(vents), densityKgPerM3 * heatCapacityJPerKgK);
}
