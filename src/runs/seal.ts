import { createHash } from 'node:crypto';

/** Lines that say by themselves whether they are what was written: `{"digest":"<16 hex digits>","entry":<JSON>}`. */

/** Number of hex digits of a digest, 64 bits: two entries with the same digest do not occur in practice. Ours. */
const HEX_DIGITS = 16;
/** Pattern of a sealed line: digest and entry, in which JSON allows the line breaks of Unicode (U+2028, U+2029). */
const SEALED = /^\{"digest":"([0-9a-f]{16})","entry":(.*)\}$/s;

/** A line holding `entry` (JSON without line breaks). A line of another subject, or moved there, does not fit. */
export function seal(subject: string, entry: string): string {
  return `{"digest":"${digest(subject, entry)}","entry":${entry}}`;
}

/** The entry of a line sealed for this subject; null where a single character is another, or there is no digest. */
export function unseal(subject: string, line: string): string | null {
  const [, claimed, entry] = SEALED.exec(line) ?? [];
  return entry !== undefined && digest(subject, entry) === claimed ? entry : null;
}

/** Text of lines, each sealed; the later ones for the first, so that lines of two texts cannot be mixed. */
export function sealLines(subject: string, text: string): string {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  return `${[seal(subject, first), ...rest.map((line) => seal(first, line))].join('\n')}\n`;
}

/** Text that `sealLines` was given. @throws RangeError with the number of the first line that does not fit. */
export function unsealLines(subject: string, text: string): string {
  const lines = text.trimEnd().split('\n');
  const first = unseal(subject, lines[0]!);
  const entries = lines.map((line, n) => {
    const entry = n === 0 ? first : first === null ? null : unseal(first, line);
    if (entry === null) throw new RangeError(`Line ${n + 1} is not what was written: its digest does not fit`);
    return entry;
  });
  return `${entries.join('\n')}\n`;
}

function digest(subject: string, entry: string): string {
  return createHash('sha256').update(`${subject}\n${entry}`).digest('hex').slice(0, HEX_DIGITS);
}
