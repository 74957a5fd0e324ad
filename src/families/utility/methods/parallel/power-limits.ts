import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * Tracks the load of all power limits during a mapping event. It gives the earliest start at which a further task keeps
 * all limits, beside the "fixed" tasks (running or with a decided start). Times are in s, powers in W.
 */
export interface PowerLimits {
  /**
   * Begins a mapping event at `nowS`, which must not decrease. Starts decided during the event are before `nextS`, the
   * next event.
   */
  readonly begin: (nowS: number, nextS: number) => void;
  /**
   * Adds a task whose start is decided: it draws its power from `startS`, before the next mapping event, until its end.
   */
  readonly fix: (option: number, startS: number) => void;
  /**
   * Returns the earliest start of an option (pool and P-state), s, from which running and decided tasks leave enough
   * room under all power limits. Infinity if there is none before the next mapping event. It never falls during an
   * event.
   */
  readonly earliestS: (option: number) => number;
  /** Returns how often the loads have changed. Results of `earliestS` hold as long as this number is the same. */
  readonly version: () => number;
}

/** Relative excess over a limit that is ignored as rounding error, well below the checker's tolerance. */
const ROUNDING = 1e-10;

/** Returns a tracker of a model's power limits; null if it has none. */
export function powerLimits({ powerRows, pools, options }: UtilityModel): PowerLimits | null {
  if (powerRows === undefined) return null;
  const { count: R, coefficient } = powerRows;
  const J = pools.length;
  const limit = powerRows.limit.map((value) => value * (1 + ROUNDING));
  /** Fixed tasks (running, or with a decided start) that have not ended: option (pool and P-state) and end, s. */
  let alive: { readonly option: number; readonly endS: number }[] = [];
  let untilS = 0;
  let count = 0;
  let momentS = new Float64Array(64);
  /** Load of each row (power limit) between each moment in `momentS` and the next, [moment][row]. */
  let load = new Float64Array(64 * R);
  /** Largest load of each row (power limit) at or after each moment in `momentS`, [moment][row]. */
  let most = new Float64Array(64 * R);
  let version = 0;
  /** Value of `version` (number of changes of the loads) when `firstW` and `lastW` of each pool were last computed. */
  const foundFor = new Int32Array(J).fill(-1);
  /** Largest additional power of each pool with which all limits hold from the first moment in `momentS` on, W. */
  const firstW = new Float64Array(J);
  /** Largest additional power of each pool with which all limits hold from the last moment in `momentS` on, W. */
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
  const momentAt = (atS: number): number => {
    let [low, high] = [0, count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (momentS[middle]! <= atS) low = middle;
      else high = middle;
    }
    return low;
  };
  /**
   * Returns the index in `momentS` of the moment `atS`, which is added if missing. Returns `count` if the moment is not
   * before the next mapping event.
   */
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
  /** Returns by how much the power of a pool may rise from moment k on without exceeding a power limit, W. */
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
