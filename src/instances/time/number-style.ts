// This file reads numbers in CSV cells: "1,234.5" in files with comma separators, "1.234,5" in files with semicolons or tabs.
// It also knows the texts that mean "no value".

import type { Separator } from '../csv-records.js';

/** Texts, in lower case, that stand for a missing value in market data and program output. */
const NO_VALUE: ReadonlySet<string> = new Set(['', '-', '–', 'n/e', 'n/a', 'na', 'nan', 'null', 'none', '#n/a']);

/** Returns the separator of a table: a comma if the first line has one, else a semicolon, else a tab if it has one. */
export function separatorOf(text: string): Separator {
  const header = /^[^\r\n]*/.exec(text)![0];
  return ([',', ';', '\t'] as const).find((sign) => header.includes(sign)) ?? ',';
}

/** Pattern of a number with a decimal comma, possibly with points between thousands. */
const WITH_COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/;
/** Pattern of an unambiguous number with commas between thousands and a decimal point. */
const WITH_BOTH = /^[+-]?\d{1,3}(,\d{3})+\.\d+$/;
/** Pattern of an ambiguous number: 1.234 may mean 1234 where points separate thousands. */
const EITHER = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** Returns the text of a number with the typographic minus U+2212 replaced by a hyphen. */
function plain(text: string): string {
  return text.replace(/^\u2212/, '-');
}

/** Returns true if the text of a cell means "no value". */
export function isNoValue(text: string): boolean {
  return NO_VALUE.has(text.toLowerCase());
}

/**
 * Factor by which one style (decimal mark, date order, row order) must be more frequent than the other to count as the
 * file's style. Rows in the other style are then faults.
 */
export const MANY_AGAINST_ONE = 10;

/** Returns a column's decimal mark; 'unclear' if all numbers are ambiguous (1.234) or they contradict each other. */
export function decimalMarkOf(texts: Iterable<string>): ',' | '.' | 'unclear' {
  let isEither = false;
  let commas = 0;
  let points = 0;
  for (const cell of texts) {
    const text = plain(cell);
    if (EITHER.test(text)) isEither = true;
    else if (/[.,]/.test(text)) {
      if (WITH_COMMA.test(text)) commas++;
      else if (/^[^,]*$/.test(text)) points++;
    }
  }
  if (commas > MANY_AGAINST_ONE * points) return ',';
  if (points > MANY_AGAINST_ONE * commas) return '.';
  return isEither || commas > 0 ? 'unclear' : '.';
}

/** Returns the value of a finite decimal number written with the given decimal mark; NaN for any other text. */
export function numberOf(cell: string, mark: ',' | '.'): number {
  const text = plain(cell);
  if (mark === ',') return WITH_COMMA.test(text) ? decimal(text.replaceAll('.', '').replace(',', '.')) : NaN;
  return decimal(WITH_BOTH.test(text) ? text.replaceAll(',', '') : text);
}

/** Returns the value of a finite decimal number; NaN for any other text (Number() would accept "" and 0x10). */
export function decimal(text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/** Returns, for a cell that is not a number, the text on what is allowed and the text on how to correct it. */
export function numberAdvice(cell: string, mark: ',' | '.'): { readonly allowed: string; readonly remedy: string } {
  const allowed = `a decimal number such as ${mark === ',' ? '-12,5' : '-12.5'}, or nothing for a gap`;
  const remedy =
    /^[^.]*\d,\d/.test(cell) && mark === '.'
      ? 'Write decimals with a point and nothing between thousands, or separate columns by semicolons.'
      : 'Write the value in such a form, or leave the cell empty for a gap.';
  return { allowed, remedy };
}
