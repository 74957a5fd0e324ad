/** Value of a cell; null if there is none. Numbers are finite. */
export type TableValue = string | number | boolean | null;

/** Kind of the values of a column; "whole" are integers that doubles hold exactly. */
export type ColumnKind = 'text' | 'number' | 'whole' | 'flag';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A table with typed columns; each row has a value for each column, of its kind or null. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableValue[])[];
}
