/** The optimal setting of the room in one state. A block has nodes of one type with the same air. */
export interface Template {
  /**
   * Index of the state in the grid. In the order of states, arriving work varies slowest, then running cores, and the
   * power limit fastest.
   */
  readonly state: number;
  readonly status: 'optimal' | 'infeasible';
  /** Index in TemplatesModel.ventOpenings. The opening of the first quadrant varies slowest. */
  readonly vents: number;
  readonly setPointC: number;
  /**
   * Utilisation of each block. In an infeasible state, the already running work is done, and the limit is violated as
   * little as possible.
   */
  readonly utilisation: Float64Array;
  /** Service rate of the room (mu, Eq. 63), tasks/s. */
  readonly workPerS: number;
  /** Total power of the facility (P_total, Eq. 65), W. */
  readonly powerW: number;
  /** Objective: service rate divided by total power, tasks/J. */
  readonly tasksPerJ: number;
  /** Proven upper bound on the objective over all settings, vent openings included, tasks/J. */
  readonly boundTasksPerJ: number;
  readonly hottestOutletC: number;
  /** Reason why the service rate is not higher. For an infeasible state, it is the limit that no setting keeps. */
  readonly binding: TemplateBinding;
  /** Number of cores of each block that may be busy (NC^allowable), rounded so that no limit is exceeded. */
  readonly allowableCores: Int32Array;
  /** Number of nodes of each block that are on; the rest are on standby. The field is absent if all nodes stay on. */
  readonly awakeNodes?: Int32Array | undefined;
  /** Dual values from which anyone can recompute the upper bound; absent if none are known. */
  readonly proof?: readonly PricesOfVents[] | undefined;
}

/**
 * Dual values of service rate and outlet temperatures. By weak duality, any such values give a lower bound on the power
 * of every setting. In a proof, the first entry is for all vent combinations, each further entry for a single
 * combination.
 */
export interface PricesOfVents {
  /** Index of the vent combination; null for all combinations. */
  readonly vents: number | null;
  readonly prices: TemplatePrices;
}

export interface TemplatePrices {
  /** Dual value of the service rate: additional watts per additional task per second. */
  readonly wattPerWork: number;
  /** Indices of the blocks whose outlet limit has a positive dual value, ascending. */
  readonly blocks: Int32Array;
  /** For each block in `blocks`, watts saved per kelvin if its outlet limit rises, above 0. */
  readonly wattPerK: Float64Array;
}

/**
 * Reason why the service rate of a template is not higher. "work": all available work is done. "power": the power limit
 * is reached. "saturated": every core is busy. "outlet": outlet temperatures are at their limit, even at the lowest
 * set-point. "none": more work would not give more tasks per joule. "infeasible-power" and "infeasible-outlet": no
 * setting keeps that limit.
 */
export type TemplateBinding =
  | 'work'
  | 'power'
  | 'saturated'
  | 'outlet'
  | 'none'
  | 'infeasible-power'
  | 'infeasible-outlet';
