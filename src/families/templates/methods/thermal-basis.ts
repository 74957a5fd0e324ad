import type { BlockData } from './block-data.js';
import { BasisInverse } from './basis-inverse.js';
import { addRow, addRows } from './row-sums.js';

/**
 * Relative amount by which the costs of equal blocks of nodes are made to differ. It avoids ties, which could make the
 * dual simplex method cycle. It changes results by up to 1e-9. Bounds stay valid, because they use the true costs.
 */
const COST_PERTURBATION = 1e-11;

/** Largest dual value of the wrong sign that counts as rounding error, relative to the largest cost. */
const WRONG_SIGN = 1e-11;

/**
 * Simplex basis of a thermal LP. Row 0 is the work; the other rows are tight outlet limits (thermal rows). There are as
 * many basic columns as rows. Rows are scaled to a largest entry of 1. The last LP column is the set-point.
 */
export class ThermalBasis {
  /** Number of rows in the basis. */
  size = 0;
  /** For each row of the basis, the block of nodes whose outlet limit it is; -1 for row 0, the work. */
  readonly rows: Int32Array;
  /** Basis row of the outlet limit of each block of nodes; -1 if it is not in the basis. */
  readonly rowPosition: Int32Array;
  /** LP column that is basic at each position of the basis. */
  readonly columnsIn: Int32Array;
  /** Position of each column in the basis; -1 if nonbasic. */
  readonly position: Int32Array;
  readonly atUpper: Uint8Array;
  readonly inverse = new BasisInverse();
  /** Number of columns, including the set-point as the last one. */
  readonly columnCount: number;
  /** Set-point that is 1 in the scaled set-point column, C, so that its entries are as large as others. */
  readonly setPointScaleC: number;
  /** Dual value of each row of the basis, W; rows are scaled. */
  readonly price0: Float64Array;
  /** Reduced cost of each column, W; the set-point is scaled. */
  readonly reduced: Float64Array;
  /** Coefficients with which the last pivot row combines the basis rows. */
  readonly multiplier: Float64Array;
  /** Scaled coefficient of each column in the work row. */
  readonly work: Float64Array;
  /** Factor by which the work row was divided, tasks/s. */
  readonly workScale: number;
  /** Factor by which the thermal row of each block of nodes was divided, K. */
  readonly rowScale: Float64Array;
  /** Scaled coefficients of the thermal rows, row-major by block of nodes. */
  readonly rowsOf: Float64Array;
  /** Scaled coefficients of the thermal rows, column-major by LP column. */
  readonly columns: Float64Array;
  private readonly cost: Float64Array;
  private readonly greatestCost: number;
  private readonly firstColumn: number;
  private readonly column: Float64Array;
  private readonly entry: (row: number, position: number) => number;
  /** Block whose violated outlet limit entered the basis with the last pivot; -1 if a basic column left instead. */
  private brokenRow = -1;
  /** Work space for the computation of a cut: reduced cost of each column, W. */
  private readonly cutPrice: Float64Array;

  constructor(
    private readonly data: BlockData,
    outletRiseKPerW: Float64Array,
  ) {
    const count = data.blockCount;
    const columns = data.columnCount + 1;
    this.columnCount = columns;
    this.rows = new Int32Array(count + 1);
    this.rowPosition = new Int32Array(count);
    this.columnsIn = new Int32Array(count + 1);
    this.position = new Int32Array(columns);
    this.atUpper = new Uint8Array(columns);
    this.column = new Float64Array(count + 1);
    this.entry = (r, p) => this.entryOf(r, this.columnsIn[p]!);
    this.price0 = new Float64Array(count + 1);
    this.multiplier = new Float64Array(count + 1);
    this.reduced = new Float64Array(columns);
    this.cutPrice = new Float64Array(columns);
    this.workScale = data.workPerS.reduce((most, value) => Math.max(most, value), 0);
    this.firstColumn = data.workPerS.indexOf(this.workScale);
    this.work = new Float64Array(columns);
    data.workPerS.forEach((value, b) => (this.work[b] = value / this.workScale));
    this.cost = new Float64Array(columns);
    this.perturb(COST_PERTURBATION);
    this.greatestCost = data.busyW.reduce((most, value) => Math.max(most, value), 0);
    this.rowScale = new Float64Array(count);
    this.rowsOf = new Float64Array(count * columns);
    this.columns = new Float64Array(columns * count);
    const setPoint = data.columnCount;
    let scaleC = 0;
    for (let i = 0; i < count; i += 1) {
      let largest = 0;
      for (let b = 0; b < setPoint; b += 1) {
        largest = Math.max(largest, Math.abs(outletRiseKPerW[i * setPoint + b]! * data.busyW[b]!));
      }
      const scale = largest > 0 ? largest : 1;
      scaleC = Math.max(scaleC, scale);
      this.rowScale[i] = scale;
      for (let b = 0; b < setPoint; b += 1) {
        const entry = (outletRiseKPerW[i * setPoint + b]! * data.busyW[b]!) / scale;
        this.rowsOf[i * columns + b] = entry;
        this.columns[b * count + i] = entry;
      }
    }
    this.setPointScaleC = scaleC;
    for (let i = 0; i < count; i += 1) {
      const entry = scaleC / this.rowScale[i]!;
      this.rowsOf[i * columns + setPoint] = entry;
      this.columns[setPoint * count + i] = entry;
    }
  }

  /**
   * Changes each cost by a relative amount of at most `by`, so that the costs of equal blocks differ. `price` must be
   * called before reduced costs are used.
   */
  perturb(by = COST_PERTURBATION): void {
    this.data.busyW.forEach((value, b) => {
      this.cost[b] = value * (1 + by * (((b + 1) * 0.6180339887498949) % 1));
    });
  }

  /**
   * Sets the objective's gain per degree of a warmer set-point, W/K. `price` must be called before reduced costs are
   * used.
   */
  setSlope(wattPerC: number): void {
    this.cost[this.columnCount - 1] = -wattPerC * this.setPointScaleC;
  }

  /** Returns to the initial basis: only the work row, with the block that can do most work. */
  reset(): void {
    this.position.fill(-1);
    this.rowPosition.fill(-1);
    this.size = 1;
    this.rows[0] = -1;
    this.columnsIn[0] = this.firstColumn;
    this.position[this.firstColumn] = 0;
    this.inverse.refresh(1, this.entry);
    this.atUpper.fill(0);
    this.price();
  }

  /**
   * Restores dual feasibility after the cost of the set-point has changed. The set-point leaves the basis, and with it
   * the row whose dual value has the worst wrong sign. If that does not suffice, the initial basis is used. Dual values
   * and reduced costs are then up to date.
   */
  repair(): void {
    const setPoint = this.position[this.columnCount - 1]!;
    const row = this.wrongRow();
    if (row < 0) return;
    if (setPoint < 0) {
      this.reset();
      return;
    }
    this.position[this.columnCount - 1] = -1;
    this.size -= 1;
    const updated = this.inverse.remove(setPoint, row);
    this.moveLastColumn(setPoint);
    this.moveLastRow(row);
    if (!updated && !this.inverse.refresh(this.size, this.entry)) {
      this.reset();
      return;
    }
    this.price();
    if (this.wrongRow() >= 0) this.reset();
  }

  /** Returns the row whose dual value has the worst wrong sign; -1 if there is none beyond rounding error. */
  private wrongRow(): number {
    let worst = WRONG_SIGN * this.greatestCost;
    let row = -1;
    for (let r = 1; r < this.size; r += 1) {
      if (this.price0[r]! > worst) {
        worst = this.price0[r]!;
        row = r;
      }
    }
    return row;
  }

  /** Computes dual values and reduced costs from the basis inverse. */
  price(): void {
    const count = this.columnCount;
    const { size, price0, reduced, cost } = this;
    const { values, stride } = this.inverse;
    for (let r = 0; r < size; r += 1) {
      let sum = 0;
      for (let p = 0; p < size; p += 1) sum += cost[this.columnsIn[p]!]! * values[p * stride + r]!;
      price0[r] = sum;
    }
    for (let b = 0; b < count; b += 1) reduced[b] = cost[b]! - price0[0]! * this.work[b]!;
    addRows(reduced, this.rowsOf, count, this.rows, price0, 1, size, -1);
  }

  /**
   * Computes the pivot row, one entry per column, for the variable that leaves the basis. This is the basic column at
   * position `leaving`, or the slack of thermal row `leavingRow` if that is not -1. Signs are those for a variable
   * above its upper bound; `tooLarge` is false if a column is below its lower bound. Stores the row's coefficients of
   * basis rows in `multiplier`.
   */
  pivotRowInto(pivotRow: Float64Array, leaving: number, leavingRow: number, tooLarge: boolean): void {
    const count = this.columnCount;
    const { size, multiplier } = this;
    const { values, stride } = this.inverse;
    this.brokenRow = leavingRow;
    if (leavingRow >= 0) {
      const start = leavingRow * count;
      for (let r = 0; r < size; r += 1) {
        let sum = 0;
        for (let p = 0; p < size; p += 1) sum += this.rowsOf[start + this.columnsIn[p]!]! * values[p * stride + r]!;
        multiplier[r] = sum;
      }
    } else {
      for (let r = 0; r < size; r += 1) multiplier[r] = (tooLarge ? 1 : -1) * values[leaving * stride + r]!;
    }
    const ofWork = multiplier[0]!;
    for (let b = 0; b < count; b += 1) pivotRow[b] = ofWork * this.work[b]!;
    addRows(pivotRow, this.rowsOf, count, this.rows, multiplier, 1, size, 1);
    if (leavingRow >= 0) addRow(pivotRow, this.rowsOf, count, leavingRow, -1);
  }

  /**
   * Makes a pivot and updates basis inverse and dual values. Returns false if the new basis is singular to working
   * precision.
   *
   * @param leaving position of the leaving column; -1 if the slack of thermal row `leavingRow` leaves
   * @param enters entering column; -1 if the slack of basis row `leavesRow` enters
   */
  exchange(pivotRow: Float64Array, leaving: number, leavingRow: number, enters: number, leavesRow: number): boolean {
    const { inverse, multiplier, price0, reduced } = this;
    const step = enters >= 0 ? reduced[enters]! / pivotRow[enters]! : -price0[leavesRow]! / multiplier[leavesRow]!;
    for (let r = 0; r < this.size; r += 1) price0[r]! += step * multiplier[r]!;
    for (let b = 0; b < this.columnCount; b += 1) reduced[b]! -= step * pivotRow[b]!;
    if (enters >= 0) for (let r = 0; r < this.size; r += 1) this.column[r] = this.entryOf(r, enters);
    let updated: boolean;
    if (leaving >= 0) {
      this.position[this.columnsIn[leaving]!] = -1;
      if (enters >= 0) {
        this.columnsIn[leaving] = enters;
        this.position[enters] = leaving;
        updated = inverse.replaceColumn(leaving, this.column);
      } else {
        this.size -= 1;
        updated = inverse.remove(leaving, leavesRow);
        this.moveLastColumn(leaving);
        this.moveLastRow(leavesRow);
      }
    } else if (enters >= 0) {
      this.rows[this.size] = leavingRow;
      this.rowPosition[leavingRow] = this.size;
      this.columnsIn[this.size] = enters;
      this.position[enters] = this.size;
      price0[this.size] = -step;
      this.size += 1;
      updated = inverse.add(this.column, multiplier, this.entryOf(this.size - 1, enters));
    } else {
      this.rowPosition[this.rows[leavesRow]!] = -1;
      this.rows[leavesRow] = leavingRow;
      this.rowPosition[leavingRow] = leavesRow;
      price0[leavesRow] = -step;
      updated = inverse.replaceRow(leavesRow, multiplier);
    }
    if (updated) return true;
    if (!inverse.refresh(this.size, this.entry)) return false;
    this.price();
    return true;
  }

  /**
   * Writes a cut on node power F, which is valid for every work m, set-point T and lower bounds lower_q on
   * utilisations:
   *
   * F >= cut[0] + cut[1] m + cut[2] T + sum over quadrants q of cut[3 + q] lower_q
   *
   * It is the Lagrangian bound with the last dual values and the true costs. With `feasible` false it writes an
   * infeasibility certificate instead, from the last pivot row and without costs. No setting is feasible where the
   * certificate's right side exceeds 0.
   */
  cutInto(cut: Float64Array, offset: number, marginC: Float64Array, feasible: boolean): void {
    const count = this.data.columnCount;
    const { size, cutPrice } = this;
    const ofRow = feasible ? this.price0 : this.multiplier;
    const work = ofRow[0]!;
    let constant = feasible ? this.data.idleTotalW : 0;
    let perC = 0;
    for (let b = 0; b < count; b += 1) cutPrice[b] = (feasible ? this.data.busyW[b]! : 0) - work * this.work[b]!;
    const last = feasible || this.brokenRow < 0 ? size : size + 1;
    for (let r = 1; r < last; r += 1) {
      const i = r < size ? this.rows[r]! : this.brokenRow;
      // A price above 0 is a rounding error: any price of the right sign is valid.
      const price = Math.min(0, r < size ? ofRow[r]! : -1);
      if (price === 0) continue;
      addRow(cutPrice, this.rowsOf, this.columnCount, i, -price);
      constant += (price * marginC[i]!) / this.rowScale[i]!;
      perC -= price / this.rowScale[i]!;
    }
    cut.fill(0, offset, offset + 3 + this.data.quadrantCount);
    for (let b = 0; b < count; b += 1) {
      const price = cutPrice[b]!;
      if (price > 0) cut[offset + 3 + this.data.quadrant[b]!]! += price;
      else constant += price * this.data.upper[b]!;
    }
    cut[offset] = constant;
    cut[offset + 1] = work / this.workScale;
    cut[offset + 2] = perC;
  }

  /**
   * Writes the dual values from which the cut of `cutInto` follows. The first is that of the work, W per task/s. The
   * dual values of outlet limits follow, W/K; they are at least 0.
   */
  pricesInto(prices: Float64Array, offset: number, feasible: boolean): void {
    const { size } = this;
    const ofRow = feasible ? this.price0 : this.multiplier;
    prices.fill(0, offset, offset + 1 + this.data.blockCount);
    prices[offset] = ofRow[0]! / this.workScale;
    const last = feasible || this.brokenRow < 0 ? size : size + 1;
    for (let r = 1; r < last; r += 1) {
      const i = r < size ? this.rows[r]! : this.brokenRow;
      prices[offset + 1 + i]! -= Math.min(0, r < size ? ofRow[r]! : -1) / this.rowScale[i]!;
    }
  }

  private entryOf(r: number, column: number): number {
    return r === 0 ? this.work[column]! : this.rowsOf[this.rows[r]! * this.columnCount + column]!;
  }

  /** Moves the last basic column to the position of a column that has left. `size` is already reduced. */
  private moveLastColumn(at: number): void {
    if (at === this.size) return;
    this.columnsIn[at] = this.columnsIn[this.size]!;
    this.position[this.columnsIn[at]] = at;
  }

  private moveLastRow(at: number): void {
    this.rowPosition[this.rows[at]!] = -1;
    if (at === this.size) return;
    this.rows[at] = this.rows[this.size]!;
    this.rowPosition[this.rows[at]] = at;
    this.price0[at] = this.price0[this.size]!;
  }
}
