import type { BlockData } from './block-data.js';
import type { CoolingFactor } from './cooling-factor.js';
import {
  boundByCut,
  type BoundFrame,
  type Cut,
  intervalBound,
  ratioBound,
  workBound,
  type OperatingPoint,
} from './cut-bounds.js';
import type { LeastPower } from './least-power.js';

/** Relative difference between the work found under a power limit and its upper bound at which the search ends. */
const WORK_ACCURACY = 1e-10;
/** Relative optimality gap at which a vent combination counts as solved. */
export const PROOF_ACCURACY = 1e-8;
/** Maximum number of times that an interval of works is divided in branch and bound. */
const MAX_SPLITS = 200;
/** Number of cuts that are stored for later requests. */
const REMEMBERED = 12;

/**
 * Search for settings of one vent combination with given running cores. It finds the most work under a power limit, the
 * best work per energy up to a given work, and upper bounds on both. Later requests start from the settings found.
 */
export class VentSearch {
  private frame!: BoundFrame;
  private lower!: Float64Array;
  private readonly points: OperatingPoint[] = [];
  /** Cuts of earlier requests, valid for all lower bounds on utilisations. The newest replaces the oldest. */
  private readonly remembered: Float64Array;
  private readonly rememberedPrices: Float64Array[] = [];
  private readonly mixtures = new Map<Float64Array, Map<Float64Array, Float64Array | null>>();
  private rememberedCount = 0;
  /** Dual values of the cut that gave the result of the last `rememberedBound`; null if there was none. */
  provingPrices: Float64Array | null = null;
  /** Dual values of the cut that was stored last; null if none is stored. */
  private latestPrices: Float64Array | null = null;
  /** Maximum work that the outlet limit allows at the coolest set-point, tasks/s; Infinity if not known. */
  private mostPerS = Infinity;

  constructor(
    private readonly data: BlockData,
    private readonly leastPower: LeastPower,
  ) {
    this.remembered = new Float64Array(REMEMBERED * (3 + data.quadrantCount));
  }

  forget(): void {
    this.leastPower.forget();
    this.rememberedCount = 0;
  }

  /** Prepares the search for requests with these running cores. `frame.highestC` must be at least `frame.lowestC`. */
  begin(frame: BoundFrame, lowerByQuadrant: Float64Array): void {
    this.frame = frame;
    this.lower = lowerByQuadrant;
    this.points.length = 0;
    this.mixtures.clear();
    this.mostPerS = Infinity;
    this.leastPower.lp.setLower(lowerByQuadrant);
  }

  /**
   * Returns an upper bound on work per energy of any setting of this vent combination, from stored cuts. Infinity if no
   * cuts are stored, -1 if no setting is feasible. Once the bound is at most `enough`, the remaining cuts are skipped.
   */
  rememberedBound(
    frame: BoundFrame,
    lowerByQuadrant: Float64Array,
    topPerS: number,
    limitW: number,
    enough: number,
  ): number {
    let bound = Infinity;
    this.provingPrices = null;
    const stride = 3 + this.data.quadrantCount;
    const kept = Math.min(REMEMBERED, this.rememberedCount);
    for (let k = 1; k <= kept && bound > enough; k += 1) {
      const place = (this.rememberedCount - k) % REMEMBERED;
      const cut = cutAt(this.remembered, place * stride, lowerByQuadrant);
      const byCut = boundByCut(frame, cut, topPerS, limitW, enough);
      if (byCut >= bound) continue;
      bound = byCut;
      this.provingPrices = this.rememberedPrices[place]!;
    }
    return bound;
  }

  /**
   * Returns the setting of least power for a work or, if the outlet limit forbids it, for the most work allowed. With
   * `short`, it may instead return a bound on work per energy, once no setting with work up to `short.topPerS` can
   * exceed `short.enough`.
   */
  private atWork(workPerS: number): OperatingPoint;
  private atWork(workPerS: number, short: Shortcut | null): OperatingPoint | number;
  private atWork(workPerS: number, short: Shortcut | null = null): OperatingPoint | number {
    let bound = Infinity;
    const isEnough =
      short === null
        ? null
        : (cut: Float64Array): boolean => {
            const { topPerS, limitW, enough } = short;
            bound = boundByCut(this.frame, cutAt(cut, 0, this.lower), topPerS, limitW, enough);
            return bound <= enough;
          };
    let wantedPerS = Math.min(workPerS, this.mostPerS);
    let stuck = 0;
    for (let step = 0; step < 200; step += 1) {
      const known = this.points.find((point) => point.workPerS === wantedPerS);
      if (known !== undefined) return known;
      if (wantedPerS <= this.frame.existingPerS) return this.keepRunning();
      if (this.leastPower.find(wantedPerS, this.lower, this.frame, isEnough)) {
        this.remember();
        return bound;
      }
      if (this.leastPower.totalW < Infinity) return this.keep(wantedPerS);
      const ray = cutAt(this.leastPower.cut, 0, this.lower);
      // Rounding may also refuse a work as too small, which says nothing of more.
      const provenPerS =
        ray.wattPerWork > 0 ? -(ray.constantW + ray.wattPerC * this.frame.lowestC) / ray.wattPerWork : Infinity;
      if (provenPerS < this.mostPerS) this.mostPerS = Math.max(provenPerS, this.frame.existingPerS);
      // A work at the very edge may be refused by rounding; running work alone is known to be allowed.
      const further = provenPerS < wantedPerS * (1 - 1e-12);
      if (!further) stuck += 1;
      const shorter = wantedPerS - (wantedPerS - this.frame.existingPerS) * 1e-11 * 4 ** stuck;
      wantedPerS = Math.max(this.frame.existingPerS, further ? provenPerS : shorter);
    }
    throw new Error('running work is not allowed by the outlet limit');
  }

  private latestProof(): readonly Float64Array[] {
    return this.latestPrices === null ? [] : [this.latestPrices];
  }

  /** Returns the most work within the outlet limit at `coolestC`, tasks/s; Infinity if no set-point is that cool. */
  stopsAtPerS(coolestC: number): number {
    return this.frame.lowestC <= coolestC ? this.mostPerS : Infinity;
  }

  /**
   * Returns the setting of most work up to `topPerS` with total power up to `limitW`, and an upper bound on that work.
   * `above` is the known setting from which the search starts. If no such setting can have a work per energy above
   * `enough`, the search ends early, and the returned setting is null.
   */
  private underLimit(limitW: number, topPerS: number, above: OperatingPoint, enough: number): WorkUnderLimit {
    const { existingPerS } = this.frame;
    let provenPerS = Math.min(topPerS, this.mostPerS);
    let feasible: OperatingPoint | null = null;
    for (const point of this.points) {
      if (point.workPerS <= topPerS && point.totalW <= limitW) feasible = point;
    }
    let latest = above;
    for (let step = 0; step < 60; step += 1) {
      const trimmed = this.trim(latest, limitW);
      if (trimmed !== null && (feasible === null || trimmed.workPerS > feasible.workPerS)) feasible = trimmed;
      const surelyPerS = feasible?.workPerS ?? existingPerS;
      const before = provenPerS;
      // Its power is found to an accuracy only: what is more than the limit by less than that proves nothing of its work.
      if (latest.totalW > limitW) {
        provenPerS = Math.min(provenPerS, Math.max(surelyPerS, workBound(this.frame, latest, limitW)));
      }
      if (provenPerS - surelyPerS <= WORK_ACCURACY * provenPerS) break;
      const quotient = ratioBound(this.frame, latest, existingPerS, provenPerS);
      if (quotient <= enough) return { point: null, provenPerS, quotient, proof: [latest.prices] };
      // Newton's step; half way where it does not get on.
      const slow = step > 3 && before - provenPerS < 0.5 * (before - surelyPerS);
      const next = this.atWork(
        slow ? (provenPerS + surelyPerS) / 2 : provenPerS,
        enough > 0 ? { topPerS: provenPerS, limitW, enough } : null,
      );
      if (typeof next === 'number') return { point: null, provenPerS, quotient: next, proof: this.latestProof() };
      if (next === latest) break;
      latest = next;
    }
    return { point: feasible ?? this.atWork(existingPerS), provenPerS, quotient: Infinity, proof: [latest.prices] };
  }

  /**
   * Returns the best setting with work up to `topPerS` and power up to `limitW`, and an upper bound on work per energy.
   * The search ends early, with any setting or none, if it proves that nothing is better than `enough`.
   */
  bestWithin(topPerS: number, limitW: number, enough: number): BestWithin {
    // As power rises with work, a known setting above the limit spares the one of all the work.
    const above = this.points.find((point) => point.workPerS <= topPerS && point.totalW > limitW);
    const full = above ?? this.atWork(topPerS, enough > 0 ? { topPerS, limitW, enough } : null);
    if (typeof full === 'number') return { found: null, boundTasksPerJ: full, proof: this.latestProof() };
    const under = full.totalW <= limitW ? null : this.underLimit(limitW, topPerS, full, enough);
    if (under !== null && under.point === null) {
      return { found: null, boundTasksPerJ: under.quotient, proof: under.proof };
    }
    const top = under?.point ?? full;
    const { found, boundTasksPerJ, proof: ofPoints } = this.bestUpTo(top, enough);
    const proof = [...ofPoints, ...(under?.proof ?? [])];
    // Rounding may stop short of the most work proven; as Q rises, the rest is worth no more than its share.
    const reachPerS = under?.provenPerS ?? Math.min(topPerS, this.mostPerS);
    return {
      found,
      proof,
      boundTasksPerJ: top.workPerS > 0 ? boundTasksPerJ * Math.max(1, reachPerS / top.workPerS) : boundTasksPerJ,
    };
  }

  /**
   * Corrects a setting that was found with a chord of the cooling factor. Returns the setting with its total power by
   * the true factor, and with less work if the power limit requires that. Null if running cores alone exceed the limit.
   */
  underTrueFactor(point: OperatingPoint, factor: CoolingFactor, limitW: number): OperatingPoint | null {
    const totalW = (point.totalW * this.frame.factor.at(point.setPointC)) / factor.at(point.setPointC);
    return this.trim({ ...point, totalW, tasksPerJ: point.workPerS / totalW }, limitW, factor);
  }

  private bestUpTo(top: OperatingPoint, enough: number): BestWithin & { readonly found: OperatingPoint } {
    const { frame } = this;
    const direct = ratioBound(frame, top, frame.existingPerS, top.workPerS);
    if (direct <= Math.max(enough, top.tasksPerJ * (1 + PROOF_ACCURACY))) {
      return { found: top, boundTasksPerJ: direct, proof: [top.prices] };
    }
    this.atWork(frame.existingPerS);
    let best = top;
    let proven = 0;
    const inside = (): OperatingPoint[] => [...this.points.filter(({ workPerS }) => workPerS < top.workPerS), top];
    for (const point of inside()) if (point.tasksPerJ > best.tasksPerJ) best = point;
    const points = inside();
    const open = points.slice(1).map((high, k) => this.interval(points[k]!, high));
    for (let split = 0; open.length > 0; split += 1) {
      // The most promising first.
      open.sort((one, other) => one.bound - other.bound);
      const { low, high, bound } = open.pop()!;
      if (bound <= Math.max(enough, best.tasksPerJ * (1 + PROOF_ACCURACY)) || split >= MAX_SPLITS) {
        proven = bound;
        break;
      }
      const middle = this.atWork(meeting(low, high));
      if (middle.tasksPerJ > best.tasksPerJ) best = middle;
      if (middle.workPerS <= low.workPerS || middle.workPerS >= high.workPerS) {
        proven = bound;
        break;
      }
      open.push(this.interval(low, middle), this.interval(middle, high));
    }
    return {
      found: best,
      boundTasksPerJ: Math.max(best.tasksPerJ, Math.min(direct, proven)),
      proof: this.pricesAround(inside(), best),
    };
  }

  /**
   * Returns vectors of dual values that together prove that no work gives a better setting than `best`. They belong to
   * the settings of most work, `best` and its neighbours, and to convex combinations of these (see `proportional`).
   */
  private pricesAround(points: readonly OperatingPoint[], best: OperatingPoint): Float64Array[] {
    const at = points.indexOf(best);
    const near = points.slice(Math.max(0, at - 1), at + 2);
    const mixtures = near.flatMap((low, k) => near.slice(k + 1).map((high) => this.mixture(low, high)));
    return [points.at(-1)!, ...near].map(({ prices }) => prices).concat(mixtures.filter((prices) => prices !== null));
  }

  private mixture(low: OperatingPoint, high: OperatingPoint): Float64Array | null {
    const ofLow = this.mixtures.get(low.prices) ?? new Map<Float64Array, Float64Array | null>();
    this.mixtures.set(low.prices, ofLow);
    const known = ofLow.get(high.prices);
    if (known !== undefined) return known;
    const made = proportional(low, high);
    ofLow.set(high.prices, made);
    return made;
  }

  private interval(low: OperatingPoint, high: OperatingPoint): Interval {
    const middleC = (low.setPointC + high.setPointC) / 2;
    return { low, high, bound: intervalBound(this.frame, low, high, low.workPerS, high.workPerS, middleC) };
  }

  /** Returns the setting with work reduced to total power `limitW`. Null if running cores alone exceed `limitW`. */
  private trim(point: OperatingPoint, limitW: number, factor = this.frame.factor): OperatingPoint | null {
    if (point.totalW <= limitW) return point;
    const share = factor.at(point.setPointC);
    const { leastNodeW, existingPerS } = this.frame;
    const part = (limitW * share - leastNodeW) / (point.totalW * share - leastNodeW);
    if (!(part >= 0)) return null;
    const workPerS = existingPerS + part * (point.workPerS - existingPerS);
    const utilisation = point.utilisation.map((value, b) => {
      const least = this.lower[this.data.quadrant[b]!]!;
      return least + part * (value - least);
    });
    return { ...point, workPerS, utilisation, totalW: limitW, tasksPerJ: workPerS / limitW };
  }

  /** Stores the last cut for bounds in other states. Returns the dual values of this cut. */
  private remember(): Float64Array {
    const stride = 3 + this.data.quadrantCount;
    const place = this.rememberedCount % REMEMBERED;
    const prices = this.leastPower.prices.slice();
    this.remembered.set(this.leastPower.cut, place * stride);
    this.rememberedPrices[place] = prices;
    this.rememberedCount += 1;
    this.latestPrices = prices;
    return prices;
  }

  private keep(workPerS: number): OperatingPoint {
    const { leastPower } = this;
    const prices = this.remember();
    return this.insert({
      ...cutAt(leastPower.cut, 0, this.lower),
      workPerS,
      totalW: leastPower.totalW,
      tasksPerJ: workPerS / leastPower.totalW,
      setPointC: leastPower.setPointC,
      utilisation: leastPower.utilisation.slice(),
      prices,
    });
  }

  /** Stores the setting in which only the running cores work, at the warmest possible set-point. */
  private keepRunning(): OperatingPoint {
    const { existingPerS, leastNodeW, leastWPerWork, factor, highestC } = this.frame;
    const totalW = leastNodeW / factor.at(highestC);
    return this.insert({
      constantW: leastNodeW - leastWPerWork * existingPerS,
      wattPerWork: leastWPerWork,
      wattPerC: 0,
      workPerS: existingPerS,
      totalW,
      tasksPerJ: totalW > 0 ? existingPerS / totalW : 0,
      setPointC: highestC,
      utilisation: Float64Array.from(this.data.quadrant, (q) => this.lower[q]!),
      prices: Float64Array.from({ length: this.data.blockCount + 1 }, (_, k) => (k === 0 ? leastWPerWork : 0)),
    });
  }

  private insert(point: OperatingPoint): OperatingPoint {
    const { points } = this;
    const at = points.findIndex((other) => other.workPerS > point.workPerS);
    points.splice(at < 0 ? points.length : at, 0, point);
    return point;
  }
}

interface WorkUnderLimit {
  /** Setting of most work under the power limit. Null if the search ended early (see `Shortcut`). */
  readonly point: OperatingPoint | null;
  readonly provenPerS: number;
  readonly quotient: number;
  readonly proof: readonly Float64Array[];
}

/**
 * Condition that ends a search early: no setting with at most this work and this power can have a work per energy above
 * `enough`, tasks/J.
 */
interface Shortcut {
  readonly topPerS: number;
  readonly limitW: number;
  readonly enough: number;
}

interface BestWithin {
  readonly found: OperatingPoint | null;
  /** Vectors of dual values that prove the bound, or most of it. */
  readonly proof: readonly Float64Array[];
  readonly boundTasksPerJ: number;
}

interface Interval {
  readonly low: OperatingPoint;
  readonly high: OperatingPoint;
  readonly bound: number;
}

function cutAt(cuts: Float64Array, at: number, lower: Float64Array): Cut {
  let constantW = cuts[at]!;
  for (let q = 0; q < lower.length; q += 1) constantW += cuts[at + 3 + q]! * lower[q]!;
  return { constantW, wattPerWork: cuts[at + 1]!, wattPerC: cuts[at + 2]! };
}

/**
 * Returns the dual values of the convex combination of two cuts whose bound on node power, at the mean of the two
 * set-points, is proportional to work. Null if there is none.
 */
function proportional(low: OperatingPoint, high: OperatingPoint): Float64Array | null {
  const setPointC = (low.setPointC + high.setPointC) / 2;
  const atLow = low.constantW + low.wattPerC * setPointC;
  const atHigh = high.constantW + high.wattPerC * setPointC;
  if (!(atLow * atHigh < 0)) return null;
  const share = atHigh / (atHigh - atLow);
  return low.prices.map((price, k) => share * price + (1 - share) * high.prices[k]!);
}

/** Returns the work, tasks/s, at which two cuts are equal at their mean set-point, or the middle if near an end. */
function meeting(low: OperatingPoint, high: OperatingPoint): number {
  const setPointC = (low.setPointC + high.setPointC) / 2;
  const gapW = low.constantW - high.constantW + (low.wattPerC - high.wattPerC) * setPointC;
  const work = gapW / (high.wattPerWork - low.wattPerWork);
  const width = high.workPerS - low.workPerS;
  return work > low.workPerS + 0.02 * width && work < high.workPerS - 0.02 * width ? work : low.workPerS + width / 2;
}
