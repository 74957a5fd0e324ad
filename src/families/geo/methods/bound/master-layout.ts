import type { PooledConfiguration } from './context.js';
import type { PowerLine } from './power-line.js';

/** Indices of the columns and rows of one cell (one data centre in one epoch) in a master LP. */
export interface WindowCell {
  readonly cell: number;
  readonly buy: number;
  /** Column of the energy sold; -1 if the cell has neither sun nor wind. */
  readonly sell: number;
  /** Columns that hold the number of awake nodes, by node type. */
  readonly awake: readonly number[];
  /**
   * Rows, by node type, that set the number of awake nodes equal to the number of nodes on configurations (what a
   * node's cores run).
   */
  readonly count: readonly number[];
  /** Power of all nodes of a type if all sleep, by node type, W. */
  readonly asleepW: Float64Array;
  /** Energy of sun and wind available to the cell, in the LP's unit of energy. */
  readonly renewable: number;
  readonly configurations: { readonly column: number; readonly pooled: PooledConfiguration }[];
  readonly configurationIds: Set<number>;
  /**
   * Rows that bound the cell's energy by a linear function of node powers: from above if `ceiling` is true, otherwise
   * from below.
   */
  readonly lines: { readonly row: number; readonly line: PowerLine; readonly ceiling: boolean }[];
  readonly limits: { readonly row: number; readonly limit: number; readonly scale: number }[];
  /** Row of the power cap; -1 if there is none. */
  cap: number;
  /** Starts billed in this cell: pairs of a column and the energy of one start, in the LP's unit of energy. */
  readonly starts: (readonly [number, number])[];
  /** Stops billed in this cell: pairs of a column and the energy of one stop, in the LP's unit of energy. */
  readonly stops: (readonly [number, number])[];
}

export interface MasterLayout {
  readonly epochs: readonly number[];
  /** Row of each rate to be served, with key epoch * I + task type, for I task types. */
  readonly rateRow: ReadonlyMap<number, number>;
  /**
   * Row that limits the rate in cells where a kWh has a negative cost, with key epoch * I + task type. Epochs without
   * such cells have no row.
   */
  readonly payingRow: ReadonlyMap<number, number>;
  /** Column of each rate that is not served, with key epoch * I + task type, for I task types. */
  readonly missingColumn: ReadonlyMap<number, number>;
  readonly cells: ReadonlyMap<number, WindowCell>;
  /**
   * Row that sets the change in awake nodes to the next epoch equal to starts minus stops. The key is cell * J + node
   * type, for J node types.
   */
  readonly change: ReadonlyMap<number, number>;
  /** Rows of demand charges, indexed [centre][demand period][position of the epoch in the period]. */
  readonly demand: readonly (readonly (readonly number[])[])[];
  readonly carbon: number;
  readonly energyUnit: number;
  readonly costUnit: number;
}
