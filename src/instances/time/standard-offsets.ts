import { MS_PER_S, S_PER_MIN } from '../../../models/units.js';
import { STANDARD_OFFSETS } from './standard-offsets-table.js';

/** A period in which a time zone's offset of standard time does not change. It ends when the next one begins. */
export interface StandardStretch {
  /** Start of the period, ms since 1970 UTC; -Infinity for the first period. */
  readonly fromMs: number;
  /**
   * Offset of standard time from UTC, ms, positive in the east. The list has two offsets if the time zone database does
   * not decide between them.
   */
  readonly offsetsMs: readonly number[];
}

let historyOf: ReadonlyMap<string, string> | undefined;

/** Returns the periods of constant standard time of a zone since 1970, ascending; undefined for an unknown zone. */
export function standardHistory(zone: string): readonly StandardStretch[] | undefined {
  historyOf ??= new Map(
    STANDARD_OFFSETS.trim()
      .split('\n')
      .flatMap((line) => {
        const [history, names] = line.split(' = ') as [string, string];
        return names.split(' ').map((name): [string, string] => [name.toLowerCase(), history]);
      }),
  );
  const words = historyOf.get(zone.toLowerCase())?.split(' ');
  if (words === undefined) return undefined;
  return Array.from({ length: (words.length + 1) / 2 }, (_, n) => ({
    fromMs: n === 0 ? -Infinity : Date.parse(words[2 * n - 1]!),
    offsetsMs: words[2 * n]!.split('|').map(offsetMsOf),
  }));
}

/** Converts an offset such as "+05:30" or "-00:44:30" to ms. */
function offsetMsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(':').map(Number);
  return (text.startsWith('-') ? -MS_PER_S : MS_PER_S) * ((hours * 60 + minutes) * S_PER_MIN + seconds);
}
