import type { CoolingPerformance } from '../../../../models/facility/facility.js';

/**
 * Cooling factor h(T) = CoP(T) / (1 + CoP(T)): fraction of total power that goes to nodes if all CRACs have set-point
 * T. So nodes with power N need N / h(T) in total. CoP must be positive and must not fall within the range; then h does
 * not fall either.
 *
 * h is concave except in one interval around the vertex of CoP, where it is convex (with the thesis' coefficients:
 * below 8.40 C). Let N >= 0 be linear in T. Where h is concave, N / h is quasi-convex. Where h is convex, N / h has its
 * minimum at an end of the interval.
 */
export class CoolingFactor {
  /** Set-point at which the last call of `leastRatio` or `greatestSurplus` found its optimum, C. */
  argumentC = 0;
  private readonly a: number;
  private readonly b: number;
  private readonly c: number;
  /**
   * Upper end of the interval in which the cooling factor h is convex, C; -Infinity if h is concave everywhere. Within
   * the range of set-points, h is convex below it and concave above.
   */
  readonly convexToC: number;
  /** Lower end of the interval in which the cooling factor h is convex, C; Infinity if h is concave everywhere. */
  private readonly convexFromC: number;
  /** True if `at` and `slopeAt` return the chord of h, which is an upper bound on h where h is convex. */
  private readonly isChord: boolean = false;
  private readonly chordAt0: number;
  private readonly chordPerC: number;

  constructor(
    readonly cooling: CoolingPerformance,
    chord?: { readonly fromC: number; readonly toC: number },
  ) {
    const { quadraticPerC2: a, linearPerC: b, constant: c } = cooling;
    this.a = a;
    this.b = b;
    this.c = c;
    // Sign of h'': CoP'' (1 + CoP) - 2 CoP'^2 = -6 a^2 T^2 - 6 a b T + 2 a (1 + c) - 2 b^2.
    const discriminant = 36 * a * a * b * b + 24 * a * a * (2 * a * (1 + c) - 2 * b * b);
    const convex = chord === undefined && a > 0 && discriminant > 0;
    const halfWidthC = convex ? Math.sqrt(discriminant) / (12 * a * a) : 0;
    this.convexFromC = convex ? -b / (2 * a) - halfWidthC : Infinity;
    this.convexToC = convex ? -b / (2 * a) + halfWidthC : -Infinity;
    this.chordAt0 = 0;
    this.chordPerC = 0;
    if (chord !== undefined) {
      const atFrom = this.at(chord.fromC);
      const slope = chord.toC > chord.fromC ? (this.at(chord.toC) - atFrom) / (chord.toC - chord.fromC) : 0;
      this.chordPerC = slope;
      this.chordAt0 = atFrom - slope * chord.fromC;
      this.isChord = true;
    }
  }

  /** Returns the cooling factor h at a set-point. */
  at(setPointC: number): number {
    if (this.isChord) return this.chordAt0 + this.chordPerC * setPointC;
    const cop = (this.a * setPointC + this.b) * setPointC + this.c;
    return cop / (1 + cop);
  }

  /** Returns the derivative of the cooling factor h at a set-point, 1/C. */
  slopeAt(setPointC: number): number {
    if (this.isChord) return this.chordPerC;
    const cop = (this.a * setPointC + this.b) * setPointC + this.c;
    return (2 * this.a * setPointC + this.b) / ((1 + cop) * (1 + cop));
  }

  /**
   * Returns the least total power over set-points T from `fromC` to `toC`, if node power is linear in T: the minimum of
   *
   * (powerW + slopeWPerC x T) / h(T)
   *
   * Here h is the cooling factor. Returns 0 if the numerator is not positive throughout.
   */
  leastRatio(powerW: number, slopeWPerC: number, fromC: number, toC: number): number {
    this.argumentC = toC;
    if (!(powerW + slopeWPerC * fromC > 0) || !(powerW + slopeWPerC * toC > 0)) return 0;
    let least = (powerW + slopeWPerC * toC) / this.at(toC);
    const consider = (setPointC: number): void => {
      const ratio = (powerW + slopeWPerC * setPointC) / this.at(setPointC);
      if (ratio < least) {
        least = ratio;
        this.argumentC = setPointC;
      }
    };
    consider(fromC);
    if (fromC < this.convexFromC) {
      consider(this.stationary(powerW, slopeWPerC, 0, fromC, Math.min(toC, this.convexFromC)));
    }
    if (toC > this.convexToC) consider(this.stationary(powerW, slopeWPerC, 0, Math.max(fromC, this.convexToC), toC));
    return least;
  }

  /**
   * Returns the maximum over T from `fromC` to `toC` of limitW x h(T) - slopeWPerC x T, W. Here h is the cooling
   * factor.
   */
  greatestSurplus(limitW: number, slopeWPerC: number, fromC: number, toC: number): number {
    this.argumentC = toC;
    let greatest = limitW * this.at(toC) - slopeWPerC * toC;
    const consider = (setPointC: number): void => {
      const surplus = limitW * this.at(setPointC) - slopeWPerC * setPointC;
      if (surplus > greatest) {
        greatest = surplus;
        this.argumentC = setPointC;
      }
    };
    consider(fromC);
    if (fromC < this.convexFromC) {
      consider(this.stationary(0, slopeWPerC, limitW, fromC, Math.min(toC, this.convexFromC)));
    }
    if (toC > this.convexToC) consider(this.stationary(0, slopeWPerC, limitW, Math.max(fromC, this.convexToC), toC));
    return greatest;
  }

  /**
   * Returns the set-point T, C, at which a function is least, on an interval where the cooling factor h is concave. The
   * function is (powerW + slopeWPerC x T) / h(T) if `limitW` is 0, otherwise slopeWPerC x T - limitW x h(T).
   */
  private stationary(powerW: number, slopeWPerC: number, limitW: number, fromC: number, toC: number): number {
    const derivative = (setPointC: number): number =>
      limitW > 0
        ? slopeWPerC - limitW * this.slopeAt(setPointC)
        : slopeWPerC * this.at(setPointC) - (powerW + slopeWPerC * setPointC) * this.slopeAt(setPointC);
    let low = fromC;
    let high = toC;
    let atLow = derivative(low);
    let atHigh = derivative(high);
    if (atLow >= 0) return low;
    if (atHigh <= 0) return high;
    // False position, Illinois variant: an end that stays twice has its value halved, so that both move.
    let moved = 0;
    for (let step = 0; step < 60 && high - low > 1e-11; step += 1) {
      const middle = (low * atHigh - high * atLow) / (atHigh - atLow);
      const value = derivative(middle);
      if (value === 0) return middle;
      if (value > 0) {
        high = middle;
        atHigh = value;
        if (moved === 1) atLow /= 2;
        moved = 1;
      } else {
        low = middle;
        atLow = value;
        if (moved === -1) atHigh /= 2;
        moved = -1;
      }
    }
    return (low + high) / 2;
  }
}
