import type { BasicType } from 'hyparquet-writer';
import type { ColumnKind, Table, TableValue } from './table.js';

/** Parquet type for each type of column. */
const TYPES: Readonly<Record<ColumnKind, BasicType>> = {
  text: 'STRING',
  number: 'DOUBLE',
  whole: 'INT64',
  flag: 'BOOLEAN',
};

/** Returns a Parquet file with a table. Columns are typed and may hold nulls. The bytes depend only on the table. */
export async function parquetBytes({ columns, rows }: Table): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = columns.map(({ name, kind }, c) => ({
    name,
    type: TYPES[kind],
    nullable: true,
    data: rows.map((row) => stored(kind, row[c] ?? null)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'plenum' }));
}

function stored(kind: ColumnKind, value: TableValue): TableValue | bigint {
  return kind === 'whole' && value !== null ? BigInt(value) : value;
}
