/**
 * The stored thermal influence matrix: whose air each zone and CRAC draws in. Data only; shared by the models and the
 * independent checker.
 *
 * Entities are the CRACs (0 .. cracCount-1) followed by the zones. A zone is a set of identical nodes that share inlet
 * and exhaust air. The weight of (sink, source) is the fraction of the sink's inlet air that left `source` last (Eq.
 * 19; rows sum to 1). Heat is conserved when every source's air goes somewhere: sum over sinks of airFlow[sink] *
 * weights[sink, source] = airFlow[source].
 */
export interface InfluenceMatrix {
  readonly cracNames: readonly string[];
  readonly zones: readonly Zone[];
  /**
   * Air flow per entity (CRACs, then zones; a zone's flow is the sum over its nodes), m3/s, including the node airflow
   * factor.
   */
  readonly airFlowM3PerS: Float64Array;
  /**
   * Weights of size x size, size = cracNames.length + zones.length; row = sink, column = source. Empty if
   * `recirculationKPerW` is given.
   */
  readonly weights: SparseRows;
  /**
   * Heat-recirculation matrix D, zones x zones, K/W, >= 0, if it was given instead of weights. Inlets are then T_supply
   * + D P, where P is the power of each zone (W), whatever the air flows; the one CRAC removes the heat of all zones.
   */
  readonly recirculationKPerW?: SparseRows | undefined;
  readonly provenance: MatrixProvenance;
}

/**
 * A matrix by rows, without its zeros: row i holds value[n] in column[n] for n = start[i] .. start[i + 1] - 1, columns
 * ascending. No small value is rounded to zero; in a large room most pairs exchange no air at all.
 */
export interface SparseRows {
  /** Length rows + 1: first entry of each row. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

export interface Zone {
  /** Name of the zone, unique in the facility, e.g. "R01/L3" or, with two types in one level, "R01/L3/TS140". */
  readonly name: string;
  readonly rack: string;
  /** Level of the zone in its rack; 1 is the lowest. */
  readonly level: number;
  readonly nodeType: string;
  readonly nodeCount: number;
  /** Slot of the zone's lowest node in its rack, 1 = bottom; its nodes take consecutive slots. */
  readonly firstSlot: number;
}

export interface MatrixProvenance {
  readonly kind: 'potential-flow' | 'imported';
  /** Summary for readers of a report, one sentence: regime, grid or file, node airflow factor. */
  readonly summary: string;
  /** Largest departures of the weights from conservation before any repair; 0 for a heat-recirculation matrix. */
  readonly rowSumError: number;
  readonly conservationError: number;
  /** Changes made on import; absent if they are only rounding. */
  readonly repair?: MatrixRepair | undefined;
}

export interface MatrixRepair {
  /** Summary of the repair, one sentence: its method, and by how much it changes inlet temperatures at a given load. */
  readonly summary: string;
  /** Largest |new - old| over all entries: weights, or K/W. */
  readonly largestChange: number;
  /**
   * Change of inlets above the set-points with every node at its greatest power, K; Infinity if they had no steady
   * state before.
   */
  readonly inletChangeK: number;
  /** Power of all nodes together for which the change was computed, W. */
  readonly atPowerW: number;
}

/** Comparison of a plan's temperatures with those in the air that the checker itself computes from the layout. */
export interface RecomputedAir {
  readonly cells: number;
  /** Relative residual of the cells' mass balances. */
  readonly residual: number;
  /**
   * Largest difference between the inlet temperatures in the matrix and in the recomputed air, K, over CRACs and zones;
   * the temperatures of the air they blow out are as by the matrix.
   */
  readonly worstK: number;
  /**
   * Upper bound on the difference between any steady temperature in the recomputed air and the one by the matrix, K;
   * null if the differences are too large for a bound.
   */
  readonly boundK: number | null;
}
