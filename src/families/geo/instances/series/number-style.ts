/**
 * The reader of numbers: "1,234.5" with commas and points, or "1.234,5" with semicolons and commas; what stands for no
 * value.
 */

/** Texts, in small letters, that market data and tables of programs have where there is no value. */
const NO_VALUE: ReadonlySet<string> = new Set(['', '-', '–', 'n/e', 'n/a', 'na', 'nan', 'null', 'none', '#n/a']);

/** Separator of a table: semicolons where the first line has them and no comma. */
export function separatorOf(text: string): ',' | ';' {
  const header = /^[^\r\n]*/.exec(text)![0];
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

/** Pattern of a number with a decimal comma, perhaps with points between thousands. */
const WITH_COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/;
/** Pattern of a number with commas between thousands and a decimal point, which can be read in one way only. */
const WITH_BOTH = /^[+-]?\d{1,3}(,\d{3})+\.\d+$/;
/**
 * Pattern of a number that can be read in two ways: one mark and three digits behind one to three, such as 1.234 or a
 * thousand times as much.
 */
const EITHER = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** Returns the text of a cell as a number is written: the sign of typesetters, U+2212, is a minus. */
function plain(text: string): string {
  return text.replace(/^\u2212/, '-');
}

/** Returns true if a cell says that there is no value. */
export function isNoValue(text: string): boolean {
  return NO_VALUE.has(text.toLowerCase());
}

/** Number of proofs against one contradiction of which the contradiction is a fault of its own row. */
export const MANY_AGAINST_ONE = 10;

/**
 * Returns the decimal mark that the numbers of a column show; 'unclear' where each of them can be read in two ways, or
 * they contradict each other.
 */
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

/** Returns the value of a cell that is a finite decimal number with this mark; NaN for anything else. */
export function numberOf(cell: string, mark: ',' | '.'): number {
  const text = plain(cell);
  if (mark === ',') return WITH_COMMA.test(text) ? decimal(text.replaceAll('.', '').replace(',', '.')) : NaN;
  return decimal(WITH_BOTH.test(text) ? text.replaceAll(',', '') : text);
}

/**
 * Returns the value of a finite decimal number; NaN for anything else. Number() alone reads empty text as 0 and accepts
 * 0x10.
 */
export function decimal(text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/** Returns the values that are accepted in place of a cell that is no number, and a remedy. */
export function numberAdvice(cell: string, mark: ',' | '.'): { readonly allowed: string; readonly remedy: string } {
  const allowed = `a decimal number such as ${mark === ',' ? '-12,5' : '-12.5'}, or nothing for a gap`;
  const remedy =
    /^[^.]*\d,\d/.test(cell) && mark === '.'
      ? 'Write decimals with a point and nothing between thousands, or separate columns by semicolons.'
      : 'Write the value in such a form, or leave the cell empty for a gap.';
  return { allowed, remedy };
}
