import { MS_PER_MIN, MS_PER_S } from '../../../models/units.js';
import { quantile } from '../../experiments/quantiles.js';
import type { Role } from './columns.js';
import type { Unit } from './units.js';

/** Longest time for which the last reading stands where no other came, ms. Our choice: as a logger's keep-alive. */
const MAX_HELD_MS = 10 * MS_PER_MIN;
/** Interval between readings over its median, up to which a counter has no gap. Our choice: one missing row. */
const MAX_APART = 2.5;
/** Quantile of a counter's rates that stands for its usual greatest one. */
const USUAL = 0.95;
/** So many times its usual greatest rate a counter may have: where it began anew, and elsewhere. Our choice. */
const [MAX_RATE_ANEW, MAX_RATE] = [2, 20];
/** A counter may fall from one reading to the next, where it began anew, in at most this share of its readings. Our choice. */
const MAX_FALLS = 0.05;
/** Values at which counters begin anew: 2^16, 2^32 and powers of ten. */
const WRAPS = [2 ** 16, 2 ** 32, ...Array.from({ length: 10 }, (_, n) => 10 ** (n + 3))].sort((a, b) => a - b);

/** The clock of all tables: `length` steps from `startMs` on. */
export interface Clock {
  readonly startMs: number;
  readonly stepMs: number;
  readonly length: number;
}

/** Readings of one sensor on the clock. */
export class Series {
  /** Sums of the readings in each step; of a counter the last reading. */
  readonly #values: Float64Array;
  readonly #counts: Uint32Array;
  /** Time of the last reading in each step, of a counter. */
  readonly #timesMs: Float64Array | null;
  #unit: Unit | null = null;

  /** @param intervalMs usual time between readings, ms */
  constructor(
    readonly role: Role,
    private readonly intervalMs: number,
    private readonly clock: Clock,
  ) {
    this.#values = new Float64Array(clock.length);
    this.#counts = new Uint32Array(clock.length);
    this.#timesMs = role.quantity === 'energy' ? new Float64Array(clock.length).fill(-Infinity) : null;
  }

  /** Adds a reading. */
  add(ms: number, value: number, unit: Unit): void {
    const at = Math.floor((ms - this.clock.startMs) / this.clock.stepMs);
    if (this.#timesMs === null) this.#values[at]! += value * unit.factor + unit.offset;
    else if (ms >= this.#timesMs[at]!) {
      this.#timesMs[at] = ms;
      // Counters begin anew at values of their own unit, which is kept until then.
      this.#values[at] = value;
      this.#unit = unit;
    }
    this.#counts[at]! += 1;
  }

  /** Returns the values on the clock, NaN for gaps, and what was found of the counter, if it is one. */
  ended(): Ended {
    return this.#timesMs === null ? this.#means() : this.#rates(this.#timesMs);
  }

  /** Means of the readings of each step; the last one is held where none came, for a while. */
  #means(): Ended {
    const values = new Float64Array(this.clock.length).fill(NaN);
    // A reading stands for its own step, and for the steps until the next one is due.
    const { stepMs } = this.clock;
    const most = Math.max(Math.floor(MAX_HELD_MS / stepMs), Math.ceil(this.intervalMs / stepMs) - 1);
    let [last, age, held] = [NaN, Infinity, 0];
    for (const [at, count] of this.#counts.entries()) {
      age += 1;
      if (count > 0) {
        last = this.#values[at]! / count;
        age = 0;
      } else if (age <= most) held += 1;
      if (age <= most) values[at] = last;
    }
    return { values, held, wraps: 0, restarts: 0, isCounter: true };
  }

  /** Powers with which a counter rises between its readings. */
  #rates(timesMs: Float64Array): Ended {
    const values = new Float64Array(this.clock.length).fill(NaN);
    const read = [...this.#counts.keys()].filter((at) => this.#counts[at]! > 0);
    const rises = read.slice(1).map((to, n) => {
      const from = read[n]!;
      const apartMs = timesMs[to]! - timesMs[from]!;
      return { from, to, apartMs, before: this.#values[from]!, rise: this.#values[to]! - this.#values[from]! };
    });
    const rates = rises.filter(({ rise }) => rise > 0).map(({ rise, apartMs }) => rise / apartMs);
    const falls = rises.filter(({ rise }) => rise < 0).length;
    const usual = rates.length === 0 ? 0 : quantile(rates, USUAL);
    const longestMs = Math.max(MAX_HELD_MS, MAX_APART * this.intervalMs);
    let [wraps, restarts] = [0, 0];
    for (const { from, to, apartMs, before, rise } of rises) {
      const wrap = rise >= 0 ? 0 : WRAPS.find((one) => one > before && (rise + one) / apartMs <= MAX_RATE_ANEW * usual);
      if (wrap === undefined || (rise + wrap) / apartMs > MAX_RATE * usual) {
        restarts += 1;
        continue;
      }
      if (wrap > 0) wraps += 1;
      if (apartMs > longestMs) continue;
      values.fill((((rise + wrap) * this.#unit!.factor) / apartMs) * MS_PER_S, from, to);
    }
    return { values, held: 0, wraps, restarts, isCounter: falls <= Math.max(2, MAX_FALLS * rises.length) };
  }
}

/** A series on the clock. */
export interface Ended {
  readonly values: Float64Array;
  /** Number of steps in which the last reading stands. */
  readonly held: number;
  /** Number of times a counter began anew at its greatest value, and somewhere else. */
  readonly wraps: number;
  readonly restarts: number;
  /** False for an energy that often goes down, which is no counter. */
  readonly isCounter: boolean;
}
