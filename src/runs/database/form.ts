import type { SqlValue } from 'sql.js';
import type { LocalProblem } from '../../instances/problem.js';
import { buildAnew, type DatabaseKind, tableNames } from './kind.js';
import type { Rows } from './rows.js';

/**
 * Judgement of the form of rows: kinds of values, finite numbers, lists of the right length. Their digest does not tell,
 * because whoever makes up a database makes up its digest, too.
 */

/** Greatest number of faults listed. */
export const MAX_PROBLEMS = 5;

/** Words for the kinds of values, by letter. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  i: 'a whole number',
  r: 'a finite number',
  R: 'a finite number or nothing',
  t: 'a text',
  b: 'bytes',
};

/** Problem at a place of a database, whose remedy is another database. */
export function databaseProblem(kind: DatabaseKind, path: string, value: unknown, allowed: string): LocalProblem {
  return { path, value, allowed, remedy: buildAnew(kind) };
}

/** Problems of values that are not of the kind of their column, at most MAX_PROBLEMS. */
export function kindProblems<Table extends string>(kind: DatabaseKind<Table>, rows: Rows<Table>): LocalProblem[] {
  const problems: LocalProblem[] = [];
  for (const table of tableNames(kind)) {
    const { columns, kinds } = kind.tables[table];
    for (const row of rows[table]) {
      for (let c = 0; c < row.length; c++) {
        if (problems.length >= MAX_PROBLEMS) return problems;
        const value = row[c] ?? null;
        if (isOfKind(kinds[c]!, value)) continue;
        const found = value instanceof Uint8Array ? `${value.length} bytes` : value;
        const path = `${table}, ${String(row[0])}, ${columns[c]!}`;
        problems.push(databaseProblem(kind, path, found, KIND_WORDS[kinds[c]!]!));
      }
    }
  }
  return problems;
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

/** Numbers of a JSON list; null for anything else. */
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

/** Value of a JSON text; undefined for a text that is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
