/** Template: setting of the room in one state. Types only. Shapes: B blocks (zones of the room's air), Q quadrants. */
export interface Template {
  /** Position in the grid: arriving work slowest, then the quadrants in order, power limit fastest. */
  readonly state: number;
  readonly status: 'optimal' | 'infeasible';
  /** Position of the vent combination: opening index of the first quadrant most significant. */
  readonly vents: number;
  readonly setPointC: number;
  /** U by block. Of an infeasible state: the best effort (all work that runs already, at the least excess over the limit that binds). */
  readonly utilisation: Float64Array;
  /**
   * Work mu (Eq. 63), tasks/s; P_total (Eq. 65), W; their quotient, tasks/J, and an upper bound on that of every
   * setting of all vents.
   */
  readonly workPerS: number;
  readonly powerW: number;
  readonly tasksPerJ: number;
  readonly boundTasksPerJ: number;
  readonly hottestOutletC: number;
  /**
   * Reason why the setting does no more: all work is done, the power limit, every core runs, nothing (a better quotient
   * than at any limit); or why it is infeasible.
   */
  readonly binding: TemplateBinding;
  /** NC^allowable by node type's whole cores, per block: cores of the block's nodes together, rounded safely. */
  readonly allowableCores: Int32Array;
  /** Number of nodes that may run, by block; the others are on standby. Absent where all nodes stay on. */
  readonly awakeNodes?: Int32Array | undefined;
  /** Prices from which the bound can be proven anew; absent where none are known. */
  readonly proof?: readonly PricesOfVents[] | undefined;
}

/**
 * Prices of work and heat: by weak duality any of them bound the power of every setting. In a proof the first are for all vent combinations,
 * others for one.
 */
export interface PricesOfVents {
  /** Position of the vent combination; null: all. */
  readonly vents: number | null;
  readonly prices: TemplatePrices;
}

export interface TemplatePrices {
  /** Price of work, W per task/s. */
  readonly wattPerWork: number;
  /** Blocks whose outlet limit has a price, ascending, and the prices, W/K, above 0. */
  readonly blocks: Int32Array;
  readonly wattPerK: Float64Array;
}

/** Reason that binds. 'outlet': the coolest set-point allows no more work. */
export type TemplateBinding =
  | 'work'
  | 'power'
  | 'saturated'
  | 'outlet'
  | 'none'
  | 'infeasible-power'
  | 'infeasible-outlet';
