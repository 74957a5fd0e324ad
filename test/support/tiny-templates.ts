import { type VentAirflow, ventAirflow } from '../../models/physics/airflow/vents.js';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { TemplatesInstance } from '../../models/families/templates/instance.js';
import { layoutFacility } from '../../models/families/templates/room.js';
import { tinyTemplatesInstances } from './bundled.js';

export function tinyTemplates(name: string): TemplatesInstance {
  return tinyTemplatesInstances().find((instance) => instance.name === name)!;
}

/** The air of a room with a layout, by vent combination. */
export function ventMatricesOf(instance: TemplatesInstance): InfluenceMatrix[] {
  const air: VentAirflow = ventAirflow(layoutFacility(instance)!, instance.quadrants, instance.ventOpenings);
  return air.ventOpenings.map((_, v) => air.influence(v));
}
