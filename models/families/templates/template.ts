/** A template: the setting of the room in one state. Shapes: B blocks (zones of the room's air), Q quadrants. */
export interface Template {
  /**
   * Index of the state in the grid: arriving work is the slowest digit, then the quadrants in order, the power limit is
   * the fastest.
   */
  readonly state: number;
  readonly status: 'optimal' | 'infeasible';
  /** Index of the vent combination; the opening of the first quadrant is the most significant digit. */
  readonly vents: number;
  readonly setPointC: number;
  /**
   * Utilisation U by block. In an infeasible state the best effort: all work that already runs, with the least excess
   * over the broken limit.
   */
  readonly utilisation: Float64Array;
  /** Service rate mu (Eq. 63), tasks/s. */
  readonly workPerS: number;
  /** Total power P_total (Eq. 65), W. */
  readonly powerW: number;
  /** Work per energy, workPerS / powerW, tasks/J. */
  readonly tasksPerJ: number;
  /** Upper bound on `tasksPerJ` over every setting and all vents, tasks/J. */
  readonly boundTasksPerJ: number;
  readonly hottestOutletC: number;
  /**
   * What keeps the setting from doing more work: all work is done, the power limit, every core runs, or nothing (no
   * limit would improve tasks per joule). For an infeasible state, why it is infeasible.
   */
  readonly binding: TemplateBinding;
  /**
   * Number of cores that may run in the block's nodes together, NC^allowable, by block, rounded so that no limit is
   * exceeded.
   */
  readonly allowableCores: Int32Array;
  /** Number of nodes that may run, by block; the others are on standby. Absent if all nodes stay on. */
  readonly awakeNodes?: Int32Array | undefined;
  /** Prices from which the bound can be proven again; absent if none are known. */
  readonly proof?: readonly PricesOfVents[] | undefined;
}

/**
 * Prices of work and heat. By weak duality, any such prices bound the power of every setting. In a proof the first
 * prices are for all vent combinations, the others for one each.
 */
export interface PricesOfVents {
  /** Index of the vent combination; null for all. */
  readonly vents: number | null;
  readonly prices: TemplatePrices;
}

export interface TemplatePrices {
  /** Price of work, W per task/s. */
  readonly wattPerWork: number;
  /** Blocks whose outlet limit has a price, ascending. */
  readonly blocks: Int32Array;
  /** Prices of the outlet limits of `blocks`, W/K, above 0. */
  readonly wattPerK: Float64Array;
}

/**
 * The limit or reason that keeps a setting from more work. 'outlet': even the coolest set-point allows no more work.
 */
export type TemplateBinding =
  | 'work'
  | 'power'
  | 'saturated'
  | 'outlet'
  | 'none'
  | 'infeasible-power'
  | 'infeasible-outlet';
