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
  /**
   * Index of the combination of vent openings in TemplatesModel.ventOpenings. The opening of the first quadrant varies
   * slowest.
   */
  readonly vents: number;
  readonly setPointC: number;
  /**
   * Utilisation of each block of nodes. In an infeasible state, the already running work is done, and the violation of
   * the limit is the smallest possible.
   */
  readonly utilisation: Float64Array;
  /** Service rate of the room (mu, Eq. 63), tasks/s. */
  readonly workPerS: number;
  /** Total power of the facility (P_total, Eq. 65), W. */
  readonly powerW: number;
  /** Objective of the setting: tasks completed per joule, which is service rate / total power. */
  readonly tasksPerJ: number;
  /** Proven upper bound on the objective `tasksPerJ` over all settings and vent openings, tasks/J. */
  readonly boundTasksPerJ: number;
  readonly hottestOutletC: number;
  /**
   * What prevents a higher service rate. For an infeasible state, the limit that no setting keeps. `TemplateBinding`
   * explains the values.
   */
  readonly binding: TemplateBinding;
  /** Number of cores of each block of nodes that may be busy (NC^allowable), rounded so that no limit is exceeded. */
  readonly allowableCores: Int32Array;
  /** Number of nodes of each block that are on; the others are on standby. Absent if all nodes stay on. */
  readonly awakeNodes?: Int32Array | undefined;
  /** Dual values from which anyone can recompute the upper bound; absent if none are known. */
  readonly proof?: readonly PricesOfVents[] | undefined;
}

/**
 * Dual values of service rate and outlet temperatures. By weak duality, any such values give a lower bound on the power
 * of every setting. In a proof, the first entry is for all vent combinations, each further entry for one.
 */
export interface PricesOfVents {
  /** Index of the vent combination; null for all combinations. */
  readonly vents: number | null;
  readonly prices: TemplatePrices;
}

export interface TemplatePrices {
  /** Dual value of the service rate: additional watts for each additional task per second. */
  readonly wattPerWork: number;
  /** Indices of the blocks whose outlet temperature limit has a positive dual value, ascending. */
  readonly blocks: Int32Array;
  /**
   * Dual value of the outlet temperature limit of each block in `blocks`, above 0: watts saved for each kelvin by which
   * the limit rises.
   */
  readonly wattPerK: Float64Array;
}

/**
 * What prevents a higher service rate. "work": all available work is done. "power": the power limit. "saturated": every
 * core is busy. "outlet": outlet temperatures, even at the lowest set-point. "none": more work would not give more
 * tasks per joule. "infeasible-power", "infeasible-outlet": no setting keeps that limit.
 */
export type TemplateBinding =
  | 'work'
  | 'power'
  | 'saturated'
  | 'outlet'
  | 'none'
  | 'infeasible-power'
  | 'infeasible-outlet';
