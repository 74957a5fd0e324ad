import type { Facility, MatrixAirflow } from '../../facility/facility.js';
import type { InfluenceMatrix, SparseRows, Zone } from '../thermal/influence-matrix.js';
import { transposedRows } from '../thermal/sparse-rows.js';
import type { AirflowFault } from './fault.js';

export interface FileMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly entries: SparseRows;
}

/**
 * Result of importing an influence matrix: a matrix whose rows sum to 1 and which conserves air, or the faults that
 * prevent it.
 */
export type MatrixImport =
  | { readonly accepted: true; readonly matrix: InfluenceMatrix }
  | { readonly accepted: false; readonly faults: readonly AirflowFault[] };

/** Largest error of a row sum that an import repairs. */
export const ROW_SUM_TOLERANCE = 0.05;
/** Least influence weight that counts as a path for air. With weaker paths, temperatures have no meaning. */
const PATH_THRESHOLD = 1e-9;
/** Maximum number of faults of one kind that are listed. */
const SHOWN = 5;

/** JSON path of faults of the matrix file itself. */
export const FILE_PATH = 'airflow.file';

export function flowFaults(
  facility: Facility,
  airflow: MatrixAirflow,
  zones: readonly Zone[],
  flows: Float64Array,
): AirflowFault[] {
  const faults: AirflowFault[] = [];
  const cracCount = facility.cracs.length;
  if (cracCount === 0 || (airflow.kind === 'heatRecirculation' && cracCount !== 1)) {
    const wanted = airflow.kind === 'heatRecirculation' ? 'exactly one CRAC' : 'at least one CRAC';
    faults.push({
      path: 'cracs',
      message: `The facility has ${cracCount} CRACs; a matrix of kind ${airflow.kind} needs ${wanted}`,
      value: cracCount,
      allowed: wanted,
      remedy: 'Correct the CRACs, or import an influence matrix with one row per CRAC.',
    });
  }
  flows.forEach((flow, i) => {
    if (flow > 0 && Number.isFinite(flow)) return;
    const zone = zones[i - cracCount];
    faults.push({
      path: zone ? 'nodeTypes' : `cracs[${i}].airFlowM3PerS`,
      message: zone
        ? `Zone ${zone.name} of node type ${zone.nodeType} has air flow ${flow} m3/s`
        : `The air flow is ${flow} m3/s`,
      value: flow,
      allowed: 'greater than 0 m3/s',
      remedy: 'Define the node type and state air flow and nodeAirflowFactor greater than 0.',
    });
  });
  return faults.slice(0, SHOWN);
}

export function sizeFaults(
  facility: Facility,
  airflow: MatrixAirflow,
  zones: readonly Zone[],
  raw: FileMatrix,
): AirflowFault[] {
  const size = zones.length + (airflow.kind === 'influence' ? facility.cracs.length : 0);
  if (raw.rows === size && raw.columns === size) return [];
  const parts =
    airflow.kind === 'influence' ? `${facility.cracs.length} CRACs and ${zones.length} zones` : `${zones.length} zones`;
  return [
    {
      path: FILE_PATH,
      message: `The matrix is ${raw.rows} x ${raw.columns}`,
      value: [raw.rows, raw.columns],
      allowed: `${size} x ${size} (${parts}, one row per ${airflow.rowsPer === 'node' ? 'node' : 'node group'})`,
      remedy: 'Correct the file, kind, rowsPer or the node groups.',
    },
  ];
}

export function entryFaults(
  { start, column, value }: SparseRows,
  holds: (value: number) => boolean,
  allowed: string,
  names?: readonly string[],
  carried: 'air' | 'heat' = 'air',
): AirflowFault[] {
  const allFaults: AirflowFault[] = [];
  let faults = 0;
  let row = 0;
  value.forEach((entry, n) => {
    while (start[row + 1]! <= n) row++;
    if (holds(entry) || ++faults > SHOWN) return;
    const at = column[n]!;
    const what = names ? ` (${carried} of ${names[at]!} at ${names[row]!})` : '';
    allFaults.push({
      path: FILE_PATH,
      message: `Row ${row + 1}, column ${at + 1}${what} is ${entry}`,
      value: entry,
      allowed,
      remedy: 'Correct the entry, or the air flows it was computed with.',
    });
  });
  return withCount(allFaults, faults);
}

export function rowSumFaults({ start, value }: SparseRows, names: readonly string[]): AirflowFault[] {
  const size = names.length;
  const faults: AirflowFault[] = [];
  for (let row = 0; row < size; row++) {
    const sum = value.subarray(start[row], start[row + 1]).reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) <= ROW_SUM_TOLERANCE) continue;
    faults.push({
      path: FILE_PATH,
      message: `Row ${row + 1} (${names[row]!}) sums to ${sum}`,
      value: sum,
      allowed: `1 +- ${ROW_SUM_TOLERANCE}: the fractions of a sink's air`,
      remedy: 'Check that rows are sinks and columns sources, and that no source is missing.',
    });
  }
  return withCount(faults.slice(0, SHOWN), faults.length);
}

/**
 * Returns the faults of zones that get no air from any CRAC, or whose air returns to no CRAC, even through other zones.
 * With such zones, I - W_NN would be singular, where W_NN has the weights between zones.
 */
export function importedPathFaults(weights: SparseRows, cracCount: number, names: readonly string[]): AirflowFault[] {
  const size = names.length;
  const reached = ({ start, column, value }: SparseRows): Uint8Array => {
    const seen = new Uint8Array(size).fill(1, 0, cracCount);
    const stack = Array.from({ length: cracCount }, (_, crac) => crac);
    for (let from = stack.pop(); from !== undefined; from = stack.pop()) {
      for (let n = start[from]!; n < start[from + 1]!; n++) {
        const to = column[n]!;
        if (seen[to] || value[n]! < PATH_THRESHOLD) continue;
        seen[to] = 1;
        stack.push(to);
      }
    }
    return seen;
  };
  const fed = reached(transposedRows(weights));
  const drained = reached(weights);
  const faults: AirflowFault[] = [];
  for (let zone = cracCount; zone < size; zone++) {
    if (fed[zone] && drained[zone]) continue;
    faults.push({
      path: FILE_PATH,
      message: fed[zone]
        ? `The air of ${names[zone]!} never reaches a CRAC`
        : `${names[zone]!} never gets air from a CRAC`,
      value: names[zone],
      allowed: `a chain of weights of at least ${PATH_THRESHOLD} to and from a CRAC`,
      remedy: 'Correct the row and column of the zone: its temperature would have no bound.',
    });
  }
  return withCount(faults.slice(0, SHOWN), faults.length);
}

function withCount(allFaults: AirflowFault[], faults: number): AirflowFault[] {
  if (faults <= allFaults.length || allFaults.length === 0) return allFaults;
  const last = allFaults[allFaults.length - 1]!;
  return [
    ...allFaults.slice(0, -1),
    { ...last, message: `${last.message} (and ${faults - allFaults.length} more such)` },
  ];
}
