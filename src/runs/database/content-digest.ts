import { createHash } from 'node:crypto';
import type { SqlValue } from 'sql.js';

/**
 * Returns a digest (SHA-256) over all rows in their order, because SQLite does not notice a changed byte or number.
 * Texts and numbers enter as JSON, binary values as they are.
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
