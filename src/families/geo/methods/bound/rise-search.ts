/**
 * Cost of a cell's energy as a function of F, the power of nodes and CRACs. The cost is the maximum, over weights from
 * `least` to `most`, of
 *
 * weight x (F - freeW)
 *
 * Weights are in USD/W. The search starts with `weight`.
 */
export interface EnergyWeight {
  readonly weight: number;
  readonly least: number;
  readonly most: number;
  /** Power that sun and wind supply without cost, W. */
  readonly freeW: number;
}

/** Lagrange multipliers of a room's limits, summed in the ways in which the Lagrangian needs them. */
export interface RowMultipliers {
  /** Sum of the multipliers of the limits on inlet temperature rises, USD/K. */
  readonly perKelvin: number;
  /** Sum of multiplier times right-hand side over the other limits (CRAC capacities), USD. */
  readonly constant: number;
  /** What the multipliers of all limits add to the cost of node power, by node type, USD/W. */
  readonly extra: Float64Array;
}

/**
 * Data and functions from which the minimum cost of a cell (one data centre in one epoch) is found. The search varies
 * the largest inlet temperature rise that is allowed, K, from `firstRiseK` to `lastRiseK`.
 */
export interface RiseProblem {
  readonly energy: EnergyWeight;
  /** Accuracy, USD, at which the lower bound is accepted; until then intervals of the rise are halved. */
  readonly near: number;
  readonly firstRiseK: number;
  readonly lastRiseK: number;
  /**
   * Returns H, the power of nodes and CRACs per W of node power, W/W, at an inlet temperature rise. H does not decrease
   * as the rise grows.
   */
  readonly perW: (riseK: number) => number;
  /** Returns an upper bound on how far H (`perW`) lies below its chord over an interval of the rise. */
  readonly belowChord: (lowK: number, highK: number) => number;
  /**
   * Returns the best multipliers if inlet rises are at most riseK and power costs usdPerW, with the node power `sumW`,
   * W.
   */
  readonly at: (riseK: number, usdPerW: number) => RowMultipliers & { readonly sumW: number };
  /** Returns the Lagrangian, which is a lower bound for any rise, cost of power and nonnegative multipliers. */
  readonly valueAt: (multipliers: RowMultipliers, usdPerW: number, riseK: number) => number;
}

/** Number of intervals into which the range of inlet temperature rises is divided at the start. */
const FIRST_INTERVALS = 4;
/** Maximum number of intervals of the inlet temperature rise; the search ends there, accurate or not. */
const MAX_INTERVALS = 96;
/** Maximum number of weights of energy (USD/W) tried at one inlet temperature rise. */
const MAX_WEIGHTS = 6;
/**
 * Number of parts into which an interval of the rise is divided to bound its cost. This is cheaper than halving the
 * interval, for which new multipliers must be computed.
 */
const PARTS = 8;

/** An inlet temperature rise at which multipliers are computed; it is an end of one or two intervals. */
interface Stop {
  readonly riseK: number;
  readonly weight: number;
  readonly multipliers: RowMultipliers;
  /** Value of the Lagrangian at this rise, USD. */
  readonly value: number;
  /** Derivative of the Lagrangian with respect to the energy weight (cost of a W for the epoch, USD/W), in W. */
  readonly perWeight: number;
  /** True if the energy weight (cost of a W for the epoch) is optimal within tolerance. */
  readonly settled: boolean;
}

interface Interval {
  readonly low: Stop;
  readonly high: Stop;
  readonly bound: number;
}

/**
 * Returns a lower bound on the minimum cost over all inlet temperature rises. Multipliers are optimal at certain rises
 * ("stops") and interpolated between them. Statement and proof: docs/geo/bound.md.
 */
export function leastOverRises(problem: RiseProblem): number {
  const { energy, near, firstRiseK, lastRiseK, perW, at, valueAt } = problem;
  const { weight: given, least, most, freeW } = energy;
  let attained = Infinity;

  function stopAt(riseK: number, weight: number, settled: boolean): Stop {
    const usdPerW = weight * perW(riseK);
    const { sumW, ...multipliers } = at(riseK, usdPerW);
    const value = valueAt(multipliers, usdPerW, riseK) - weight * freeW;
    if (settled) attained = Math.min(attained, value);
    return { riseK, weight, multipliers, value, perWeight: sumW * perW(riseK) - freeW, settled };
  }

  /**
   * Returns the stop (a rise with its multipliers) with approximately the best energy weight (cost of a W for the
   * epoch). The Lagrangian is concave in the weight, so the search moves to where tangents cross.
   */
  function settle(first: Stop): Stop {
    if (first.settled) return first;
    const { riseK } = first;
    let { weight } = first;
    let best = first;
    let one = first;
    let rising: Stop | null = null;
    let falling: Stop | null = null;
    for (let n = 0; n < MAX_WEIGHTS; n++) {
      if (one.perWeight > 0) rising = one;
      else falling = one;
      if (falling === null) weight = most;
      else if (rising === null) weight = least;
      else {
        const slope = rising.perWeight - falling.perWeight;
        const offsets = falling.value - falling.perWeight * falling.weight;
        weight = (offsets - rising.value + rising.perWeight * rising.weight) / slope;
        if (rising.value + rising.perWeight * (weight - rising.weight) - best.value <= near) break;
      }
      if (weight === one.weight) break;
      one = stopAt(riseK, Math.min(most, Math.max(least, weight)), false);
      if (one.value > best.value) best = one;
    }
    attained = Math.min(attained, best.value);
    return { ...best, settled: true };
  }

  const open = (low: Stop, high: Stop): Interval => ({ low, high, bound: boundBetween(problem, low, high) });
  const count = lastRiseK - firstRiseK > 1e-9 ? FIRST_INTERVALS : 1;
  const stops = Array.from({ length: count + 1 }, (_, n) =>
    stopAt(firstRiseK + ((lastRiseK - firstRiseK) * n) / count, given, least === most),
  );
  let intervals = stops.slice(1).map((high, n) => open(stops[n]!, high));
  for (;;) {
    let worst = intervals[0]!;
    for (const one of intervals) if (one.bound < worst.bound) worst = one;
    const { low, high, bound } = worst;
    if (!low.settled || !high.settled) {
      // Neighbours share stops.
      const settled = new Map([low, high].map((stop) => [stop, settle(stop)]));
      intervals = intervals.map((one) => {
        const ends = [settled.get(one.low) ?? one.low, settled.get(one.high) ?? one.high] as const;
        return ends[0] === one.low && ends[1] === one.high ? one : open(...ends);
      });
      continue;
    }
    if (bound >= attained - near || intervals.length >= MAX_INTERVALS) return bound;
    const weight = (low.weight + high.weight) / 2;
    const middle = stopAt((low.riseK + high.riseK) / 2, weight, least === most);
    intervals[intervals.indexOf(worst)] = open(low, middle);
    intervals.push(open(middle, high));
  }
}

/**
 * Returns a lower bound on the cost over all rises between two stops. The interval is bounded in PARTS parts (proof:
 * docs/geo/bound.md).
 */
function boundBetween({ energy, perW, belowChord, valueAt }: RiseProblem, low: Stop, high: Stop): number {
  const between = (from: number, to: number, share: number): number => (share === 1 ? to : from + share * (to - from));
  const mixed = (share: number): { riseK: number; weight: number; multipliers: RowMultipliers } => ({
    riseK: between(low.riseK, high.riseK, share),
    weight: between(low.weight, high.weight, share),
    multipliers: {
      perKelvin: between(low.multipliers.perKelvin, high.multipliers.perKelvin, share),
      constant: between(low.multipliers.constant, high.multipliers.constant, share),
      extra: low.multipliers.extra.map((usd, j) => between(usd, high.multipliers.extra[j]!, share)),
    },
  });
  let bound = Infinity;
  let from = mixed(0);
  for (let part = 1; part <= PARTS; part++) {
    const to = mixed(part / PARTS);
    const lengthK = to.riseK - from.riseK;
    // Products of two numbers that change along the part lie below their chords by a fourth of the product of the changes.
    const bend = Math.max(0, (to.weight - from.weight) * (perW(to.riseK) - perW(from.riseK))) / 4;
    const below = Math.max(from.weight, to.weight) * belowChord(from.riseK, to.riseK) + bend;
    const lostUsd = (Math.max(0, from.multipliers.perKelvin - to.multipliers.perKelvin) * lengthK) / 4;
    for (const { riseK, weight, multipliers } of [from, to]) {
      const value = valueAt(multipliers, weight * perW(riseK) - below, riseK) - weight * energy.freeW;
      bound = Math.min(bound, value - lostUsd);
    }
    from = to;
  }
  return bound;
}
