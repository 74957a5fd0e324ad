import type { CsvRecord } from '../csv-records.js';
import type { LocalFault } from '../fault.js';

/** Maximum number of cells of a table that is made of JSON, so that it fits in memory. Our choice. */
const MAX_CELLS = 20_000_000;

/** Returns true if a text begins as JSON does. */
export function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

/**
 * Returns the list of objects in a JSON text as the records of a table, with a header: a row for each object, a column
 * for each key. A value in an object of its own has the column of its key, or of its path ("intensity.actual") if the
 * key occurs in several places. `line` of a record is the number of the object in the list, counted from 1. Lists
 * within the objects are passed over. Returns the fault of a text without exactly one list of objects.
 */
export function jsonRecords(text: string): CsvRecord[] | { readonly fault: LocalFault } {
  const allowed = 'JSON with one list of objects, each with a time and a value';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return {
      fault: { path: '', value: text.slice(0, 40), allowed, remedy: 'Check that the file was written completely.' },
    };
  }
  const lists = listsIn(parsed);
  if (lists.length !== 1) {
    const remedy = lists.length === 0 ? 'Name another file.' : 'Write the list that is meant to a file of its own.';
    return { fault: { path: '', value: `${lists.length} lists of objects`, allowed, remedy } };
  }
  const rows = lists[0]!.map((object) => new Map(leavesOf(object, '')));
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (paths.length * rows.length > MAX_CELLS) {
    const value = `${rows.length} objects with ${paths.length} keys`;
    return { fault: { path: '', value, allowed: `at most ${MAX_CELLS} values`, remedy: 'Shorten the period.' } };
  }
  const lastKey = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  const times = new Map<string, number>();
  for (const path of paths) times.set(lastKey(path), (times.get(lastKey(path)) ?? 0) + 1);
  const header = paths.map((path) => (times.get(lastKey(path)) === 1 ? lastKey(path) : path));
  return [
    { line: 1, fields: header },
    ...rows.map((row, n) => ({ line: n + 1, fields: paths.map((path) => row.get(path) ?? '') })),
  ];
}

/** Returns the lists of objects in a JSON value that are not within such a list. */
function listsIn(value: unknown): (readonly object[])[] {
  if (Array.isArray(value)) {
    const isList = value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);
    return isList ? [value as object[]] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listsIn) : [];
}

/** Yields the texts in an object with their paths. */
function* leavesOf(object: object, before: string): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    if (value === null) yield [`${before}${key}`, ''];
    else if (typeof value === 'string') yield [`${before}${key}`, value];
    else if (typeof value !== 'object') yield [`${before}${key}`, JSON.stringify(value)];
    else if (!Array.isArray(value)) yield* leavesOf(value, `${before}${key}.`);
  }
}
