import { createHash } from 'node:crypto';

/**
 * Number of hex digits of a digest (64 bits). Our choice: equal digests of different entries do not occur in practice.
 */
const HEX_DIGITS = 16;
/** Pattern of a sealed line, which has a digest and an entry. The entry is JSON and may contain U+2028 and U+2029. */
const SEALED = /^\{"digest":"([0-9a-f]{16})","entry":(.*)\}$/s;

/**
 * Returns a sealed line: the entry with a digest that reveals later changes. The digest also depends on `subject`, so
 * that the line is valid only for this subject.
 *
 * @param subject what the line belongs to, e.g. a key
 * @param entry JSON without line breaks
 */
export function seal(subject: string, entry: string): string {
  return `{"digest":"${digest(subject, entry)}","entry":${entry}}`;
}

/** Returns the entry of a sealed line; null if it was changed, has no digest, or was sealed for another subject. */
export function unseal(subject: string, line: string): string | null {
  const [, claimed, entry] = SEALED.exec(line) ?? [];
  return entry !== undefined && digest(subject, entry) === claimed ? entry : null;
}

/**
 * Returns a text in which each line is sealed (has a digest). The digests of all further lines also depend on the first
 * line, so that lines of two texts cannot be mixed.
 */
export function sealLines(subject: string, text: string): string {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  return `${[seal(subject, first), ...rest.map((line) => seal(first, line))].join('\n')}\n`;
}

/**
 * Returns the text from which `sealLines` made a sealed text.
 *
 * @throws RangeError with the number of the first line that is not valid
 */
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
