/**
 * The thermal influence matrix. It says which fractions of each inlet's air come from which CRACs and zones. The models
 * and the independent checker share it.
 *
 * Its entities are the CRACs (0 .. cracCount - 1) followed by the zones. A zone is a set of identical nodes with the
 * same inlet and outlet air. The weight of (sink, source) is the fraction of the sink's inlet air that last left
 * `source` (Eq. 19). Each row sums to 1.
 *
 * Heat is conserved if all air of every source is drawn somewhere:
 *
 * sum over sinks of airFlow[sink] * weights[sink, source] = airFlow[source]
 */
export interface InfluenceMatrix {
  readonly cracNames: readonly string[];
  readonly zones: readonly Zone[];
  /** Air flow of each entity, m3/s. For a zone, it is the sum over its nodes, including the node airflow factor. */
  readonly airFlowM3PerS: Float64Array;
  /**
   * Influence weights over the entities, with a row for each sink and a column for each source. The field is empty if
   * `recirculationKPerW` is given.
   */
  readonly weights: SparseRows;
  /**
   * Heat-recirculation matrix D, zones x zones, K/W, >= 0; absent if weights are given. With zone powers P (W), inlet
   * temperatures are T_supply + D P, whatever the air flows. The only CRAC removes the heat of all zones.
   */
  readonly recirculationKPerW?: SparseRows | undefined;
  readonly provenance: MatrixProvenance;
  /** Air after failures of CRACs that change it, as far as it was drawn. The CRACs and zones of all matrices are equal. */
  readonly afterFailure?: readonly AirAfterFailure[] | undefined;
}

/**
 * Air of a room in which CRACs have failed. A CRAC whose fan stands still has no air flow and an empty column; its row
 * is the air above it.
 */
export interface AirAfterFailure {
  /** Names of the failed CRACs whose fans stand still, sorted. */
  readonly still: readonly string[];
  /** Names of the failed CRACs that blow on the air that they draw in, sorted. */
  readonly blowing: readonly string[];
  readonly matrix: InfluenceMatrix;
}

/**
 * A sparse matrix, stored by rows. Row i has value[n] in column[n] for n = start[i] .. start[i + 1] - 1, with columns
 * ascending. Only exact zeros are left out. This suffices because in a large room most pairs exchange no air at all.
 */
export interface SparseRows {
  /** For each row, index of its first stored entry. One more entry at the end is the number of stored entries. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

export interface Zone {
  /**
   * Unique name, e.g. "R01/L3". If the level has several node types, the name includes the type, e.g. "R01/L3/TS140".
   */
  readonly name: string;
  readonly rack: string;
  /** Level in the rack; 1 is the lowest. */
  readonly level: number;
  readonly nodeType: string;
  readonly nodeCount: number;
  /** Lowest slot of the zone's nodes, which occupy consecutive slots. Slot 1 is the bottom of the rack. */
  readonly firstSlot: number;
}

export interface MatrixProvenance {
  readonly kind: 'potential-flow' | 'imported';
  /** Sentence for reports about the origin of the matrix: air flow regime, grid or file, node airflow factor. */
  readonly summary: string;
  /** Largest error of a row sum before any repair; 0 for a heat-recirculation matrix. */
  readonly rowSumError: number;
  /** Largest relative error of the air drawn from a source, before any repair; 0 for a heat-recirculation matrix. */
  readonly conservationError: number;
  /** Record of the changes made on import; absent if there were only rounding errors. */
  readonly repair?: MatrixRepair | undefined;
}

export interface MatrixRepair {
  /**
   * Sentence for reports on the method of the repair, and on how much it changes inlet temperatures at a given load.
   */
  readonly summary: string;
  /**
   * Largest absolute change of an entry. For a heat-recirculation matrix, it is in K/W; for influence weights, it has
   * no unit.
   */
  readonly largestChange: number;
  /**
   * Greatest change of an inlet's rise above the set-points by the repair, K, with every node at its greatest power. It
   * is Infinity if the unrepaired matrix had no steady state.
   */
  readonly inletChangeK: number;
  /** Power of all nodes for which `inletChangeK` was computed, W. */
  readonly atPowerW: number;
}

/**
 * Comparison of temperatures computed with the plan's influence matrix and temperatures in an air flow that the checker
 * recomputes.
 */
export interface RecomputedAir {
  readonly cells: number;
  /** Largest error of a cell's mass balance in the recomputed air, relative to the air flow. */
  readonly residual: number;
  /**
   * Largest difference, K, between the inlet temperatures of CRACs and zones by the matrix and by the recomputed air.
   * Both are computed from the outlet temperatures by the matrix.
   */
  readonly worstK: number;
  /**
   * Upper bound on the difference of any steady temperature between the matrix and the recomputed air, K; null if the
   * differences are too large for a bound.
   */
  readonly boundK: number | null;
}
