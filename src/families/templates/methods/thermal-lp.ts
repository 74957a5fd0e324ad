import type { BlockData } from './block-data.js';
import { ThermalBasis } from './thermal-basis.js';

/** Tolerance of bounds and rows, in units of a block's full use and of a row over its largest entry (ours). */
const TOLERANCE = 1e-10;
/** Least size of a pivot, in units of a row's largest entry (ours). */
const PIVOT_TOLERANCE = 1e-9;
/**
 * Size of an entry beside the largest of its row, up to which it does not enter (ours): it would leave a basis that
 * cannot be inverted.
 */
const RELATIVE_PIVOT = 1e-7;
/**
 * Difference of reduced costs, relative to the largest cost, up to which they count as equal (ours): of such, the
 * largest entry enters.
 */
const TIE = 1e-9;
/** Range of a block's utilisation below which it is fixed (ours). */
const FIXED = 1e-12;
/** Number of solves after which sums kept up to date by differences are made anew (ours). */
const REFRESH = 64;

/**
 * F(m, T) of one vent combination (docs/templates/method.md):
 *
 *   least  idle + sum_b busyW_b U_b   subject to   sum_b work_b U_b = m,  (D busy U)_i <= margin_i - T,  lower_b <= U_b <= upper_b
 *
 * by the dual simplex method with bound flipping. Only tight thermal rows are in the basis, so that it is small; the others are looked at
 * each time and enter when broken. Every basis whose thermal prices have the right sign is dual feasible (all columns have two bounds), for
 * any m, T and lower bounds: hence a solve starts where the last one ended.
 */
export class ThermalLp {
  readonly utilisation: Float64Array;
  private readonly basis: ThermalBasis;
  private readonly lower: Float64Array;
  /** Current sum_b work_b U_b (scaled) and (D busy U)_i (scaled). */
  private workNow = 0;
  private readonly riseNow: Float64Array;
  private readonly pivotRow: Float64Array;
  private readonly candidate: Int32Array;
  private readonly ratio: Float64Array;
  private readonly residual: Float64Array;
  private readonly step: Float64Array;
  private solves = 0;
  private readonly tieW: number;
  /** Columns whose entering left a basis that could not be inverted: not again in this solve. */
  private readonly barred: Uint8Array;
  private targetWork = 0;
  private setPointC = 0;

  constructor(
    private readonly data: BlockData,
    outletRiseKPerW: Float64Array,
    /** Outlet limit less the rise by idle power, C. */
    private readonly marginC: Float64Array,
  ) {
    const count = data.columnCount;
    const rows = data.blockCount;
    this.basis = new ThermalBasis(data, outletRiseKPerW);
    this.barred = new Uint8Array(count);
    this.tieW = TIE * data.busyW.reduce((most, value) => Math.max(most, value), 0);
    this.utilisation = new Float64Array(count);
    this.lower = new Float64Array(count);
    this.riseNow = new Float64Array(rows);
    this.pivotRow = new Float64Array(count);
    this.candidate = new Int32Array(count + rows + 1);
    this.ratio = new Float64Array(count + rows + 1);
    this.residual = new Float64Array(rows + 1);
    this.step = new Float64Array(rows + 1);
    this.basis.reset();
  }

  /** Return to the first basis: answers then do not depend on earlier questions. */
  forget(): void {
    this.basis.reset();
    this.utilisation.fill(0);
    this.riseNow.fill(0);
    this.workNow = 0;
    this.solves = 0;
  }

  /** Least utilisation by quadrant. */
  setLower(lowerByQuadrant: Float64Array): void {
    for (let b = 0; b < this.data.columnCount; b += 1) this.lower[b] = lowerByQuadrant[this.data.quadrant[b]!]!;
  }

  /**
   * Solution for a work and a set-point. True: `utilisation` is optimal. False: nothing is feasible, or (never seen)
   * the method does not end. Either way `cutInto` gives a cut that holds; in the latter case it may be weak.
   */
  solve(workPerS: number, setPointC: number): boolean {
    const basis = this.basis;
    this.targetWork = workPerS / basis.workScale;
    this.setPointC = setPointC;
    this.barred.fill(0);
    this.placeNonbasic();
    const limit = 200 + 40 * this.data.columnCount;
    for (let iteration = 0; ; iteration += 1) {
      const outcome = this.iterate();
      if (outcome !== 'moved') return outcome === 'optimal';
      if (iteration === limit) {
        basis.reset();
        this.placeNonbasic();
      }
      if (iteration === 2 * limit) return false;
    }
  }

  /** idle + sum_b busyW_b U_b at the utilisation found, W. */
  powerW(): number {
    let power = this.data.idleTotalW;
    for (let b = 0; b < this.data.columnCount; b += 1) power += this.data.busyW[b]! * this.utilisation[b]!;
    return power;
  }

  /** The proof of the last answer: see ThermalBasis.cutInto. */
  cutInto(cut: Float64Array, offset: number, feasible: boolean): void {
    this.basis.cutInto(cut, offset, this.marginC, feasible);
  }

  /** Prices of the last solution, as ThermalBasis.pricesInto has them. */
  pricesInto(prices: Float64Array, offset: number, feasible: boolean): void {
    this.basis.pricesInto(prices, offset, feasible);
  }

  /** Every nonbasic column to the bound its reduced cost asks for; then the basic ones. */
  private placeNonbasic(): void {
    const { basis, utilisation, lower } = this;
    basis.price();
    for (let b = 0; b < this.data.columnCount; b += 1) {
      if (basis.position[b]! >= 0) continue;
      basis.atUpper[b] = basis.reduced[b]! < 0 ? 1 : 0;
      const bound = basis.atUpper[b] === 1 ? this.data.upper[b]! : lower[b]!;
      this.move(b, bound - utilisation[b]!);
      utilisation[b] = bound;
    }
    this.solves += 1;
    if (this.solves % REFRESH === 0) this.recomputeRows();
    this.placeBasic();
  }

  private recomputeRows(): void {
    const { blockCount: count, columnCount } = this.data;
    const { basis, utilisation, riseNow } = this;
    let work = 0;
    riseNow.fill(0);
    for (let b = 0; b < columnCount; b += 1) {
      const share = utilisation[b]!;
      if (share === 0) continue;
      work += basis.work[b]! * share;
      const start = b * count;
      for (let i = 0; i < count; i += 1) riseNow[i]! += basis.columns[start + i]! * share;
    }
    this.workNow = work;
  }

  /** Basic columns to where the basis rows hold. */
  private placeBasic(): void {
    const { basis, residual, step } = this;
    const size = basis.size;
    residual[0] = this.targetWork - this.workNow;
    for (let r = 1; r < size; r += 1) {
      const i = basis.rows[r]!;
      residual[r] = (this.marginC[i]! - this.setPointC) / basis.rowScale[i]! - this.riseNow[i]!;
    }
    const { values, stride } = basis.inverse;
    for (let p = 0; p < size; p += 1) {
      let sum = 0;
      for (let r = 0; r < size; r += 1) sum += values[p * stride + r]! * residual[r]!;
      step[p] = sum;
    }
    for (let p = 0; p < size; p += 1) this.move(basis.columnsIn[p]!, step[p]!);
  }

  private move(column: number, by: number): void {
    if (by === 0) return;
    const count = this.data.blockCount;
    const { columns, work } = this.basis;
    const { riseNow } = this;
    this.utilisation[column]! += by;
    this.workNow += work[column]! * by;
    const start = column * count;
    for (let i = 0; i < count; i += 1) riseNow[i]! += columns[start + i]! * by;
  }

  private iterate(): 'optimal' | 'infeasible' | 'moved' {
    const { basis, utilisation, lower } = this;
    const { blockCount, columnCount: count, upper } = this.data;
    // The worst excess, of a basic column over a bound or of a row over its limit.
    let worst = TOLERANCE;
    let leaving = -1;
    let leavingRow = -1;
    let tooLarge = true;
    for (let p = 0; p < basis.size; p += 1) {
      const column = basis.columnsIn[p]!;
      const above = utilisation[column]! - upper[column]!;
      const below = lower[column]! - utilisation[column]!;
      if (above > worst || below > worst) {
        worst = Math.max(above, below);
        leaving = p;
        tooLarge = above > below;
      }
    }
    for (let i = 0; i < blockCount; i += 1) {
      if (basis.rowPosition[i]! >= 0) continue;
      const excess = this.riseNow[i]! - (this.marginC[i]! - this.setPointC) / basis.rowScale[i]!;
      if (excess > worst) {
        worst = excess;
        leavingRow = i;
      }
    }
    if (leaving < 0 && leavingRow < 0) return 'optimal';
    if (leavingRow >= 0) leaving = -1;
    basis.pivotRowInto(this.pivotRow, leaving, leavingRow, tooLarge);
    const entering = this.enteringOf(worst);
    if (entering === count + basis.size) return 'infeasible';
    const enters = entering < count ? entering : -1;
    const leavesRow = entering < count ? -1 : entering - count;
    if (leaving >= 0) {
      const column = basis.columnsIn[leaving]!;
      const bound = tooLarge ? upper[column]! : lower[column]!;
      this.move(column, bound - utilisation[column]!);
      utilisation[column] = bound;
      basis.atUpper[column] = tooLarge ? 1 : 0;
    }
    if (!basis.exchange(this.pivotRow, leaving, leavingRow, enters, leavesRow)) {
      if (enters >= 0) this.barred[enters] = 1;
      basis.reset();
      this.placeNonbasic();
      return 'moved';
    }
    this.placeBasic();
    return 'moved';
  }

  /**
   * Bound flipping ratio test. Column index; or C + r for the slack of the basis' row r; or C + size where even all columns at their other
   * bounds leave the excess.
   */
  private enteringOf(excess: number): number {
    const { basis, pivotRow, candidate, ratio, lower } = this;
    const { columnCount: count, upper } = this.data;
    let candidates = 0;
    let largest = 0;
    for (let b = 0; b < count; b += 1) {
      if (basis.position[b]! < 0) largest = Math.max(largest, Math.abs(pivotRow[b]!));
    }
    for (let r = 1; r < basis.size; r += 1) largest = Math.max(largest, basis.multiplier[r]!);
    const least = Math.max(PIVOT_TOLERANCE, RELATIVE_PIVOT * largest);
    for (let b = 0; b < count; b += 1) {
      const entry = pivotRow[b]!;
      if (basis.position[b]! >= 0 || this.barred[b] === 1 || upper[b]! - lower[b]! <= FIXED) continue;
      if (basis.atUpper[b] === 1 ? entry < -least : entry > least) {
        candidate[candidates] = b;
        ratio[candidates] = Math.abs(basis.reduced[b]! / entry);
        candidates += 1;
      }
    }
    for (let r = 1; r < basis.size; r += 1) {
      const entry = basis.multiplier[r]!;
      if (!(entry > least)) continue;
      candidate[candidates] = count + r;
      ratio[candidates] = Math.max(0, -basis.price0[r]!) / entry;
      candidates += 1;
    }
    let left = excess;
    while (candidates > 0) {
      let best = 0;
      for (let k = 1; k < candidates; k += 1) if (ratio[k]! < ratio[best]!) best = k;
      const tied = ratio[best]! + this.tieW;
      for (let k = 0; k < candidates; k += 1) {
        if (ratio[k]! <= tied && this.entryOf(candidate[k]!) > this.entryOf(candidate[best]!)) best = k;
      }
      const chosen = candidate[best]!;
      if (chosen >= count) return chosen;
      const relief = Math.abs(pivotRow[chosen]!) * (upper[chosen]! - lower[chosen]!);
      if (left - relief <= TOLERANCE) return chosen;
      left -= relief;
      const toUpper = basis.atUpper[chosen] === 0;
      this.move(chosen, toUpper ? upper[chosen]! - lower[chosen]! : lower[chosen]! - upper[chosen]!);
      this.utilisation[chosen] = toUpper ? upper[chosen]! : lower[chosen]!;
      basis.atUpper[chosen] = toUpper ? 1 : 0;
      candidates -= 1;
      candidate[best] = candidate[candidates]!;
      ratio[best] = ratio[candidates]!;
    }
    return count + basis.size;
  }

  /** Size of a candidate's entry in the pivot row. */
  private entryOf(candidate: number): number {
    const count = this.data.columnCount;
    return candidate < count ? Math.abs(this.pivotRow[candidate]!) : this.basis.multiplier[candidate - count]!;
  }
}
