import type { Facility, MatrixAirflow } from '../../facility/facility.js';
import type { InfluenceMatrix, SparseRows, Zone } from '../thermal/influence-matrix.js';
import { withoutZeros } from '../thermal/sparse-rows.js';
import { airDrawn, balanceErrors, sinkhornInPlace } from './balance.js';
import { type Carrying, carrying, type Stranded } from './carrying.js';
import {
  entryFaults,
  FILE_PATH,
  type FileMatrix,
  flowFaults,
  importedPathFaults,
  type MatrixImport,
  rowSumFaults,
  sizeFaults,
} from './import-faults.js';
import { repairOf } from './repair.js';
import { newtonInPlace } from './newton-scaling.js';
import { slotFaults } from './slot-faults.js';
import { deriveZones, zoneAirFlowsM3PerS } from './zones.js';

/** Largest absolute value of a negative weight that an import takes for noise and sets to 0. */
export const NEGATIVE_TOLERANCE = 1e-6;

/**
 * Largest accepted entry of a heat-recirculation matrix, K/W. Our choice: a larger entry is a typing error or has
 * another unit. For comparison, a published matrix has at most 0.0087. An air flow of 0.01 m3/s that is fully
 * recirculated warms by 0.08 K per watt.
 */
const MAX_K_PER_W = 100;

/**
 * Largest accepted relative error in the conservation of air. Measured or simulated matrices are off by some per cent.
 * A matrix in the wrong order, or for other air flows, is off by far more.
 */
const MAX_CONSERVATION_ERROR = 0.2;
/** Largest absolute change of a weight that the repair of an imported matrix may make. */
const MAX_CHANGE = 0.1;

/** Largest accepted error in row sums and conservation of air of an influence matrix after its import. */
export const IMPORT_BALANCE_TOLERANCE = 1e-10;
/**
 * Maximum number of Sinkhorn sweeps, after which Newton's method follows. In weakly coupled parts of a room, each sweep
 * removes only a small part of the error.
 */
const MAX_SWEEPS = 300;
/**
 * Assumed result of the flow test (`carrying`) for weights that Sinkhorn sweeps can scale. For such weights, the test
 * is not run.
 */
const EASY: Carrying = { stranded: null, idle: [] };
/** Maximum number of air sources that an error message names. */
const NAMED = 3;

/**
 * Converts the matrix in a file, an influence or a heat-recirculation matrix, to the influence matrix of the facility.
 *
 * The rows of an influence matrix must sum to 1. It must conserve air: for every source, sum over sinks of flow_sink w
 * = flow_source. A matrix that nearly does so is repaired: negative noise is set to 0, and Sinkhorn scaling applied.
 * The provenance records the repair. A heat-recirculation matrix is used unchanged.
 */
export function importMatrix(facility: Facility, raw: FileMatrix): MatrixImport {
  const { airflow } = facility;
  if (airflow.source !== 'matrix') throw new Error('importMatrix needs a facility with matrix airflow');
  const zones = deriveZones(facility);
  const zoneFlows = zoneAirFlowsM3PerS(facility, zones);
  const flows = Float64Array.from([...facility.cracs.map((crac) => crac.airFlowM3PerS), ...zoneFlows]);
  const before = [
    ...slotFaults(facility),
    ...flowFaults(facility, airflow, zones, flows),
    ...sizeFaults(facility, airflow, zones, raw),
  ];
  if (before.length > 0) return { accepted: false, faults: before };
  const broken = entryFaults(raw.entries, (value) => Number.isFinite(value), 'a finite number');
  if (broken.length > 0) return { accepted: false, faults: broken };

  if (airflow.kind === 'heatRecirculation') return importRecirculation(facility, airflow, zones, flows, raw.entries);
  return balanced(facility, airflow, zones, flows, { ...raw.entries, value: raw.entries.value.slice() });
}

/** Checks imported influence weights, repairs small errors, and adds the provenance. */
function balanced(
  facility: Facility,
  airflow: MatrixAirflow,
  zones: readonly Zone[],
  flows: Float64Array,
  weights: SparseRows,
): MatrixImport {
  const names = [...facility.cracs.map((crac) => crac.name), ...zones.map((zone) => zone.name)];
  const negative = entryFaults(
    weights,
    (value) => value >= -NEGATIVE_TOLERANCE,
    `at least ${-NEGATIVE_TOLERANCE} (a fraction of the sink's air)`,
    names,
  );
  const faults = [...negative, ...rowSumFaults(weights, names)];
  if (faults.length > 0) return { accepted: false, faults };

  const { value } = weights;
  const original: SparseRows = { ...weights, value: value.slice() };
  const errors = balanceErrors(original, flows);
  for (let n = 0; n < value.length; n++) if (value[n]! < 0) value[n] = 0;
  // Clipping many small negatives must not add up to much in any row either.
  const unfit = [...rowSumFaults(weights, names), ...importedPathFaults(weights, facility.cracs.length, names)];
  if (unfit.length > 0) return { accepted: false, faults: unfit };
  if (errors.conservation > MAX_CONSERVATION_ERROR) {
    return refuse(
      `Air is not conserved: of the air of ${worstSource(original, flows, names)} the sinks draw ${(100 * errors.conservation).toFixed(0)} % more or less than it gives. Maybe the rows are in another order (CRACs first, then the zones in the order of the node groups), or the matrix belongs to other air flows`,
      errors.conservation,
      `a conservation error of at most ${MAX_CONSERVATION_ERROR}`,
    );
  }
  const isSwept = sinkhornInPlace(weights, flows, IMPORT_BALANCE_TOLERANCE, MAX_SWEEPS) !== null;
  const { stranded, idle } = isSwept ? EASY : carrying(weights, flows);
  for (const n of idle) value[n] = 0;
  if (stranded !== null || !(isSwept || newtonInPlace(weights, flows, IMPORT_BALANCE_TOLERANCE))) {
    const [ofCracs, ofZones] = [flows.slice(0, facility.cracs.length), flows.slice(facility.cracs.length)].map((some) =>
      some.reduce((sum, flow) => sum + flow, 0).toPrecision(4),
    );
    const reason = stranded === null ? 'was found that makes' : 'makes';
    return refuse(
      `No scaling ${reason} rows sum to 1 and conserve heat${strandedText(stranded, names)} (nodes ${ofZones} m3/s, CRACs ${ofCracs} m3/s)`,
      errors.conservation,
      'weights that some air flow pattern with these flows can have',
    );
  }
  let largestChange = 0;
  for (let n = 0; n < value.length; n++) {
    largestChange = Math.max(largestChange, Math.abs(value[n]! - original.value[n]!));
  }
  if (largestChange > MAX_CHANGE) {
    return refuse(
      `Making the matrix conserve heat would change a weight by ${largestChange.toPrecision(3)}: it describes another room than these air flows`,
      largestChange,
      `a change of at most ${MAX_CHANGE}`,
    );
  }
  const cutOff = importedPathFaults(weights, facility.cracs.length, names);
  if (cutOff.length > 0) return { accepted: false, faults: cutOff };
  const cracNames = facility.cracs.map((crac) => crac.name);
  const bare = { cracNames, zones, airFlowM3PerS: flows };
  const balancedWeights = withoutZeros(weights);
  const dropped =
    idle.length === 0 ? '' : `, ${idle.length} weights that no pattern of air with these flows has set to 0`;
  const method = `negative noise clipped to 0${dropped}, then Sinkhorn scaling of rows and flow-weighted columns`;
  return {
    accepted: true,
    matrix: {
      ...bare,
      weights: balancedWeights,
      provenance: {
        kind: 'imported',
        summary: `Influence matrix ${airflow.file}: ${airflow.provenance}; node air flow ${airflow.nodeAirflowFactor} of the specified one`,
        rowSumError: errors.rowSum,
        conservationError: errors.conservation,
        ...repairOf(
          facility,
          method,
          largestChange,
          { ...bare, weights: original },
          { ...bare, weights: balancedWeights },
        ),
      },
    },
  };
}

/** Returns the reason why the flows cannot be balanced, as the end of a sentence; empty if the reason is unknown. */
function strandedText(stranded: Stranded | null, names: readonly string[]): string {
  if (stranded === null) return '';
  const { sources, givenM3PerS, drawnM3PerS } = stranded;
  const more = sources.length > NAMED ? ` and ${sources.length - NAMED} more` : '';
  const whose = `${sources
    .slice(0, NAMED)
    .map((source) => names[source]!)
    .join(', ')}${more}`;
  return `: ${whose} give ${givenM3PerS.toPrecision(4)} m3/s, and all whose rows have a weight above 0 there draw ${drawnM3PerS.toPrecision(4)} m3/s`;
}

/** Returns the name of the source whose air is conserved worst. */
function worstSource(weights: SparseRows, flows: Float64Array, names: readonly string[]): string {
  const drawn = airDrawn(weights, flows);
  let worst = 0;
  let worstError = -1;
  for (let source = 0; source < flows.length; source++) {
    const error = Math.abs(drawn[source]! / flows[source]! - 1);
    if (error > worstError) [worst, worstError] = [source, error];
  }
  return names[worst]!;
}

function refuse(message: string, value: unknown, allowed: string): MatrixImport {
  const remedy =
    'Check the matrix, the air flows of CRACs and node types, and nodeAirflowFactor: they must describe one room.';
  return { accepted: false, faults: [{ path: FILE_PATH, message, value, allowed, remedy }] };
}

/**
 * Fraction of the largest entry of a heat-recirculation matrix up to which the absolute value of a negative entry
 * counts as noise. Such an entry is set to 0.
 */
const NEGATIVE_SHARE = 1e-6;

/**
 * Imports a heat-recirculation matrix D unchanged (Tang, Gupta, Varsamopoulos 2008): T_in = T_supply + D P, with zone
 * powers P. No influence matrix is derived from it. Inlet temperatures therefore depend neither on rounding errors of
 * an inversion nor on the nodes' air flows.
 *
 * @param entries zones x zones, K/W, finite; row = zone that is heated, column = zone that draws power. Negative
 * entries beyond noise are rejected.
 * @param flows air flows of the one CRAC and the zones, m3/s; used for outlet temperatures only
 */
function importRecirculation(
  facility: Facility,
  airflow: MatrixAirflow,
  zones: readonly Zone[],
  flows: Float64Array,
  entries: SparseRows,
): MatrixImport {
  const largest = entries.value.reduce((most, value) => Math.max(most, value), 0);
  const odd = entryFaults(
    entries,
    (value) => value >= -NEGATIVE_SHARE * largest && value <= MAX_K_PER_W,
    `0 to ${MAX_K_PER_W} K/W: power warms, and noise below 0 is at most a millionth of the largest entry`,
    zones.map(({ name }) => name),
    'heat',
  );
  if (odd.length > 0) return { accepted: false, faults: odd };
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
