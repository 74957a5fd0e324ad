import type { BlockData } from './block-data.js';
import { addRow, addRows } from './row-sums.js';
import { ThermalBasis } from './thermal-basis.js';

/**
 * Largest accepted violation of a constraint. For a bound it is relative to a fully used block, for a row to the
 * largest entry of the row.
 */
const TOLERANCE = 1e-10;
/** Minimum absolute value of a pivot, relative to the largest entry of its row. */
const PIVOT_TOLERANCE = 1e-9;
/**
 * Smallest absolute value of an entry in the pivot row whose column may enter the basis, relative to the row's largest
 * entry. With a smaller entry the basis would become nearly singular.
 */
const RELATIVE_PIVOT = 1e-7;
/**
 * Difference of reduced costs, relative to the largest cost, within which columns tie in the ratio test. Of tied
 * columns, the one with the largest entry enters.
 */
const TIE = 1e-9;
/** A utilisation counts as fixed if its upper and lower bounds differ by less than this. */
const FIXED = 1e-12;
/**
 * Relative perturbations of costs that are tried in turn if the simplex method stalls. They change the dual values, so
 * that the method cannot cycle.
 */
const STALL_PERTURBATIONS = [1e-7, 1e-5, 1e-3] as const;
/** Number of solves after which work and outlet temperatures are summed anew, against rounding errors. */
const REFRESH = 64;

/**
 * LP for the least node power F(m, T) of one vent combination, for work m and set-point T (docs/templates/method.md):
 *
 * minimize idle + sum_b busyW_b U_b - s T subject to sum_b work_b U_b = m, (D busy U)_i + T <= margin_i, lower_b <= U_b
 * <= upper_b
 *
 * Here U_b is the utilisation of column b, and D has the outlet rises per watt. T is within bounds or fixed; s is the
 * gain per degree of a warmer set-point.
 *
 * The LP is solved by the dual simplex method with bound flipping. Only tight outlet limits are in the basis; others
 * are checked and enter when violated. All columns have two bounds. So every basis whose outlet limits have dual values
 * of the right sign is dual feasible for any m, T and lower bounds. Each solve therefore starts where the last one
 * ended.
 */
export class ThermalLp {
  /** Utilisation of each column, followed by the set-point in units of its scale. */
  readonly utilisation: Float64Array;
  private readonly basis: ThermalBasis;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  /** Current work of all LP columns, scaled. */
  private workNow = 0;
  /** Current left-hand side of each outlet limit: set-point + outlet rise by busy cores, scaled. */
  private readonly riseNow: Float64Array;
  /** Right-hand side of each outlet limit, scaled. */
  private readonly rowLimit: Float64Array;
  private readonly pivotRow: Float64Array;
  private readonly candidate: Int32Array;
  private readonly ratio: Float64Array;
  private readonly residual: Float64Array;
  private readonly step: Float64Array;
  private solves = 0;
  private readonly tieW: number;
  /** 1 for each column that made the basis singular. Such a column does not enter the basis again in this solve. */
  private readonly barred: Uint8Array;
  private targetWork = 0;

  constructor(
    private readonly data: BlockData,
    outletRiseKPerW: Float64Array,
    /** Outlet limit minus the rise by idle power, for each block of nodes, C. */
    private readonly marginC: Float64Array,
    /** Number of simplex steps that count as a stall. Our choice: several times those of the longest solve seen. */
    private readonly patience = 200 + 4 * data.columnCount,
  ) {
    const rows = data.blockCount;
    this.basis = new ThermalBasis(data, outletRiseKPerW);
    const count = this.basis.columnCount;
    this.barred = new Uint8Array(count);
    this.tieW = TIE * data.busyW.reduce((most, value) => Math.max(most, value), 0);
    this.utilisation = new Float64Array(count);
    this.lower = new Float64Array(count);
    this.upper = new Float64Array(count);
    this.upper.set(data.upper);
    this.rowLimit = marginC.map((margin, i) => margin / this.basis.rowScale[i]!);
    this.riseNow = new Float64Array(rows);
    this.pivotRow = new Float64Array(count);
    this.candidate = new Int32Array(count + rows + 1);
    this.ratio = new Float64Array(count + rows + 1);
    this.residual = new Float64Array(rows + 1);
    this.step = new Float64Array(rows + 1);
    this.basis.reset();
  }

  /** Returns to the initial basis, so that answers do not depend on earlier solves. */
  forget(): void {
    this.basis.reset();
    this.utilisation.fill(0);
    this.riseNow.fill(0);
    this.workNow = 0;
    this.solves = 0;
  }

  /** Sets the lower bounds on utilisations, one for each quadrant. */
  setLower(lowerByQuadrant: Float64Array): void {
    for (let b = 0; b < this.data.columnCount; b += 1) this.lower[b] = lowerByQuadrant[this.data.quadrant[b]!]!;
  }

  /**
   * Solves the LP for a work and a range of set-points. A set-point that is 1 C warmer reduces the objective by
   * `wattPerC`. Returns true if `utilisation` is optimal; false if nothing is feasible or (never observed) the method
   * does not end. `cutInto` gives a valid cut in both cases.
   */
  solve(workPerS: number, lowestC: number, highestC: number, wattPerC: number): boolean {
    const basis = this.basis;
    this.targetWork = workPerS / basis.workScale;
    const setPoint = this.data.columnCount;
    this.lower[setPoint] = lowestC / basis.setPointScaleC;
    this.upper[setPoint] = highestC / basis.setPointScaleC;
    basis.setSlope(wattPerC);
    this.barred.fill(0);
    this.placeNonbasic();
    for (const perturbation of STALL_PERTURBATIONS) {
      const plain = this.run();
      if (plain !== 'stalled') return plain === 'optimal';
      basis.perturb(perturbation);
      this.placeNonbasic();
      const perturbed = this.run();
      // Taken back: every basis is dual feasible, whatever the costs, and the method goes on from this one. A proof that nothing is feasible knows no costs.
      basis.perturb();
      if (perturbed === 'infeasible') return false;
      if (perturbed === 'stalled') basis.reset();
      this.placeNonbasic();
    }
    return this.run() === 'optimal';
  }

  private run(): 'optimal' | 'infeasible' | 'stalled' {
    for (let step = 0; step < this.patience; step += 1) {
      const outcome = this.iterate();
      if (outcome !== 'moved') return outcome;
    }
    return 'stalled';
  }

  /** Returns the node power at the utilisations found, W. */
  powerW(): number {
    let power = this.data.idleTotalW;
    for (let b = 0; b < this.data.columnCount; b += 1) power += this.data.busyW[b]! * this.utilisation[b]!;
    return power;
  }

  get setPointC(): number {
    return this.utilisation[this.data.columnCount]! * this.basis.setPointScaleC;
  }

  /** Writes the cut that proves the last answer; see ThermalBasis.cutInto. */
  cutInto(cut: Float64Array, offset: number, feasible: boolean): void {
    this.basis.cutInto(cut, offset, this.marginC, feasible);
  }

  /** Writes the dual values of the last solution; see ThermalBasis.pricesInto. */
  pricesInto(prices: Float64Array, offset: number, feasible: boolean): void {
    this.basis.pricesInto(prices, offset, feasible);
  }

  /** Sets every nonbasic column to the bound that its reduced cost requires, then computes the basic columns. */
  private placeNonbasic(): void {
    const { basis, utilisation, lower, upper } = this;
    basis.price();
    basis.repair();
    for (let b = 0; b < basis.columnCount; b += 1) {
      if (basis.position[b]! >= 0) continue;
      basis.atUpper[b] = basis.reduced[b]! < 0 ? 1 : 0;
      const bound = basis.atUpper[b] === 1 ? upper[b]! : lower[b]!;
      this.move(b, bound - utilisation[b]!);
      utilisation[b] = bound;
    }
    this.solves += 1;
    if (this.solves % REFRESH === 0) this.recomputeRows();
    this.placeBasic();
  }

  private recomputeRows(): void {
    const { basis, utilisation, riseNow } = this;
    let work = 0;
    riseNow.fill(0);
    for (let b = 0; b < basis.columnCount; b += 1) {
      const share = utilisation[b]!;
      work += basis.work[b]! * share;
      addRow(riseNow, basis.columns, riseNow.length, b, share);
    }
    this.workNow = work;
  }

  /** Computes the values of the basic columns from the rows of the basis, which are equations. */
  private placeBasic(): void {
    const { basis, residual, step } = this;
    const size = basis.size;
    residual[0] = this.targetWork - this.workNow;
    for (let r = 1; r < size; r += 1) {
      const i = basis.rows[r]!;
      residual[r] = this.rowLimit[i]! - this.riseNow[i]!;
    }
    const { values, stride } = basis.inverse;
    for (let p = 0; p < size; p += 1) {
      let sum = 0;
      for (let r = 0; r < size; r += 1) sum += values[p * stride + r]! * residual[r]!;
      step[p] = sum;
    }
    for (let p = 0; p < size; p += 1) {
      const column = basis.columnsIn[p]!;
      this.utilisation[column]! += step[p]!;
      this.workNow += basis.work[column]! * step[p]!;
    }
    addRows(this.riseNow, basis.columns, this.riseNow.length, basis.columnsIn, step, 0, size, 1);
  }

  private move(column: number, by: number): void {
    if (by === 0) return;
    this.utilisation[column]! += by;
    this.workNow += this.basis.work[column]! * by;
    addRow(this.riseNow, this.basis.columns, this.riseNow.length, column, by);
  }

  private iterate(): 'optimal' | 'infeasible' | 'moved' {
    const { basis, utilisation, lower, upper, rowLimit } = this;
    const { blockCount } = this.data;
    const count = basis.columnCount;
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
      const excess = this.riseNow[i]! - rowLimit[i]!;
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
   * Makes the bound-flipping ratio test. Returns the entering column, or (number of columns) + r for the slack of basis
   * row r. Returns (number of columns) + `size` if the leaving variable still violates its bound when all columns are
   * at their other bounds.
   *
   * @param excess amount by which the leaving variable violates its bound
   */
  private enteringOf(excess: number): number {
    const { basis, pivotRow, candidate, ratio, lower, upper } = this;
    const count = basis.columnCount;
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

  /**
   * Returns the absolute value of an entry of the pivot row.
   *
   * @param candidate index of a column, or (number of columns) + r for the slack of basis row r
   */
  private entryOf(candidate: number): number {
    const count = this.basis.columnCount;
    return candidate < count ? Math.abs(this.pivotRow[candidate]!) : this.basis.multiplier[candidate - count]!;
  }
}
