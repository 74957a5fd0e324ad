import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * Tracks the power limits during one event: it tells from when on further work fits next to the work that is already
 * placed ("fixed"). Times are in s, powers in W.
 */
export interface PowerLimits {
  /**
   * Begins an event at `nowS`, which must not decrease. Work fixed during the event starts before `nextS`, the next
   * event.
   */
  readonly begin: (nowS: number, nextS: number) => void;
  /** Fixes work: the option starts at `startS` and draws its power until its end. `startS` lies within the event. */
  readonly fix: (option: number, startS: number) => void;
  /**
   * Returns the earliest time from which the option keeps all power limits next to the fixed work, s; Infinity if there
   * is none before the next event. During an event the result never gets earlier.
   */
  readonly earliestS: (option: number) => number;
  /** Returns how often the loads have changed, so that callers can tell whether an earlier result still holds. */
  readonly version: () => number;
}

/** Relative excess over a limit that counts as rounding; well below the checker's tolerance. */
const ROUNDING = 1e-10;

/** Returns an object that tracks the power limits (rows) of a model during a run; null if it has none. */
export function powerLimits({ powerRows, pools, options }: UtilityModel): PowerLimits | null {
  if (powerRows === undefined) return null;
  const { count: R, coefficient } = powerRows;
  const J = pools.length;
  const limit = powerRows.limit.map((value) => value * (1 + ROUNDING));
  /** Fixed work that has not ended: its option, and its end in s. */
  let alive: { readonly option: number; readonly endS: number }[] = [];
  let untilS = 0;
  let count = 0;
  let momentS = new Float64Array(64);
  /** `load`: loads of all rows between each moment and the next. `most`: the largest load from each moment on. */
  let load = new Float64Array(64 * R);
  let most = new Float64Array(64 * R);
  /**
   * Number of changes of the loads so far. The three arrays below cache, for each pool, the version that they hold for,
   * and the power that the rows leave from the first and from the last moment on, W.
   */
  let version = 0;
  const foundFor = new Int32Array(J).fill(-1);
  const firstW = new Float64Array(J);
  const lastW = new Float64Array(J);

  const makeRoom = (): void => {
    if (count < momentS.length) return;
    const longer = (array: Float64Array, length: number): Float64Array<ArrayBuffer> => {
      const made = new Float64Array(length);
      made.set(array);
      return made;
    };
    momentS = longer(momentS, 2 * count);
    load = longer(load, 2 * count * R);
    most = new Float64Array(2 * count * R);
  };
  /** Returns the index of the last moment at or before atS. */
  const momentAt = (atS: number): number => {
    let [low, high] = [0, count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (momentS[middle]! <= atS) low = middle;
      else high = middle;
    }
    return low;
  };
  /** Returns the index of the moment atS, adding it if missing; `count` if it is not before the next event. */
  const splitAt = (atS: number): number => {
    if (atS >= untilS) return count;
    const at = momentAt(atS);
    if (momentS[at] === atS) return at;
    makeRoom();
    momentS.copyWithin(at + 2, at + 1, count);
    load.copyWithin((at + 2) * R, (at + 1) * R, count * R);
    load.copyWithin((at + 1) * R, at * R, (at + 1) * R);
    momentS[at + 1] = atS;
    count++;
    return at + 1;
  };
  const add = (pool: number, powerW: number, from: number, to: number): void => {
    for (let r = 0; r < R; r++) {
      const by = coefficient[r * J + pool]! * powerW;
      if (by !== 0) for (let k = from; k < to; k++) load[k * R + r]! += by;
    }
  };
  const changed = (): void => {
    version++;
    const last = (count - 1) * R;
    for (let r = 0; r < R; r++) most[last + r] = load[last + r]!;
    for (let n = last - 1; n >= 0; n--) most[n] = load[n]! > most[n + R]! ? load[n]! : most[n + R]!;
  };
  /** Returns the power that the rows leave to a pool from moment k on, W. */
  const roomW = (pool: number, k: number): number => {
    let leastW = Infinity;
    for (let r = 0; r < R; r++) {
      const perW = coefficient[r * J + pool]!;
      if (perW > 0) leastW = Math.min(leastW, (limit[r]! - most[k * R + r]!) / perW);
    }
    return leastW;
  };
  return {
    version: () => version,
    begin(nowS, nextS) {
      untilS = nextS;
      alive = alive.filter(({ endS }) => endS > nowS);
      momentS[0] = nowS;
      count = 1;
      load.fill(0, 0, R);
      const poolW = new Float64Array(J);
      for (const { option } of alive) poolW[options.pool[option]!]! += options.powerW[option]!;
      for (let j = 0; j < J; j++) if (poolW[j]! > 0) add(j, poolW[j]!, 0, 1);
      for (const { option, endS } of alive) {
        const from = splitAt(endS);
        add(options.pool[option]!, -options.powerW[option]!, from, count);
      }
      changed();
    },
    fix(option, startS) {
      const endS = startS + options.timeS[option]!;
      alive.push({ option, endS });
      const from = splitAt(startS);
      const to = splitAt(endS);
      add(options.pool[option]!, options.powerW[option]!, from, to);
      changed();
    },
    earliestS(option) {
      const pool = options.pool[option]!;
      const powerW = options.powerW[option]!;
      if (foundFor[pool] !== version) {
        foundFor[pool] = version;
        firstW[pool] = roomW(pool, 0);
        lastW[pool] = roomW(pool, count - 1);
      }
      if (powerW <= firstW[pool]!) return momentS[0]!;
      if (powerW > lastW[pool]!) return Infinity;
      let [low, high] = [0, count - 1];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (powerW <= roomW(pool, middle)) high = middle;
        else low = middle;
      }
      return momentS[high]!;
    },
  };
}
