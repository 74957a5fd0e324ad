import type { Piece } from '../time/file-clock.js';
import { STAMP_FAULTS, type StampFault, type TimeStamp } from '../time/time-stamp.js';

/** Code that StampStore stores for a valid time stamp with a time of day; smaller codes index STAMP_FAULTS. */
const TIME_CODE = 254;
/** Code that StampStore stores for a valid date without a time of day. */
const DATE_CODE = 255;

/** Stores the time stamps of a file's rows in typed arrays, because a file may have millions of rows. */
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

  /** Returns the time stamp of a row, or the fault of its text; undefined if the file has no such row. */
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

/** Time intervals in which a row's value holds; empty if none can be assigned, undefined if its time is unreadable. */
export type Place = readonly Piece[] | undefined;

/** Stores the time intervals of a file's rows in typed arrays, because a file may have millions of rows. */
export class PlaceStore {
  /** Start of each row's interval, ms; NaN if the row has no interval or several. */
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
