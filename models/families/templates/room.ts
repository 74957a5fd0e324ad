import type { Facility, MatrixAirflow } from '../../facility/facility.js';
import type { TemplatesInstance } from './instance.js';

/**
 * Returns the room as a facility with every tile at the greatest opening of any template; null if the air is imported.
 */
export function layoutFacility({ facility, ventOpenings }: TemplatesInstance): Facility | null {
  const { airflow } = facility;
  if (airflow.source !== 'room') return null;
  const opening = Math.max(...ventOpenings);
  const layout = { ...airflow.layout, tiles: airflow.layout.tiles.map((tile) => ({ ...tile, opening })) };
  return { ...facility, airflow: { ...airflow, layout }, colocation: { model: 'none' } };
}

/** Returns the room as a facility with imported air and one zone for each node group; null if the air is computed. */
export function importedFacility({ facility }: TemplatesInstance): (Facility & { airflow: MatrixAirflow }) | null {
  const { airflow } = facility;
  if (airflow.source !== 'vent-matrices') return null;
  const { file, nodeAirflowFactor, provenance } = airflow;
  return {
    ...facility,
    airflow: { source: 'matrix', kind: 'influence', rowsPer: 'nodeGroup', file, nodeAirflowFactor, provenance },
    colocation: { model: 'none' },
  };
}
