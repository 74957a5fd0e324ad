import type { BlockData } from './block-data.js';
import type { CoolingFactor } from './cooling-factor.js';
import type { BoundFrame } from './cut-bounds.js';
import type { ThermalLp } from './thermal-lp.js';

/** Relative accuracy of Q (ours): no better than the perturbation of the LP's costs. */
const ACCURACY = 3e-9;
/** Nearness of a cut to the greatest, relative, at which it takes part in the proof (ours). */
const ACTIVE = 1e-10;
/** Greatest number of cuts that are kept (ours). */
const CUTS = 80;
/** Place, after the cuts, of the ray that allows the least. */
const RAY = CUTS;
/** Place of the ray found last. */
const NEW_RAY = CUTS + 1;
/**
 * First step by which a set-point is cooled if rounding refuses it at the very edge, C (ours); each further one is 4
 * times as long.
 */
const STEP_BACK_C = 1e-8;
/**
 * First step away from a set-point known to be feasible, C (ours); each further one in that direction is 4 times as
 * long.
 */
const FIRST_STEP_C = 0.02;

/**
 * Q(m) = min over T of F(m, T) / h(T): least total power for the work m in one vent combination, by outer approximation: every LP gives a cut
 * F >= A + Y T (at this m), the next set-point minimises the greatest of them over h exactly, piece by piece; its value is a proven lower bound.
 * Set-points without a feasible utilisation are cut off likewise.
 */
export class LeastPower {
  /** Q, a proven lower bound of it, and where it was found. Infinity, Infinity: no set-point allows this work. */
  totalW = Infinity;
  boundW = Infinity;
  setPointC = 0;
  readonly utilisation: Float64Array;
  /**
   * Cut on F for all m, T and lower bounds (see ThermalBasis.cutInto), stationary at the set-point found if h is concave there: alone, it
   * proves Q at this m. Not feasible: of zero costs; where it exceeds 0, nothing is feasible.
   */
  readonly cut: Float64Array;
  /** Prices of the cut: see ThermalBasis.pricesInto. */
  readonly prices: Float64Array;
  private readonly cutPrices: Float64Array;
  private readonly stride: number;
  private readonly cuts: Float64Array;
  /** Powers by cut at the current m and lower bounds, W. */
  private readonly atWorkW: Float64Array;
  private cutCount = 0;
  /** Set-point at which the greatest of all cuts over h is least, C. */
  private boundAtC = 0;
  private guessC = NaN;

  constructor(
    data: BlockData,
    readonly lp: ThermalLp,
  ) {
    this.stride = 3 + data.quadrantCount;
    this.utilisation = new Float64Array(data.columnCount);
    this.cut = new Float64Array(this.stride);
    this.prices = new Float64Array(data.blockCount + 1);
    this.cutPrices = new Float64Array((CUTS + 2) * this.prices.length);
    this.cuts = new Float64Array((CUTS + 2) * this.stride);
    this.atWorkW = new Float64Array(CUTS);
    // The first cut: no less than running work needs. It keeps the greatest of all cuts positive.
    this.cuts[0] = data.idleTotalW;
    for (let b = 0; b < data.columnCount; b += 1) this.cuts[3 + data.quadrant[b]!]! += data.busyW[b]!;
  }

  forget(): void {
    this.guessC = NaN;
    this.lp.forget();
  }

  /** Search for Q at a work, with set-points within the frame only. The LP must know the lower bounds given here. */
  find(workPerS: number, lowerByQuadrant: Float64Array, frame: BoundFrame): void {
    const { factor, lowestC, highestC } = frame;
    this.atWorkW[0] = this.valueAt(0, workPerS, lowerByQuadrant);
    this.cutCount = 1;
    this.totalW = Infinity;
    this.boundW = Infinity;
    let provenHighestC = highestC;
    let triedHighestC = highestC;
    let feasibleC = -Infinity;
    let refusals = 0;
    let stepBackC = STEP_BACK_C;
    let longestStepC = FIRST_STEP_C;
    let nextC = this.guessC >= lowestC && this.guessC <= highestC ? this.guessC : highestC;
    for (let step = 1; step < CUTS; step += 1) {
      const triedC = nextC;
      const feasible = this.lp.solve(workPerS, nextC);
      const at = (feasible ? this.cutCount : NEW_RAY) * this.stride;
      this.lp.cutInto(this.cuts, at, feasible);
      const pricesAt = (feasible ? this.cutCount : NEW_RAY) * this.prices.length;
      this.lp.pricesInto(this.cutPrices, pricesAt, feasible);
      const value = this.valueAt(at, workPerS, lowerByQuadrant);
      const slope = this.cuts[at + 2]!;
      if (feasible) {
        refusals = 0;
        feasibleC = Math.max(feasibleC, nextC);
        const totalW = this.lp.powerW() / factor.at(nextC);
        if (totalW < this.totalW) {
          this.totalW = totalW;
          this.setPointC = nextC;
          this.utilisation.set(this.lp.utilisation);
        }
        this.atWorkW[this.cutCount] = value;
        this.cutCount += 1;
      } else {
        refusals += 1;
        const allowedC = slope > 0 ? -value / slope : -Infinity;
        if (allowedC < lowestC - STEP_BACK_C || nextC <= lowestC) {
          for (let k = 0; k < this.stride; k += 1) this.cut[k] = this.cuts[at + k]!;
          this.totalW = Infinity;
          this.boundW = Infinity;
          return;
        }
        if (allowedC < provenHighestC) {
          provenHighestC = Math.max(lowestC, allowedC);
          this.cuts.copyWithin(RAY * this.stride, at, at + this.stride);
          this.cutPrices.copyWithin(RAY * this.prices.length, pricesAt, pricesAt + this.prices.length);
        }
        // Most refusals cut off more than the set-point refused; only one by rounding does not.
        const further = allowedC < nextC - STEP_BACK_C;
        triedHighestC = Math.max(lowestC, Math.min(provenHighestC, further ? provenHighestC : nextC - stepBackC));
        if (!further) stepBackC *= 4;
      }
      if (this.cutCount === 1) {
        nextC = triedHighestC;
        // Rows may refuse one after the other.
        if (refusals > 1) {
          nextC = Math.max(lowestC, Math.min(nextC, triedC - longestStepC));
          longestStepC *= 4;
        }
        continue;
      }
      nextC = this.lowest(frame, provenHighestC);
      if (this.totalW - this.boundW <= ACCURACY * this.totalW) break;
      nextC = Math.min(nextC, triedHighestC);
      if (refusals > 1 && nextC > feasibleC) nextC = (nextC + feasibleC) / 2;
      if (nextC === triedC) break;
      // The cuts so far are loose far away.
      if (feasible && Math.abs(nextC - triedC) > longestStepC) {
        nextC = nextC > triedC ? triedC + longestStepC : triedC - longestStepC;
        longestStepC *= 4;
      }
    }
    this.guessC = this.setPointC;
    this.combine(factor, provenHighestC < highestC && this.boundAtC >= provenHighestC);
  }

  /** A + Y T of the cut at `at`, at this m: A. */
  private valueAt(at: number, workPerS: number, lowerByQuadrant: Float64Array): number {
    const { cuts } = this;
    let value = cuts[at]! + cuts[at + 1]! * workPerS;
    for (let q = 0; q < lowerByQuadrant.length; q += 1) value += cuts[at + 3 + q]! * lowerByQuadrant[q]!;
    return value;
  }

  /** Minimum of max_k (A_k + Y_k T) / h(T), stored as the bound; returns the set-point where it is. */
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
   * The combination of cuts active where their greatest is least whose quotient by h is stationary there: alone, it
   * proves the bound.
   */
  private combine(factor: CoolingFactor, atRay: boolean): void {
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
    const raySlope = cuts[RAY * stride + 2]!;
    let first = below;
    let second = above;
    let share = 0;
    if (below >= 0 && above >= 0 && below !== above) {
      const from = cuts[below * stride + 2]!;
      const to = cuts[above * stride + 2]!;
      share = to > from ? (wanted - from) / (to - from) : 0;
    } else if (below >= 0 && above < 0 && atRay && raySlope > 0) {
      second = RAY;
      share = (wanted - cuts[below * stride + 2]!) / raySlope;
    } else if (below < 0) {
      first = above;
    }
    if (first < 0) first = 0;
    const own = second === RAY ? 1 : 1 - share;
    for (let k = 0; k < stride; k += 1) {
      this.cut[k] = own * cuts[first * stride + k]! + (share > 0 ? share * cuts[second * stride + k]! : 0);
    }
    const { prices, cutPrices } = this;
    const length = prices.length;
    for (let k = 0; k < length; k += 1) {
      prices[k] = own * cutPrices[first * length + k]! + (share > 0 ? share * cutPrices[second * length + k]! : 0);
    }
  }
}
