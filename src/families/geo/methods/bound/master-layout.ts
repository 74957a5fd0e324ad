import type { PooledConfiguration } from './context.js';
import type { PowerLine } from './power-line.js';

/** Positions in a master LP: columns and rows of one cell. */
export interface WindowCell {
  readonly cell: number;
  readonly buy: number;
  /** -1 without sun and wind. */
  readonly sell: number;
  /** Columns of nodes awake, and rows that set them equal to the configurations run, by node type. */
  readonly awake: readonly number[];
  readonly count: readonly number[];
  /** All nodes asleep, W by type. */
  readonly asleepW: Float64Array;
  /** Renewable energy of the cell in the LP's unit of energy. */
  readonly renewable: number;
  readonly configurations: { readonly column: number; readonly pooled: PooledConfiguration }[];
  readonly configurationIds: Set<number>;
  /** Lines, and whether each is a ceiling: the others are floors. */
  readonly lines: { readonly row: number; readonly line: PowerLine; readonly ceiling: boolean }[];
  readonly limits: { readonly row: number; readonly limit: number; readonly scale: number }[];
  /** Row of the power cap, -1 without. */
  cap: number;
  /** Columns of starts and stops charged here, with their energy. */
  readonly starts: (readonly [number, number])[];
  readonly stops: (readonly [number, number])[];
}

export interface MasterLayout {
  readonly epochs: readonly number[];
  /** Rows of rates and columns of missing tasks, keyed epoch * I + task. */
  readonly rateRow: ReadonlyMap<number, number>;
  /** Rows of what is run at most where a kWh costs less than nothing, with the same keys; none in epochs without such a cell. */
  readonly payingRow: ReadonlyMap<number, number>;
  readonly missingColumn: ReadonlyMap<number, number>;
  readonly cells: ReadonlyMap<number, WindowCell>;
  /** Rows that tie changes of nodes awake to starts and stops, keyed cell * J + type. */
  readonly change: ReadonlyMap<number, number>;
  /** Rows of demand charges by centre, period and position in it. */
  readonly demand: readonly (readonly (readonly number[])[])[];
  readonly carbon: number;
  readonly energyUnit: number;
  readonly costUnit: number;
}
