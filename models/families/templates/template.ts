/**
 * A template: the optimal setting of the room in one state. A block is a set of nodes of one type with the same air. B
 * blocks, Q quadrants.
 */
export interface Template {
  /**
   * Index of the state in the grid. Arriving work varies slowest, then the quadrants' running cores in order; the power
   * limit varies fastest.
   */
  readonly state: number;
  readonly status: 'optimal' | 'infeasible';
  /** Index of the combination of vent openings. The opening of the first quadrant varies slowest. */
  readonly vents: number;
  readonly setPointC: number;
  /**
   * Utilisation of each block of nodes (same type and air). In an infeasible state it is a best effort: all work that
   * already runs, with the smallest possible violation of the limit.
   */
  readonly utilisation: Float64Array;
  /** Service rate of the room (mu, Eq. 63), tasks/s. */
  readonly workPerS: number;
  /** Total power of the facility (P_total, Eq. 65), W. */
  readonly powerW: number;
  /** Service rate / total power (the objective), tasks/J. */
  readonly tasksPerJ: number;
  /** Proven upper bound on the objective `tasksPerJ` over all settings and vent openings, tasks/J. */
  readonly boundTasksPerJ: number;
  readonly hottestOutletC: number;
  /**
   * What limits the service rate of the setting. For an infeasible state, why it is infeasible. `TemplateBinding`
   * explains the values.
   */
  readonly binding: TemplateBinding;
  /** Number of cores that may run in each block of nodes (NC^allowable), rounded so that no limit is exceeded. */
  readonly allowableCores: Int32Array;
  /**
   * Number of nodes that are on in each block of nodes (same type and air); its others are on standby. Absent if all
   * nodes stay on.
   */
  readonly awakeNodes?: Int32Array | undefined;
  /** Dual values from which the upper bound can be recomputed; absent if none are known. */
  readonly proof?: readonly PricesOfVents[] | undefined;
}

/**
 * Dual values (prices) of work and outlet temperatures, for one or all vent combinations. By weak duality, any such
 * values bound the power of every setting. In a proof, the first entry is for all vent combinations, each further entry
 * for one.
 */
export interface PricesOfVents {
  /** Index of the vent combination; null for all combinations. */
  readonly vents: number | null;
  readonly prices: TemplatePrices;
}

export interface TemplatePrices {
  /** Dual value of the service rate, W per task/s. */
  readonly wattPerWork: number;
  /** Blocks of nodes whose outlet temperature limit has a positive dual value, ascending. */
  readonly blocks: Int32Array;
  /** Dual value of the outlet temperature limit of each entry of `blocks`, W/K, above 0. */
  readonly wattPerK: Float64Array;
}

/**
 * What limits the service rate of a setting. work: all available work is done. power: the power limit. saturated: every
 * core runs. outlet: outlet temperatures, even at the lowest set-point. none: more work would not improve tasks per
 * joule. infeasible-power, infeasible-outlet: no setting keeps that limit.
 */
export type TemplateBinding =
  | 'work'
  | 'power'
  | 'saturated'
  | 'outlet'
  | 'none'
  | 'infeasible-power'
  | 'infeasible-outlet';
