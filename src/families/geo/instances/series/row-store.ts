import type { Piece } from './file-clock.js';
import { STAMP_FAULTS, type StampFault, type TimeStamp } from './time-stamp.js';

/** Code of a valid stamp with a time of day; smaller codes are faults. */
const TIME_CODE = 254;
/** Code of a date alone. */
const DATE_CODE = 255;

/** Stores the stamps of a file's rows compactly; a file may have millions. */
export class StampStore implements Iterable<TimeStamp | StampFault> {
  readonly #clockMs: Float64Array;
  readonly #offsetMs: Float64Array;
  readonly #code: Uint8Array;

  constructor(stamps: Iterable<TimeStamp | StampFault>, count: number) {
    this.#clockMs = new Float64Array(count);
    this.#offsetMs = new Float64Array(count).fill(NaN);
    this.#code = new Uint8Array(count);
    let row = 0;
    for (const stamp of stamps) {
      if (typeof stamp === 'string') this.#code[row] = STAMP_FAULTS.indexOf(stamp);
      else {
        this.#code[row] = stamp.isDate ? DATE_CODE : TIME_CODE;
        this.#clockMs[row] = stamp.clockMs;
        if (stamp.offsetMs !== undefined) this.#offsetMs[row] = stamp.offsetMs;
      }
      row++;
    }
  }

  /** Returns the stamp of a row; undefined outside the file. */
  at(row: number): TimeStamp | StampFault | undefined {
    const code = this.#code[row];
    if (code === undefined) return undefined;
    if (code < STAMP_FAULTS.length) return STAMP_FAULTS[code];
    const offsetMs = this.#offsetMs[row]!;
    return {
      clockMs: this.#clockMs[row]!,
      offsetMs: Number.isNaN(offsetMs) ? undefined : offsetMs,
      isDate: code === DATE_CODE,
    };
  }

  *[Symbol.iterator](): Generator<TimeStamp | StampFault> {
    for (let row = 0; row < this.#code.length; row++) yield this.at(row)!;
  }
}

/** Intervals of a row: empty if it has no place, undefined if its stamp has no time. */
export type Place = readonly Piece[] | undefined;

/** Stores the intervals of a file's rows compactly. */
export class PlaceStore {
  /** Start of rows with a single interval; NaN if there are none or several. */
  readonly #fromMs: Float64Array;
  readonly #toMs: Float64Array;
  readonly #others = new Map<number, readonly Piece[]>();

  constructor(readonly length: number) {
    this.#fromMs = new Float64Array(length).fill(NaN);
    this.#toMs = new Float64Array(length);
  }

  at(row: number): Place {
    const fromMs = this.#fromMs[row]!;
    return Number.isNaN(fromMs) ? this.#others.get(row) : [{ fromMs, toMs: this.#toMs[row]! }];
  }

  set(row: number, place: readonly Piece[]): void {
    const [only] = place;
    if (place.length !== 1) {
      this.#fromMs[row] = NaN;
      this.#others.set(row, place);
      return;
    }
    this.#fromMs[row] = only!.fromMs;
    this.#toMs[row] = only!.toMs;
  }
}
