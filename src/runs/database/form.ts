import type { SqlValue } from 'sql.js';
import type { LocalFault } from '../../instances/fault.js';
import { buildAnew, type DatabaseKind, tableNames } from './kind.js';
import type { Rows } from './rows.js';

/** Maximum number of faults reported for a database. */
export const MAX_FAULTS = 5;

/** Words for each column type, by its letter in `kinds` of TableForm. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  i: 'a whole number',
  r: 'a finite number',
  R: 'a finite number or nothing',
  t: 'a text',
  b: 'bytes',
};

/**
 * Returns a fault in the content of a database, with the advice to build it again.
 *
 * @param path where in the database the fault is
 */
export function databaseFault(kind: DatabaseKind, path: string, value: unknown, allowed: string): LocalFault {
  return { path, value, allowed, remedy: buildAnew(kind) };
}

/**
 * Returns faults for values of another type than their column's, at most MAX_FAULTS. The digest does not exclude them:
 * a forger can compute it too.
 */
export function kindFaults<Table extends string>(kind: DatabaseKind<Table>, rows: Rows<Table>): LocalFault[] {
  const faults: LocalFault[] = [];
  for (const table of tableNames(kind)) {
    const { columns, kinds } = kind.tables[table];
    for (const row of rows[table]) {
      for (let c = 0; c < row.length; c++) {
        if (faults.length >= MAX_FAULTS) return faults;
        const value = row[c] ?? null;
        if (isOfKind(kinds[c]!, value)) continue;
        const found = value instanceof Uint8Array ? `${value.length} bytes` : value;
        const path = `${table}, ${String(row[0])}, ${columns[c]!}`;
        faults.push(databaseFault(kind, path, found, KIND_WORDS[kinds[c]!]!));
      }
    }
  }
  return faults;
}

function isOfKind(kind: string, value: SqlValue): boolean {
  switch (kind) {
    case 'i':
      return Number.isSafeInteger(value);
    case 'r':
      return Number.isFinite(value);
    case 'R':
      return value === null || Number.isFinite(value);
    case 't':
      return typeof value === 'string';
    default:
      return value instanceof Uint8Array;
  }
}

/** Parses a JSON list of numbers; null unless it has `length` numbers that all satisfy `holds`. */
export function numbersOf(
  text: string,
  length: number,
  holds: (value: number) => boolean = Number.isFinite,
): readonly number[] | null {
  const value = parsedJson(text);
  if (!Array.isArray(value) || value.length !== length) return null;
  const list: readonly unknown[] = value;
  return list.every((one): one is number => typeof one === 'number' && holds(one)) ? list : null;
}

/** Returns the value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
