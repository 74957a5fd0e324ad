import { basename } from 'node:path';
import { excerpt } from '../instances/fault.js';

/** Maximum number of places that are listed of the rows that were left out for one reason. */
const MAX_PLACES = 20;
/** Maximum length of the sample of a row, characters. */
const MAX_SAMPLE = 80;

/** Rows of sources that were left out for one reason. */
export interface LeftOut {
  /** Why, as a sentence part: "row of another width than the header". */
  readonly reason: string;
  readonly rows: number;
  /** The first places, such as "jobs.log line 17", in the order in which they were found. */
  readonly places: readonly string[];
  /** Beginning of the first row. */
  readonly sample: string;
}

/** List of all rows that an import left out, by reason. Nothing is left out unsaid. */
export class Quarantine {
  readonly #byReason = new Map<string, { rows: number; readonly places: string[]; readonly sample: string }>();

  /**
   * Adds a row.
   *
   * @param line line number in the file, counted from 1
   */
  add(reason: string, file: string, line: number, row = ''): void {
    const place = (): string => `${basename(file)} line ${line}`;
    const known = this.#byReason.get(reason);
    if (known === undefined) {
      this.#byReason.set(reason, { rows: 1, places: [place()], sample: excerpt(row, MAX_SAMPLE) });
      return;
    }
    known.rows += 1;
    if (known.places.length < MAX_PLACES) known.places.push(place());
  }

  /** Number of rows left out, for whatever reason. */
  get rows(): number {
    return this.list.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** Rows left out, by reason; the reason with most rows first. */
  get list(): LeftOut[] {
    return [...this.#byReason]
      .map(([reason, { rows, places, sample }]) => ({ reason, rows, places: [...places], sample }))
      .sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1));
  }
}
