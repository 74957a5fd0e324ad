/** Value of a cell; null if the cell is empty. Numbers are finite. */
export type TableValue = string | number | boolean | null;

/**
 * Type of the values of a column. 'whole' means integers that a double represents exactly; 'flag' means true or false.
 */
export type ColumnKind = 'text' | 'number' | 'whole' | 'flag';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A table with typed columns. Each row has one value for each column: of the column's type, or null. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableValue[])[];
}
