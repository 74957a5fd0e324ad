import type { LocalFault } from '../../../../instances/fault.js';

/** Rows of a file with the intervals in which their values hold; ascending in time once merged. */
export interface SeriesRows {
  /** Beginnings, UTC, ms. `toMs`: ends. */
  readonly fromMs: Float64Array;
  readonly toMs: Float64Array;
  /** Values, scaled to the instance's unit. */
  readonly value: Float64Array;
  readonly line: Int32Array;
}

/** A fault of rows that counts only if the horizon needs their time. */
export interface Doubt {
  /** Start of the interval, UTC, ms; -Infinity (end: Infinity) if unknown. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly file: string;
  readonly line: number;
  /** Creates the fault when it is shown. */
  readonly fault: () => LocalFault;
}

/** Collects pieces of rows. */
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

  /** Returns the rows collected. */
  get rows(): SeriesRows {
    return {
      fromMs: Float64Array.from(this.#fromMs),
      toMs: Float64Array.from(this.#toMs),
      value: Float64Array.from(this.#value),
      line: Int32Array.from(this.#line),
    };
  }
}
