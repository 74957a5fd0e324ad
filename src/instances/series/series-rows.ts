import type { LocalFault } from '../fault.js';

/** Values of a series with the time intervals in which they hold. Rows are ascending in time once files are merged. */
export interface SeriesRows {
  /** Beginnings of the intervals, ms since 1970 in UTC. */
  readonly fromMs: Float64Array;
  /** Ends of the intervals, ms since 1970 in UTC. */
  readonly toMs: Float64Array;
  /** Values, scaled to the instance's unit. */
  readonly value: Float64Array;
  /** Number of each row in its file: of its line, or of its entry in JSON. */
  readonly line: Int32Array;
}

/** What messages call a row: a line of a CSV file, or an entry of a list in JSON. */
export type RowWord = 'line' | 'entry';

/** A fault of a row that is reported only if the horizon needs the row's time. */
export interface Doubt {
  /** Start of the time in doubt, ms since 1970 in UTC; -Infinity if unknown. */
  readonly fromMs: number;
  /** End of the time in doubt, ms since 1970 in UTC; Infinity if unknown. */
  readonly toMs: number;
  readonly file: string;
  readonly row: RowWord;
  readonly line: number;
  /** Returns the fault. It is a function, because most doubts are never reported. */
  readonly fault: () => LocalFault;
}

/** Collects rows one by one: a value with the time interval in which it holds. */
export class RowList {
  readonly #fromMs: number[] = [];
  readonly #toMs: number[] = [];
  readonly #value: number[] = [];
  readonly #line: number[] = [];

  add(fromMs: number, toMs: number, value: number, line: number): void {
    this.#fromMs.push(fromMs);
    this.#toMs.push(toMs);
    this.#value.push(value);
    this.#line.push(line);
  }

  get rows(): SeriesRows {
    return {
      fromMs: Float64Array.from(this.#fromMs),
      toMs: Float64Array.from(this.#toMs),
      value: Float64Array.from(this.#value),
      line: Int32Array.from(this.#line),
    };
  }
}
