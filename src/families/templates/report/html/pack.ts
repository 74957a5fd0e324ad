import type { AtlasStates } from '../../studies/atlas/record.js';

/** Makes bytes fewer (zlib's format); the browser undoes it. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

export interface PackedColumns {
  /** In the order in which they lie. */
  readonly columns: readonly {
    readonly name: string;
    readonly kind: 'f64' | 'u32' | 'u16' | 'u8';
    readonly length: number;
  }[];
  readonly base64: string;
}

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** Columns one behind the other, the widest numbers first so that each lies where its numbers may. */
export function packedColumns(states: AtlasStates, deflate: Deflate): PackedColumns {
  const columns = Object.entries(states)
    .filter((entry): entry is [string, Column] => typeof entry[1] !== 'number')
    .sort(([, one], [, other]) => other.BYTES_PER_ELEMENT - one.BYTES_PER_ELEMENT);
  const bytes = new Uint8Array(columns.reduce((sum, [, column]) => sum + column.byteLength, 0));
  let offset = 0;
  for (const [, column] of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += column.byteLength;
  }
  return {
    columns: columns.map(([name, column]) => ({ name, kind: kindOf(column), length: column.length })),
    base64: Buffer.from(deflate(bytes)).toString('base64'),
  };
}

function kindOf(column: Column): 'f64' | 'u32' | 'u16' | 'u8' {
  if (column instanceof Float64Array) return 'f64';
  if (column instanceof Uint32Array) return 'u32';
  return column instanceof Uint16Array ? 'u16' : 'u8';
}
