import type { BlockData } from './block-data.js';
import type { CoolingFactor } from './cooling-factor.js';
import type { BoundFrame } from './cut-bounds.js';
import type { ThermalLp } from './thermal-lp.js';

/**
 * Relative gap at which the search for the least total power ends. A much smaller gap cannot be reached, because the
 * costs of the LP are perturbed.
 */
const ACCURACY = 2e-10;
/**
 * Largest relative difference between a cut's value and the largest cut's value with which the cut may be part of the
 * proof.
 */
const ACTIVE = 1e-10;
/** Maximum number of cuts that a search stores. */
const CUTS = 80;
/** Index at which the latest infeasibility certificate (Farkas ray) is stored, after all cuts. */
const RAY = CUTS;
/** Difference up to which two set-points count as equal, C. */
const SAME_C = 1e-9;

/**
 * Least total power Q(m) = min over set-points T of F(m, T) / h(T), for work m with one vent combination. F is the
 * least node power, the optimum of an LP. h = CoP / (1 + CoP) is the cooling factor.
 *
 * 1. Newton's method for fractional programs: with s = Q h'(T), a set-point that minimizes F - s T also minimizes F /
 * h. T is a column of the LP.
 * 2. Each LP gives a cut F >= A + Y T for this m, with numbers A and Y.
 * 3. The minimum over T of (largest cut) / h is computed exactly. It is a proven lower bound on Q.
 * 4. If Newton's step makes no progress, F is evaluated at the set-point of that bound.
 */
export class LeastPower {
  /** Least total power found, W. Infinity if no set-point allows this work. */
  totalW = Infinity;
  /** Proven lower bound on the least total power, W. Infinity if no set-point allows this work. */
  boundW = Infinity;
  /** Set-point of the least total power found, C. */
  setPointC = 0;
  readonly utilisation: Float64Array;
  /**
   * Cut on node power (see ThermalBasis.cutInto) that proves the least total power for this work, if the cooling factor
   * h is concave at the set-point. If no set-point allows the work, the cut is a certificate: no setting is feasible
   * where the cut's value exceeds 0.
   */
  readonly cut: Float64Array;
  /** Dual values from which `cut` follows, in the order and units of `ThermalBasis.pricesInto`. */
  readonly prices: Float64Array;
  private readonly cutPrices: Float64Array;
  private readonly stride: number;
  private readonly cuts: Float64Array;
  /** Value of each stored cut at set-point 0 for the current work and lower bounds on utilisations, W. */
  private readonly atWorkW: Float64Array;
  private cutCount = 0;
  /** Set-point at which (largest cut) / (cooling factor h) is least, C. */
  private boundAtC = 0;
  /** Q h'(T) at the end of the previous search, W/K: start value of Newton's method; NaN if unknown. */
  private guessWPerC = NaN;

  constructor(
    data: BlockData,
    readonly lp: ThermalLp,
  ) {
    this.stride = 3 + data.quadrantCount;
    this.utilisation = new Float64Array(data.columnCount);
    this.cut = new Float64Array(this.stride);
    this.prices = new Float64Array(data.blockCount + 1);
    this.cutPrices = new Float64Array((CUTS + 1) * this.prices.length);
    this.cuts = new Float64Array((CUTS + 1) * this.stride);
    this.atWorkW = new Float64Array(CUTS);
    // The first cut: no less than running work needs. It keeps the greatest of all cuts positive.
    this.cuts[0] = data.idleTotalW;
    for (let b = 0; b < data.columnCount; b += 1) this.cuts[3 + data.quadrant[b]!]! += data.busyW[b]!;
  }

  forget(): void {
    this.guessWPerC = NaN;
    this.lp.forget();
  }

  /**
   * Searches for the least total power at a work, over the range of set-points of `frame`. `lowerByQuadrant` must
   * already be set in the LP. Returns true if the search ended early because `isEnough` was true for a cut that
   * combines the cuts so far.
   */
  find(
    workPerS: number,
    lowerByQuadrant: Float64Array,
    frame: BoundFrame,
    isEnough: ((cut: Float64Array) => boolean) | null = null,
  ): boolean {
    const { factor, lowestC, highestC } = frame;
    this.atWorkW[0] = this.valueAt(0, workPerS, lowerByQuadrant);
    this.cutCount = 1;
    this.totalW = Infinity;
    this.boundW = Infinity;
    const runningWPerC = (frame.leastNodeW / factor.at(highestC)) * factor.slopeAt(highestC);
    let slope = Number.isNaN(this.guessWPerC) ? runningWPerC : this.guessWPerC;
    let fromC = lowestC;
    let toC = highestC;
    for (let step = 1; step < CUTS; step += 1) {
      const feasible = this.lp.solve(workPerS, fromC, toC, slope);
      const place = feasible ? this.cutCount : RAY;
      this.lp.cutInto(this.cuts, place * this.stride, feasible);
      this.lp.pricesInto(this.cutPrices, place * this.prices.length, feasible);
      if (!feasible) {
        // Of a set-point between others that are feasible: by rounding, or without end.
        if (this.cutCount > 1) break;
        for (let k = 0; k < this.stride; k += 1) this.cut[k] = this.cuts[place * this.stride + k]!;
        return false;
      }
      const setPointC = Math.min(toC, Math.max(fromC, this.lp.setPointC));
      const totalW = this.lp.powerW() / factor.at(setPointC);
      const isBetter = totalW < this.totalW;
      if (isBetter) {
        this.totalW = totalW;
        this.setPointC = setPointC;
        this.utilisation.set(this.lp.utilisation.subarray(0, this.utilisation.length));
      }
      this.atWorkW[place] = this.valueAt(place * this.stride, workPerS, lowerByQuadrant);
      this.cutCount += 1;
      const nextC = this.lowest(frame, highestC);
      if (this.totalW - this.boundW <= ACCURACY * this.totalW) break;
      if (isEnough !== null) {
        this.combine(factor);
        if (isEnough(this.cut)) return true;
      }
      if (isBetter) {
        [fromC, toC] = [lowestC, highestC];
        slope = this.totalW * factor.slopeAt(this.setPointC);
      } else {
        if (fromC === toC && Math.abs(nextC - fromC) <= SAME_C) break;
        [fromC, toC] = [nextC, nextC];
      }
    }
    this.guessWPerC = this.totalW * factor.slopeAt(this.setPointC);
    this.combine(factor);
    return false;
  }

  /** Returns the value of the cut stored at index `at` for set-point 0, this work and these lower bounds, W. */
  private valueAt(at: number, workPerS: number, lowerByQuadrant: Float64Array): number {
    const { cuts } = this;
    let value = cuts[at]! + cuts[at + 1]! * workPerS;
    for (let q = 0; q < lowerByQuadrant.length; q += 1) value += cuts[at + 3 + q]! * lowerByQuadrant[q]!;
    return value;
  }

  /** Stores the minimum over set-points of (largest cut) / (cooling factor h) as bound; returns its set-point, C. */
  private lowest({ factor, lowestC }: BoundFrame, highestC: number): number {
    const { atWorkW, cuts, stride } = this;
    let least = Infinity;
    let leastC = highestC;
    for (let k = 0; k < this.cutCount; k += 1) {
      // Where cut k is the greatest.
      let fromC = lowestC;
      let toC = highestC;
      const slope = cuts[k * stride + 2]!;
      for (let other = 0; other < this.cutCount; other += 1) {
        if (other === k) continue;
        const difference = atWorkW[k]! - atWorkW[other]!;
        const steeper = slope - cuts[other * stride + 2]!;
        if (steeper > 0) fromC = Math.max(fromC, -difference / steeper);
        else if (steeper < 0) toC = Math.min(toC, -difference / steeper);
        else if (difference < 0 || (difference === 0 && other < k)) toC = -Infinity;
      }
      // Rounding may leave a gap at a corner: a point of it is looked at by both neighbours.
      if (fromC > toC + 1e-9) continue;
      const ratio = factor.leastRatio(atWorkW[k]!, slope, Math.min(fromC, toC), Math.max(fromC, toC));
      if (ratio < least) {
        least = ratio;
        leastC = factor.argumentC;
      }
    }
    this.boundW = least;
    this.boundAtC = leastC;
    return leastC;
  }

  /**
   * Combines cuts that are equal at the minimum into one cut that proves the bound. The quotient of the combined cut
   * and h is stationary at the minimum.
   */
  private combine(factor: CoolingFactor): void {
    const { cuts, stride, boundAtC } = this;
    const powerW = this.boundW * factor.at(boundAtC);
    const wanted = this.boundW * factor.slopeAt(boundAtC);
    let below = -1;
    let above = -1;
    // Not the first: tight for running work alone, and weak for more.
    for (let k = 1; k < this.cutCount; k += 1) {
      const slope = cuts[k * stride + 2]!;
      if (this.atWorkW[k]! + slope * boundAtC < powerW * (1 - ACTIVE)) continue;
      if (slope <= wanted && (below < 0 || slope > cuts[below * stride + 2]!)) below = k;
      if (slope >= wanted && (above < 0 || slope < cuts[above * stride + 2]!)) above = k;
    }
    const first = below >= 0 ? below : Math.max(0, above);
    const second = above >= 0 ? above : first;
    const from = cuts[first * stride + 2]!;
    const to = cuts[second * stride + 2]!;
    const share = to > from ? (wanted - from) / (to - from) : 0;
    mix(this.cut, cuts, stride, first, second, share);
    mix(this.prices, this.cutPrices, this.prices.length, first, second, share);
  }
}

/** Writes (1 - share) x row `first` + share x row `second` of `rows` to `target`. */
function mix(
  target: Float64Array,
  rows: Float64Array,
  length: number,
  first: number,
  second: number,
  share: number,
): void {
  for (let k = 0; k < length; k += 1) {
    target[k] = (1 - share) * rows[first * length + k]! + (share > 0 ? share * rows[second * length + k]! : 0);
  }
}
