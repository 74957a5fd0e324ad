import type { Facility, MatrixAirflow } from '../../facility/facility.js';
import type { TemplatesInstance } from './instance.js';

/**
 * Returns the facility from whose layout the air is computed. Every tile is opened as far as any template opens it.
 * Returns null if the influence matrices are imported.
 */
export function layoutFacility({ facility, ventOpenings }: TemplatesInstance): Facility | null {
  const { airflow } = facility;
  if (airflow.source !== 'room') return null;
  const opening = Math.max(...ventOpenings);
  const layout = { ...airflow.layout, tiles: airflow.layout.tiles.map((tile) => ({ ...tile, opening })) };
  return { ...facility, airflow: { ...airflow, layout }, colocation: { model: 'none' } };
}

/** Returns the facility with one zone for each node group if the influence matrices are imported; otherwise null. */
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
