/**
 * Column separator and decimal mark of a table: "1,234.5" with commas and points, or "1.234,5" with semicolons and
 * commas.
 */

/** Separator of a table: semicolons where the first line has them and no comma. */
export function separatorOf(text: string): ',' | ';' {
  const header = /^[^\r\n]*/.exec(text)![0];
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

/** Pattern of a number with a decimal comma, perhaps with points between thousands. */
const WITH_COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/;
/**
 * Pattern of a number that can be read in two ways: one mark and three digits behind one to three, such as 1.234 or a
 * thousand times as much.
 */
const EITHER = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** The decimal mark that the numbers of a column show; 'unclear' where each of them can be read in two ways, or they contradict each other. */
export function decimalMarkOf(texts: Iterable<string>): ',' | '.' | 'unclear' {
  let isEither = false;
  let hasComma = false;
  let hasPoint = false;
  for (const text of texts) {
    if (EITHER.test(text)) isEither = true;
    else if (/[.,]/.test(text)) {
      if (WITH_COMMA.test(text)) hasComma = true;
      else if (/^[^,]*$/.test(text)) hasPoint = true;
    }
  }
  if (hasComma) return hasPoint ? 'unclear' : ',';
  return isEither && !hasPoint ? 'unclear' : '.';
}

/** Number text with a decimal point, "1.234,5" as "1234.5"; anything else as text that is no number. */
export function withPoint(text: string): string {
  return WITH_COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : 'no number';
}
