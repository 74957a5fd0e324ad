import { createHash } from 'node:crypto';
import type { SqlValue } from 'sql.js';

/**
 * Returns a SHA-256 digest over all rows of a database in order, to be fed row by row. The digest detects altered bytes
 * and numbers, which SQLite does not notice. Texts and numbers enter as JSON, binary values unchanged.
 */
export function contentDigest(): {
  readonly add: (table: string, row: readonly SqlValue[]) => void;
  readonly result: () => string;
} {
  const hash = createHash('sha256');
  return {
    add(table, row) {
      hash.update(
        `${table}${JSON.stringify(row.map((value) => (value instanceof Uint8Array ? value.length : value)))}\n`,
      );
      for (const value of row) if (value instanceof Uint8Array) hash.update(value);
    },
    result: () => hash.digest('hex'),
  };
}
