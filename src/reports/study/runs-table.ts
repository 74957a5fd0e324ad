import { count, fixed, gapPercent, seconds, significant } from '../format.js';
import { typeset } from '../html/markup.js';
import type { RunsTable, TableCell } from './input.js';

/**
 * Notation of a column's cells. "text": unchanged; "ending": why the run ended; "number", "four": six or four
 * significant digits; "whole": a whole number; "gap": %; "key": the key's first digits.
 */
export type Notation = 'text' | 'ending' | 'number' | 'four' | 'gap' | 'whole' | 'key';

/** A column of the table of runs on the page. */
export interface ShownColumn {
  /** Position of the column in the table of runs. */
  readonly column: number;
  readonly head: string;
  readonly show: Notation;
  /** True if readers can filter by this column. */
  readonly filter: boolean;
}

/**
 * Part of the table of runs that the page shows: the useful `columns`, and the values that are the `same` for all runs.
 */
export interface ShownTable {
  readonly columns: readonly ShownColumn[];
  readonly same: readonly { readonly head: string; readonly value: string }[];
}

/**
 * Number of shown hexadecimal digits of a run's key. Our choice: among 10,000 runs, two shown keys are equal with
 * probability 1e-7.
 */
export const KEY_DIGITS = 12;

/**
 * Pattern of the names of columns that identify a run. Names of grouped columns are matched by their prefix, such as
 * "option.".
 */
const IDENTITY =
  /^(verb|family|instance|generated_seed|method|seed|time_limit_s|work_limit|(change|factor|option|more)\..*)$/;

/** Columns of results on the page, with headings and notations. Others are only in the CSV file. */
const RESULTS: Readonly<Record<string, readonly [head: string, show: Notation]>> = {
  termination: ['Ended', 'ending'],
  failure: ['Failure', 'text'],
  feasible: ['Feasible', 'text'],
  objective: ['Objective', 'number'],
  objective_unit: ['Unit', 'text'],
  bound: ['Bound', 'number'],
  gap: ['Own gap, %', 'gap'],
  'work.steps': ['Steps', 'whole'],
  'time.total_s': ['Time, s', 'four'],
  key: ['Key', 'key'],
};

/** Short words for why a run ended, to fit into a column; also for the page's script. */
export const ENDINGS: Readonly<Record<string, string>> = { timeLimit: 'time limit', workLimit: 'step limit' };

/** Headings of columns that identify a run, by column name. Headings not listed follow from the name. */
const HEADS: Readonly<Record<string, string>> = {
  verb: 'Verb',
  family: 'Family',
  instance: 'Instance',
  generated_seed: 'Seed of the instance',
  method: 'Method',
  seed: 'Seed',
  time_limit_s: 'Time limit, s',
  work_limit: 'Step limit',
};

/**
 * Returns the useful part of the table of runs: without empty columns, and without identifying columns that are the
 * same for all runs.
 */
export function shownTable({ columns, rows }: RunsTable): ShownTable {
  const shown: ShownColumn[] = [];
  const same: { head: string; value: string }[] = [];
  columns.forEach(({ name }, column) => {
    const values = new Set(rows.map((row) => row[column] ?? null));
    if ([...values].every((value) => value === null)) return;
    if (Object.hasOwn(RESULTS, name)) {
      const [head, show] = RESULTS[name]!;
      if (name === 'objective_unit' && values.size === 1) same.push({ head: 'Unit', value: String([...values][0]) });
      else shown.push({ column, head, show, filter: show === 'text' || show === 'ending' });
    } else if (IDENTITY.test(name)) {
      const head = HEADS[name] ?? name.replace(/^(change|option|more)\./, '').replace(/^factor\./, 'x of ');
      const isKept = name === 'instance' || name === 'method';
      if (values.size === 1 && !isKept) same.push({ head, value: String([...values][0]) });
      else shown.push({ column, head, show: notationOf([...values]), filter: true });
    }
  });
  const keys = shown.filter(({ show }) => show === 'key');
  return { columns: [...shown.filter(({ show }) => show !== 'key'), ...keys], same };
}

function notationOf(values: readonly TableCell[]): Notation {
  return values.every((value) => value === null || typeof value === 'number') ? 'whole' : 'text';
}

/** Returns the text of a cell; empty without a value. The page's script (script-runs.ts) must write the same text. */
export function cellText(value: TableCell, show: Notation): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (show === 'ending') return Object.hasOwn(ENDINGS, value) ? ENDINGS[value]! : value;
    return show === 'key' ? value.slice(0, KEY_DIGITS) : value;
  }
  const digits: Record<Notation, () => string> = {
    text: () => String(value),
    ending: () => String(value),
    key: () => String(value),
    number: () => significant(value),
    four: () => seconds(value)?.digits ?? '',
    gap: () => gapPercent(value)?.digits ?? '',
    whole: () => count(value)?.digits ?? fixed(value, 0),
  };
  return typeset(digits[show]());
}

/**
 * Column of the table of runs in compact form, for the page: one value for all rows (`one`), a value for each row
 * (`values`), or the distinct values (`of`) with each row's position (`at`).
 */
export type PackedColumn =
  | { readonly name: string; readonly one: TableCell }
  | { readonly name: string; readonly of: readonly TableCell[]; readonly at: readonly number[] }
  | { readonly name: string; readonly values: readonly TableCell[] };

/** Returns the columns of a table in compact form. */
export function packed({ columns, rows }: Pick<RunsTable, 'columns' | 'rows'>): PackedColumn[] {
  return columns.map(({ name }, c) =>
    packedColumn(
      name,
      rows.map((row) => row[c] ?? null),
    ),
  );
}

function packedColumn(name: string, values: readonly TableCell[]): PackedColumn {
  const different = [...new Set(values)];
  if (different.length === 1) return { name, one: different[0]! };
  if (2 * different.length > values.length) return { name, values };
  const place = new Map(different.map((value, n) => [value, n]));
  return { name, of: different, at: values.map((value) => place.get(value)!) };
}
