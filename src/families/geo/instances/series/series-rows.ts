import type { LocalFault } from '../../../../instances/fault.js';

/** Rows of a file, each as the stretches of time in which its value holds; ascending in time where they are joined. */
export interface SeriesRows {
  /** Beginnings and ends, UTC, ms. */
  readonly fromMs: Float64Array;
  readonly toMs: Float64Array;
  /** Values, scaled to the instance's unit. */
  readonly value: Float64Array;
  readonly line: Int32Array;
}

/** A fault of rows that counts only where the horizon needs the time to which they belong. */
export interface Doubt {
  /** Stretch of time, UTC, ms; from -Infinity or to Infinity where it is not known. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly file: string;
  readonly line: number;
  /** Returns the fault, made where it is shown. */
  readonly fault: () => LocalFault;
}

/** Collector of pieces of rows. */
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
