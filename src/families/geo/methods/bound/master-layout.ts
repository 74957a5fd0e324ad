import type { PooledConfiguration } from './context.js';
import type { PowerLine } from './power-line.js';

/** Columns and rows of one cell in a master LP. */
export interface WindowCell {
  readonly cell: number;
  readonly buy: number;
  /** Column of energy sold; -1 without sun and wind. */
  readonly sell: number;
  /** Columns of the numbers of awake nodes, by node type. */
  readonly awake: readonly number[];
  /** Rows that equate these numbers with the configurations run. */
  readonly count: readonly number[];
  /** Power of all nodes asleep by type, W. */
  readonly asleepW: Float64Array;
  /** Renewable energy of the cell in the LP's unit of energy. */
  readonly renewable: number;
  readonly configurations: { readonly column: number; readonly pooled: PooledConfiguration }[];
  readonly configurationIds: Set<number>;
  /** Rows of lines; each is a ceiling or a floor. */
  readonly lines: { readonly row: number; readonly line: PowerLine; readonly ceiling: boolean }[];
  readonly limits: { readonly row: number; readonly limit: number; readonly scale: number }[];
  /** Row of the power cap, -1 if there is none. */
  cap: number;
  /** Columns of starts and stops charged to this cell, with their energy. */
  readonly starts: (readonly [number, number])[];
  readonly stops: (readonly [number, number])[];
}

export interface MasterLayout {
  readonly epochs: readonly number[];
  /** Rows of rates, keyed epoch * I + task. Next: columns of missing tasks. */
  readonly rateRow: ReadonlyMap<number, number>;
  /** Rows that limit what is run where a kWh has a negative cost, same keys; only in epochs with such a cell. */
  readonly payingRow: ReadonlyMap<number, number>;
  readonly missingColumn: ReadonlyMap<number, number>;
  readonly cells: ReadonlyMap<number, WindowCell>;
  /** Rows that relate changes of awake nodes to starts and stops, keyed cell * J + type. */
  readonly change: ReadonlyMap<number, number>;
  /** Rows of demand charges by centre, period and position in the period. */
  readonly demand: readonly (readonly (readonly number[])[])[];
  readonly carbon: number;
  readonly energyUnit: number;
  readonly costUnit: number;
}
