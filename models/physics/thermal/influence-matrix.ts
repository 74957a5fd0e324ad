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
  /** Air flow per entity (CRACs, then zones; a zone's is the sum over its nodes), m3/s, after the node airflow factor. */
  readonly airFlowM3PerS: Float64Array;
  /** Row = sink, column = source; size x size, size = cracNames.length + zones.length. Without entries where `recirculationKPerW` is given. */
  readonly weights: SparseRows;
  /**
   * D, zones squared, K/W, >= 0: where a heat-recirculation matrix was given instead of weights. Inlets are then T_supply + D P, P the
   * power of each zone (W), whatever the air flows, and the one CRAC removes the heat of all zones.
   */
  readonly recirculationKPerW?: SparseRows | undefined;
  readonly provenance: MatrixProvenance;
}

/**
 * A matrix by rows, without its zeros: row i holds value[n] in column[n] for n = start[i] .. start[i + 1] - 1, columns ascending.
 * Nothing is rounded away: air that never meets leaves a true zero, and in a large room most pairs never meet.
 */
export interface SparseRows {
  /** Length rows + 1. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

export interface Zone {
  /** Name of the zone, unique in the facility, e.g. "R01/L3" or, with two types in one level, "R01/L3/TS140". */
  readonly name: string;
  readonly rack: string;
  /** 1 = lowest. */
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
  /** Largest departures of the weights from the invariants before any repair; 0 for a heat-recirculation matrix. */
  readonly rowSumError: number;
  readonly conservationError: number;
  /** Changes made on import, if they are beyond rounding. */
  readonly repair?: MatrixRepair | undefined;
}

export interface MatrixRepair {
  /** Summary of the repair, one sentence: its method, and how far it moves inlets at which load. */
  readonly summary: string;
  /** Largest |new - old| entry: a weight, or K/W. */
  readonly largestChange: number;
  /**
   * Change of inlets above the set-points with every node at its greatest power, K; Infinity if they had no steady
   * state before.
   */
  readonly inletChangeK: number;
  /** Power of all nodes together for which the change was computed, W. */
  readonly atPowerW: number;
}

/** Comparison of a plan's temperatures with the air that the checker computes from the layout by itself. */
export interface RecomputedAir {
  readonly cells: number;
  /** Residual of the cells' mass balances, relative. */
  readonly residual: number;
  /**
   * Largest difference between the inlet temperatures by the matrix and by this air, K, over CRACs and zones, all
   * blowing as by the matrix.
   */
  readonly worstK: number;
  /**
   * Upper bound on the difference between any steady temperature in this air and the one by the matrix, K; null if the
   * differences are too large for a bound.
   */
  readonly boundK: number | null;
}
