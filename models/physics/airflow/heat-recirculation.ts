import type { Facility, MatrixAirflow } from '../../facility/facility.js';
import type { InfluenceMatrix, SparseRows, Zone } from '../thermal/influence-matrix.js';
import { withoutZeros } from '../thermal/sparse-rows.js';
import { entryProblems, type MatrixImport } from './import-problems.js';
import { repairOf } from './repair.js';

/** Negative entries up to this share of the largest are taken for noise and set to 0. */
const NEGATIVE_SHARE = 1e-6;

/**
 * Import of a heat-recirculation matrix D (Tang, Gupta, Varsamopoulos 2008): T_in = T_supply + D P, as it stands in the file. No influence
 * matrix is derived from it, so neither digits lost in an inversion nor the nodes' air flows touch an inlet.
 *
 * @param entries finite; zones x zones, K/W, row = receiving, column = heating zone. Refused: entries below 0 beyond noise.
 * @param flows m3/s, the one CRAC and the zones: outlet temperatures are shown for them.
 */
export function importRecirculation(
  facility: Facility,
  airflow: MatrixAirflow,
  zones: readonly Zone[],
  flows: Float64Array,
  entries: SparseRows,
): MatrixImport {
  const largest = entries.value.reduce((most, value) => Math.max(most, value), 0);
  const negative = entryProblems(
    entries,
    (value) => value >= -NEGATIVE_SHARE * largest,
    'at least 0 K/W: power warms, and noise below 0 is at most a millionth of the largest entry',
    zones.map(({ name }) => name),
    'heat',
  );
  if (negative.length > 0) return { accepted: false, problems: negative };
  const change = entries.value.reduce((most, value) => Math.max(most, -value), 0);
  const bare = {
    cracNames: facility.cracs.map(({ name }) => name),
    zones,
    airFlowM3PerS: flows,
    weights: { start: new Int32Array(flows.length + 1), column: new Int32Array(0), value: new Float64Array(0) },
  };
  const of = (recirculationKPerW: SparseRows): Omit<InfluenceMatrix, 'provenance'> => ({ ...bare, recirculationKPerW });
  const used = of(withoutZeros({ ...entries, value: entries.value.map((value) => Math.max(0, value)) }));
  return {
    accepted: true,
    matrix: {
      ...used,
      provenance: {
        kind: 'imported',
        summary: `Heat-recirculation matrix ${airflow.file}: ${airflow.provenance}; inlets are T_supply + D P, whatever the air flows`,
        rowSumError: 0,
        conservationError: 0,
        ...repairOf(facility, 'negative noise clipped to 0', change, of(entries), used),
      },
    },
  };
}
