/**
 * The thermal influence matrix: from which CRACs and zones the inlet air of each zone and CRAC comes. Data only; shared
 * by the models and the independent checker.
 *
 * Its entities are the CRACs (0 .. cracCount - 1) followed by the zones. A zone is a set of identical nodes with the
 * same inlet and outlet air. The weight of (sink, source) is the fraction of the sink's inlet air whose last entity was
 * `source` (Eq. 19); rows sum to 1. Heat is conserved if all air of every source is drawn somewhere: sum over sinks of
 * airFlow[sink] * weights[sink, source] = airFlow[source].
 */
export interface InfluenceMatrix {
  readonly cracNames: readonly string[];
  readonly zones: readonly Zone[];
  /**
   * Air flow of each entity (CRACs, then zones), m3/s. That of a zone is the sum over its nodes, including the node
   * airflow factor.
   */
  readonly airFlowM3PerS: Float64Array;
  /**
   * Square matrix over the entities (CRACs, then zones); row = sink, column = source. Empty if `recirculationKPerW` is
   * given.
   */
  readonly weights: SparseRows;
  /**
   * Heat-recirculation matrix D, zones x zones, K/W, >= 0, given instead of weights. Inlet temperatures are then
   * T_supply + D P, with the power P of each zone (W), whatever the air flows. The only CRAC removes the heat of all
   * zones. Absent if weights are given.
   */
  readonly recirculationKPerW?: SparseRows | undefined;
  readonly provenance: MatrixProvenance;
}

/**
 * Sparse matrix by rows: row i has value[n] in column[n] for n = start[i] .. start[i + 1] - 1, columns ascending. Only
 * exact zeros are left out: in a large room, most pairs exchange no air at all.
 */
export interface SparseRows {
  /** Index of the first stored entry of each row; a last element holds the number of stored entries. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

export interface Zone {
  /** Name of the zone, unique in the facility, e.g. "R01/L3". With two node types in one level, e.g. "R01/L3/TS140". */
  readonly name: string;
  readonly rack: string;
  /** Level of the zone in its rack; 1 is the lowest. */
  readonly level: number;
  readonly nodeType: string;
  readonly nodeCount: number;
  /** Lowest slot of the zone's nodes in its rack, 1 = bottom. Its nodes occupy consecutive slots. */
  readonly firstSlot: number;
}

export interface MatrixProvenance {
  readonly kind: 'potential-flow' | 'imported';
  /**
   * Sentence for readers of a report that says how the matrix was obtained: air flow regime, grid or file, node airflow
   * factor.
   */
  readonly summary: string;
  /** Largest error of a row sum before any repair; 0 for a heat-recirculation matrix. */
  readonly rowSumError: number;
  /**
   * Largest relative error in the conservation of a source's air before any repair; 0 for a heat-recirculation matrix.
   */
  readonly conservationError: number;
  /** Changes made on import; absent if they are only rounding errors. */
  readonly repair?: MatrixRepair | undefined;
}

export interface MatrixRepair {
  /** Sentence that describes the repair: its method, and by how much it changes inlet temperatures at a given load. */
  readonly summary: string;
  /** Largest absolute change of an entry: a weight, or K/W for a heat-recirculation matrix. */
  readonly largestChange: number;
  /**
   * Largest change of an inlet's temperature rise above the set-points with every node at its greatest power, K.
   * Infinity if the unrepaired matrix had no steady state.
   */
  readonly inletChangeK: number;
  /** Total node power at which the change of inlet temperatures was computed, W. */
  readonly atPowerW: number;
}

/**
 * Comparison of a plan's temperatures by the influence matrix with those that the checker recomputes from the room's
 * layout.
 */
export interface RecomputedAir {
  readonly cells: number;
  /** Largest residual of the cells' mass balances, relative to the air flow. */
  readonly residual: number;
  /**
   * Largest difference between inlet temperatures by the matrix and by the recomputed air, K, over CRACs and zones.
   * Both use the outlet temperatures by the matrix.
   */
  readonly worstK: number;
  /**
   * Upper bound on the difference between any steady temperature by the matrix and by the recomputed air, K. Null if
   * the differences are too large for a bound.
   */
  readonly boundK: number | null;
}
